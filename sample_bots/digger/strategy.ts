// Digs holes into its hand: it plays its shortest suits until they are gone, and sheds through the
// holes what is priced. Where taking pays it does so with trumps, and with its longest suit.
// It counts what is out of each suit, and reads the prices from the rule set: it never asks which
// contract or rule set it plays.

import type { Prices__Output as Prices } from './build/protocol/king/v1/Prices.js';
import type { Question__Output as Question } from './build/protocol/king/v1/Question.js';
import type { RuleSet__Output as RuleSet } from './build/protocol/king/v1/RuleSet.js';

/** A card of the hand as it would be in the trick under way. */
interface Play {
  index: number;
  price: number;
  height: number;
  takes: boolean; // the trick as it lies on the table
  over: number; // cards of its suit that are out and would overtake it
  under: number;
  length: number; // of its suit in our hand
  isTrump: boolean;
}

const RANKS = '23456789TJQKA';
const SUITS = 'CDHS';
const TRUMPS = ['TRUMP_CLUBS', 'TRUMP_DIAMONDS', 'TRUMP_HEARTS', 'TRUMP_SPADES'];

/** The index of the answer; the first where it is not a card that is asked for. */
export function choose({ kind, legal, king: view }: Question, rules?: RuleSet): number {
  const contract = rules?.contracts.find(({ id }) => id === view?.contract);
  if (kind !== 'QUESTION_KIND_CARD' || !view || !rules || !contract?.prices) return 0;
  const { prices } = contract;
  const table = view.current?.cards ?? [];
  const seen = [view.hand, view.discard, table, ...view.tricks.map(({ cards }) => cards)].flat();
  const out = rules.deck.filter((card) => !seen.includes(card));
  const trump = SUITS[TRUMPS.indexOf(view.trump)];
  const sense = view.trump === 'TRUMP_MISERE' ? -1 : 1;
  const height = (card: string) => sense * RANKS.indexOf(card[6] ?? '');
  const beats = (card: string, best: string) =>
    card[5] === best[5] ? height(card) > height(best) : card[5] === trump;
  const best = table.reduce((best, card) => (beats(card, best) ? card : best), table[0] ?? '');

  const plays = legal.map(({ card = '' }, index): Play => {
    const ofSuit = out.filter((one) => one[5] === card[5]);
    const over = ofSuit.filter((one) => beats(one, card)).length;
    return {
      index,
      price: cardPrice(card, prices, rules),
      height: height(card),
      takes: !best || beats(card, best),
      over,
      under: ofSuit.length - over,
      length: view.hand.filter((one) => one[5] === card[5]).length,
      isTrump: card[5] === trump,
    };
  });
  const isLast = table.length + 1 === view.seats - (view.sitsOut === undefined ? 0 : 1);
  const isCostly = contract.sign === 'SIGN_DO_NOT_TAKE' || view.trump === 'TRUMP_NULOS';
  return (isCostly ? toAvoid : toTake)(plays, !best, isLast).index;
}

/** The card to play where what is taken costs points. */
function toAvoid(plays: Play[], leads: boolean, isLast: boolean): Play {
  if (leads) return most(plays, (p) => [Math.sign(p.over), -p.price, -p.length, p.over - p.under]);
  const losers = plays.filter(({ takes }) => !takes);
  if (losers.length) return most(losers, (p) => [p.price, -p.length, p.height]);
  if (isLast) return most(plays, (p) => [-p.price, p.height]);
  return most(plays, (p) => [Math.sign(p.over), -p.height]);
}

/** The card to play where what is taken earns points. */
function toTake(plays: Play[], leads: boolean, isLast: boolean): Play {
  const takers = plays.filter(({ takes }) => takes);
  const sure = takers.filter(({ over }) => isLast || !over);
  if (leads && sure.length) return most(sure, (p) => [Number(p.isTrump), p.length, p.height]);
  if (leads) return most(plays, (p) => [-p.price, p.length, -p.height]);
  if (sure.length) return most(sure, (p) => [p.price, -p.height]);
  if (takers.length) return most(takers, (p) => [-p.price, p.height]);
  return most(plays, (p) => [-p.price, -Number(p.isTrump), -p.length, -p.height]);
}

/** The play whose list of numbers is the greatest, the first number counting most. */
function most(plays: Play[], numbersOf: (play: Play) => number[]): Play {
  return plays.reduce((best, play) => {
    const theirs = numbersOf(best);
    const differences = numbersOf(play).map((number, place) => number - (theirs[place] ?? 0));
    return (differences.find((difference) => difference) ?? 0) > 0 ? play : best;
  });
}

/** What a card adds to a trick, without sign. */
function cardPrice(card: string, { heart, boy, girl, king }: Prices, { boys }: RuleSet): number {
  let price = card[5] === 'H' ? heart : 0;
  if (boys.some((one) => one[6] === card[6])) price += boy;
  if (card[6] === 'Q') price += girl;
  return card === 'CARD_HK' ? price + king : price;
}
