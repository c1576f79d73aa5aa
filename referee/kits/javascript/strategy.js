// How the bot plays: change this file.
//
// Where taking costs points it sheds its dearest card that does not take the trick; where taking
// pays it plays its highest. It reads the prices from the rule set, so it can play any.

const RANKS = '23456789TJQKA';
const TRUMPS = { TRUMP_CLUBS: 'C', TRUMP_DIAMONDS: 'D', TRUMP_HEARTS: 'H', TRUMP_SPADES: 'S' };

/** The index of the answer in `legal`; the view, `king`, is all that you may know. */
export function choose({ kind, legal, king: view }, rules) {
  // Contracts, bids, trumps and whatever a later version asks are answered with the first.
  if (kind !== 'QUESTION_KIND_CARD') return 0;
  const contract = rules?.contracts.find(({ id }) => id === view.contract);
  if (!contract) return 0;
  const best = Math.max(0, ...view.current.cards.map((name) => power(name, view)));
  const cards = legal.map(({ card: name = '' }, index) => ({
    index,
    price: cardPrice(name, contract.prices, rules),
    power: power(name, view),
    rank: RANKS.indexOf(rankOf(name)),
  }));
  const losers = cards.filter((card) => card.power < best);
  const isCostly = contract.sign === 'SIGN_DO_NOT_TAKE' || view.trump === 'TRUMP_NULOS';
  if (isCostly && losers.length)
    return first(losers, (a, b) => b.price - a.price || b.rank - a.rank);
  if (isCostly) return first(cards, (a, b) => a.power - b.power || a.price - b.price);
  const canTake = losers.length < cards.length;
  if (canTake) return first(cards, (a, b) => b.power - a.power || b.price - a.price);
  return first(cards, (a, b) => a.price - b.price || a.rank - b.rank);
}

/** The index of the card that comes first in that order. */
function first(cards, order) {
  return [...cards].sort(order)[0].index;
}

/** What a card adds to a trick, without sign. */
function cardPrice(name, { heart, boy, girl, king }, { boys }) {
  let price = suitOf(name) === 'H' ? heart : 0;
  if (boys.some((one) => rankOf(one) === rankOf(name))) price += boy;
  if (rankOf(name) === 'Q') price += girl;
  if (name === 'CARD_HK') price += king;
  return price;
}

/** How strong a card is in the trick under way; 0 never takes. */
function power(name, { current, trump }) {
  const rank = RANKS.indexOf(rankOf(name));
  const height = trump === 'TRUMP_MISERE' ? 13 - rank : 1 + rank;
  if (suitOf(name) === TRUMPS[trump]) return height + 13;
  const [led] = current.cards;
  return led === undefined || suitOf(led) === suitOf(name) ? height : 0;
}

/** The suit of a card such as CARD_HK: C, D, H or S. */
function suitOf(name) {
  return name[5];
}

/** The rank of a card such as CARD_HK: 2 to 9, T, J, Q, K or A. */
function rankOf(name) {
  return name[6];
}
