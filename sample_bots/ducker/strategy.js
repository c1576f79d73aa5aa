// Ducks while it can, keeps its low cards, and plays its longest suit where taking pays.
//
// Of each card it counts how many of the suit are out over it and under it. Where taking costs
// points, it sheds what is priced and then the cards with the most under them, and leads what the
// others must overtake. Where taking pays, it leads what nobody can overtake, else low from its
// longest suit. In tricks that count for nothing it gets rid of what it does not want to keep.
// It reads the prices from the rule set, and never asks which contract or rule set it plays.

const SUITS = 'CDHS';
const RANKS = '23456789TJQKA';
const TRUMPS = ['TRUMP_CLUBS', 'TRUMP_DIAMONDS', 'TRUMP_HEARTS', 'TRUMP_SPADES'];

/** The index of the answer; the first where it is not a card that is asked for. */
export function choose({ kind, legal, king: view }, rules) {
  if (kind !== 'QUESTION_KIND_CARD') return 0;
  const { prices, sign } = rules.contracts.find(({ id }) => id === view.contract);
  const isMisere = view.trump === 'TRUMP_MISERE';
  const read = (name) => readCard(name, isMisere);
  const out = cardsOut(view, rules).map(read);
  const hand = view.hand.map(read);
  const cards = legal.map(({ card: name }, index) => {
    const card = read(name);
    const ofSuit = out.filter(({ suit }) => suit === card.suit);
    const over = ofSuit.filter(({ rank }) => rank > card.rank).length;
    const length = hand.filter(({ suit }) => suit === card.suit).length;
    const price = cardPrice(name, prices, rules);
    return { ...card, index, price, over, under: ofSuit.length - over, length };
  });
  const table = view.current.cards.map(read);
  const trump = TRUMPS.indexOf(view.trump);
  const trick = {
    trump,
    best: table.reduce((best, card) => (beats(card, best, trump) ? card : best), undefined),
    isLast: table.length + 1 === view.seats - (view.sitsOut === undefined ? 0 : 1),
    isFree: !trickPrice(view.tricks.length + 1, prices, rules) && !hasPricedCards(prices),
  };
  const isPenalty = sign === 'SIGN_DO_NOT_TAKE' || view.trump === 'TRUMP_NULOS';
  return (isPenalty ? toAvoid : toTake)(cards, trick).index;
}

/** The card to play where what is taken costs points. */
function toAvoid(cards, { best, trump, isLast, isFree }) {
  if (isFree) return most(cards, ({ under, rank }) => [under, rank]);
  if (!best) {
    const hope = ({ over, under }) => over / (over + under || 1);
    return most(cards, (card) => [hope(card), -card.price, card.length]);
  }
  const losers = cards.filter((card) => !beats(card, best, trump));
  if (losers.length) return most(losers, ({ price, under, rank }) => [price, under, rank]);
  const hopeful = isLast ? [] : cards.filter(({ over }) => over);
  if (hopeful.length) return most(hopeful, ({ rank }) => [-rank]);
  return most(cards, ({ price, rank }) => [-price, rank]);
}

/** The card to play where what is taken earns points. */
function toTake(cards, { best, trump, isLast, isFree }) {
  if (isFree) return most(cards, ({ under, rank }) => [-under, -rank]);
  const winners = cards.filter((card) => beats(card, best, trump));
  const sure = winners.filter(({ over, under }) => isLast || (!over && under));
  if (sure.length && best) return most(sure, ({ price, rank }) => [price, -rank]);
  if (sure.length) return most(sure, ({ length, rank }) => [length, rank]);
  if (!best) return most(cards, ({ price, length, rank }) => [-price, length, -rank]);
  if (winners.length) return most(winners, ({ price, rank }) => [-price, rank]);
  return most(cards, ({ price, under, rank }) => [-price, -under, -rank]);
}

/** The item whose list of numbers is the greatest, the first number counting most. */
function most(items, numbersOf) {
  return items.reduce((best, item) => {
    const [ours, theirs] = [numbersOf(item), numbersOf(best)];
    const place = ours.findIndex((number, index) => number !== theirs[index]);
    return ours[place] > theirs[place] ? item : best;
  });
}

/** Whether a card takes the trick from the best one so far; what is led always does. */
function beats(card, best, trump) {
  if (!best) return true;
  return card.suit === best.suit ? card.rank > best.rank : card.suit === trump;
}

/** A card such as CARD_HK, as suit and rank; in misère the low ranks are the high ones. */
function readCard(name, isMisere) {
  const rank = RANKS.indexOf(name[6]);
  return { suit: SUITS.indexOf(name[5]), rank: isMisere ? -rank : rank };
}

/** The cards that the other seats hold, for all that we know. */
function cardsOut({ hand, discard, tricks, current }, { deck }) {
  const seen = new Set([hand, discard, current.cards, ...tricks.map(({ cards }) => cards)].flat());
  return deck.filter((card) => !seen.has(card));
}

/** What a card adds to a trick, without sign. */
function cardPrice(name, prices, { boys }) {
  const isOf = (rank) => name[6] === rank;
  return (
    (name[5] === 'H' ? prices.heart : 0) +
    (boys.some((boy) => isOf(boy[6])) ? prices.boy : 0) +
    (isOf('Q') ? prices.girl : 0) +
    (name === 'CARD_HK' ? prices.king : 0)
  );
}

function hasPricedCards({ heart, boy, girl, king }) {
  return heart + boy + girl + king > 0;
}

/** What the trick itself is worth at its number in the deal, from 1, without sign. */
function trickPrice(number, { trick, at }, { handSize }) {
  const isHere = ({ position }) => number === (position > 0 ? position : handSize + 1 + position);
  return at.filter(isHere).reduce((sum, { price }) => sum + price, trick);
}
