// How the bot plays: change this file.
//
// Where taking costs points it sheds its dearest card that does not take the trick; where taking
// pays it plays its highest. It reads the prices from the rule set, so it can play any.

import type { KingView__Output as KingView } from './build/protocol/king/v1/KingView.js';
import type { Prices__Output as Prices } from './build/protocol/king/v1/Prices.js';
import type { Question__Output as Question } from './build/protocol/king/v1/Question.js';
import type { RuleSet__Output as RuleSet } from './build/protocol/king/v1/RuleSet.js';

interface Choice {
  index: number;
  price: number;
  power: number;
  rank: number;
}

const RANKS = '23456789TJQKA';
const TRUMPS: Partial<Record<string, string>> = {
  TRUMP_CLUBS: 'C',
  TRUMP_DIAMONDS: 'D',
  TRUMP_HEARTS: 'H',
  TRUMP_SPADES: 'S',
};

/** The index of the answer in `legal`; the view, `king`, is all that you may know. */
export function choose({ kind, legal, king: view }: Question, rules?: RuleSet): number {
  // Contracts, bids, trumps and whatever a later version asks are answered with the first.
  if (kind !== 'QUESTION_KIND_CARD' || !view || !rules) return 0;
  const contract = rules.contracts.find(({ id }) => id === view.contract);
  const prices = contract?.prices;
  if (!prices) return 0;
  const table = view.current?.cards ?? [];
  const best = Math.max(0, ...table.map((name) => power(name, view)));
  const cards = legal.map(({ card: name = '' }, index) => ({
    index,
    price: cardPrice(name, prices, rules),
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
function first(cards: Choice[], order: (a: Choice, b: Choice) => number): number {
  return [...cards].sort(order)[0]?.index ?? 0;
}

/** What a card adds to a trick, without sign. */
function cardPrice(name: string, { heart, boy, girl, king }: Prices, { boys }: RuleSet): number {
  let price = suitOf(name) === 'H' ? heart : 0;
  if (boys.some((one) => rankOf(one) === rankOf(name))) price += boy;
  if (rankOf(name) === 'Q') price += girl;
  if (name === 'CARD_HK') price += king;
  return price;
}

/** How strong a card is in the trick under way; 0 never takes. */
function power(name: string, { current, trump }: KingView): number {
  const rank = RANKS.indexOf(rankOf(name));
  const height = trump === 'TRUMP_MISERE' ? 13 - rank : 1 + rank;
  if (suitOf(name) === TRUMPS[trump]) return height + 13;
  const led = current?.cards[0];
  return led === undefined || suitOf(led) === suitOf(name) ? height : 0;
}

/** The suit of a card such as CARD_HK: C, D, H or S; a card of a later version has none. */
function suitOf(name: string): string {
  return name[5] ?? '';
}

/** The rank of a card such as CARD_HK: 2 to 9, T, J, Q, K or A; or none. */
function rankOf(name: string): string {
  return name[6] ?? '';
}
