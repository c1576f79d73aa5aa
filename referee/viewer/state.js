"use strict";
/* What is known: the data of the game, or of it what one seat saw. Nothing here draws. */

const RANKS = {
  2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king", A: "ace",
};
const SUITS = { S: "spades", H: "hearts", C: "clubs", D: "diamonds" };
const SUIT_ORDER = "SHCD";
const RANK_ORDER = "AKQJT98765432";
// Where there is a kitty it has two cards, and two are laid away (K1).
const KITTY_SIZE = 2;

const whole = JSON.parse(document.getElementById("data").textContent);

/** The cards of a text such as `7C TH`, as they are held in a hand. */
function sortedCards(text) {
  const place = (card) => SUIT_ORDER.indexOf(card[1]) * 13 + RANK_ORDER.indexOf(card[0]);
  return cardsOf(text).sort((one, other) => place(one) - place(other));
}

function cardsOf(text) {
  return text ? text.split(" ") : [];
}

/** What a seat saw of a whole game: the same as a file that is written for this seat alone. */
function seatData(data, seat) {
  const hideStage = (stage) => (stage.declarer === seat ? stage : { ...stage, discard: "" });
  // Two stages that differ in what is hidden are one to this seat.
  const stages = [];
  const numbers = data.stages.map((stage) => {
    const seen = hideStage(stage);
    const same = stages.length && JSON.stringify(stages.at(-1)) === JSON.stringify(seen);
    if (!same) stages.push(seen);
    return stages.length - 1;
  });
  const own = ["legal", "charged_us", "lag_us", "note", "fault", "forfeit", "house"];
  const steps = data.steps.map((step) => {
    const seen = { ...step, stage: numbers[step.stage] };
    seen.hands = step.hands.map((hand, n) => (n === seat ? hand : null));
    delete seen.unseen;
    if (step.seat === seat) return seen;
    if (step.kind === "discard") seen.answer = "discard";
    for (const key of own) delete seen[key];
    return seen;
  });
  const deals = data.deals.map((deal) => ({ ...deal, kitty: null }));
  return { ...data, seat, stages, steps, deals };
}

/** Cards, tricks and blocks of one way to see the game. */
class Seen {
  constructor(data) {
    this.data = data;
    this.steps = data.steps;
    this.last = data.steps.length - 1;
    this.faults = this.steps.flatMap((step, at) => (step.fault ? [at] : []));
    this.starts = [];
    this.steps.forEach((step, at) => {
      if (step.decision === 1) this.starts.push(at);
    });
  }

  /** Where a decision of a deal stands; the nearest one for what there is not. */
  at(deal, decision) {
    const number = Math.min(Math.max(deal, 1), this.starts.length);
    const start = this.starts[number - 1];
    return start + Math.min(Math.max(decision, 1), this.decisionsIn(start)) - 1;
  }

  /** The calls of a deal, or one of its tricks, are a block. */
  sameBlock(one, other) {
    const [a, b] = [this.steps[one], this.steps[other]];
    return a !== undefined && b !== undefined && a.deal === b.deal && a.trick === b.trick;
  }

  blockEnd(at) {
    while (this.sameBlock(at, at + 1)) at += 1;
    return at;
  }

  blockStart(at) {
    while (this.sameBlock(at, at - 1)) at -= 1;
    return at;
  }

  /** The position after a step of some size. */
  moved(at, size, way) {
    const bound = (to) => Math.min(Math.max(to, 0), this.last);
    if (size === "card") return bound(at + way);
    if (size === "trick") {
      if (way > 0) return this.blockEnd(this.blockEnd(at) === at ? bound(at + 1) : at);
      return bound(this.blockStart(at) - 1);
    }
    if (size === "deal") {
      const later = this.starts.find((start) => start > at) ?? this.last;
      return way > 0 ? later : (this.starts.findLast((start) => start < at) ?? 0);
    }
    const found = way > 0 ? this.faults.find((one) => one > at) : this.faults.findLast((one) => one < at);
    return found ?? at;
  }

  deal(at) {
    return this.data.deals[this.steps[at].deal - 1];
  }

  stage(at) {
    return this.data.stages[this.steps[at].stage];
  }

  /** The cards on the table after a decision: those of the trick, with whose they are. */
  trick(at) {
    if (this.steps[at].trick === undefined) return [];
    return this.steps.slice(this.blockStart(at), at + 1);
  }

  lastTrick(at) {
    const before = this.blockStart(at) - 1;
    const step = this.steps[before];
    if (!step || step.deal !== this.steps[at].deal || step.trick === undefined) return null;
    return this.trick(before);
  }

  calls(at) {
    const start = this.starts[this.steps[at].deal - 1];
    return this.steps.slice(start, at + 1).filter((step) => step.kind !== "card");
  }

  /** How many cards a seat holds before a decision, as all can count. */
  held(at, seat) {
    const deal = this.deal(at);
    if (deal.sits_out === seat) return 0;
    const start = this.starts[this.steps[at].deal - 1];
    const played = (step) => step.seat === seat && step.kind === "card";
    const asked = this.steps[at];
    const kitty = asked.kind === "discard" && asked.seat === seat ? KITTY_SIZE : 0;
    return this.data.hand_size + kitty - this.steps.slice(start, at).filter(played).length;
  }

  /** Points by seat of the deals that are over after a decision. */
  pointsBefore(at) {
    const sums = this.data.names.map(() => 0);
    for (const deal of this.data.deals.slice(0, this.steps[at].deal - 1)) {
      deal.points.forEach((points, seat) => (sums[seat] += points));
    }
    return sums;
  }

  /** How many decisions its deal has. */
  decisionsIn(at) {
    const number = this.steps[at].deal;
    return (this.starts[number] ?? this.steps.length) - this.starts[number - 1];
  }

  /** Whether the house has taken a seat over; of others a seat is told it at the end alone. */
  isForfeited(at, seat) {
    if (at === this.last && this.data.forfeits.includes(seat)) return true;
    const from = this.forfeitOf(seat);
    return from !== undefined && from <= at;
  }

  /** Where the house took a seat over, if that is known. */
  forfeitOf(seat) {
    const at = this.steps.findIndex((step) => step.forfeit && step.seat === seat);
    return at < 0 ? undefined : at;
  }

  isDealEnd(at) {
    return this.steps[at + 1]?.decision === 1 || at === this.last;
  }
}
