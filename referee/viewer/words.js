/* The words for what is seen, for the eye and for the ear. */

function cardWords(card) {
  return `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
}

function signed(points) {
  return points > 0 ? `+${points}` : points < 0 ? `\u2212${-points}` : "0";
}

/** A contract with a real minus sign. */
function contractWords(contract) {
  return contract.replace(/^-/, "\u2212");
}

function trumpWords(trump) {
  return SUITS[trump] ?? trump;
}

function timeWords(us) {
  if (us < 1000) return `${us} \u00b5s`;
  if (us < 1e6) return `${(us / 1000).toFixed(us < 1e4 ? 1 : 0)} ms`;
  return `${(us / 1e6).toFixed(us < 1e7 ? 2 : 0)} s`;
}

function isCards(step) {
  return step.kind === "card" || (step.kind === "discard" && step.answer !== "discard");
}

function cardsIn(answer) {
  return cardsOf(answer.replace(/^discard ?/, ""));
}

const ASKED = {
  card: "plays a card", contract: "names a contract", bid: "bids", reply: "takes the bid or not",
  trump: "names the trump", opening: "says how the deal is played", discard: "lays away cards",
};

/** What was done, in a few words, such as `plays the ten of hearts`. */
function deedWords(step) {
  const said = step.answer;
  if (step.kind === "card") return `plays the ${cardWords(said)}`;
  if (step.kind === "discard") {
    const cards = cardsIn(said).map((card) => `the ${cardWords(card)}`);
    return cards.length ? `lays away ${cards.join(" and ")}` : "lays away cards";
  }
  if (said === "pass") return "passes";
  if (step.kind === "contract") return `names ${contractWords(said)}`;
  if (step.kind === "trump") return said === "last" ? "takes the suit of the last card as trump" : `names ${trumpWords(said)} as trump`;
  if (step.kind === "bid") return `bids ${said}`;
  if (step.kind === "reply") return said === "accept" ? "accepts the bid" : "declines the bid";
  return `says ${said}`;
}

function dealWords(seen, at) {
  const stage = seen.stage(at);
  const parts = [`Deal ${seen.deal(at).number} of ${seen.data.deals.length}`];
  if (stage.contract) parts.push(contractWords(stage.contract) + (stage.trump ? ` (${trumpWords(stage.trump)})` : ""));
  return parts.join(", ");
}

/** The whole of a step in words. */
function stepWords(seen, at) {
  const step = seen.steps[at];
  const names = seen.data.names;
  const trick = step.trick === undefined ? "" : `, trick ${step.trick}`;
  let text = `${dealWords(seen, at)}${trick}: ${names[step.seat]} ${deedWords(step)}`;
  if (step.fault) text += ` (a move of the house: ${step.fault.reason})`;
  else if (step.house) text += " (a move of the house)";
  text += ".";
  if (step.won) text += ` ${names[step.won.taker]} takes the trick, ${signed(step.won.points)}.`;
  // The end of the game first: a phone has few lines.
  if (at === seen.last) {
    const best = names.filter((_, seat) => seen.data.places[seat] === 1);
    text += ` The game is over: ${best.join(" and ")} came first.`;
    for (const seat of seen.data.forfeits) {
      text += ` ${names[seat]} was forfeited: its score is ${signed(seen.data.score[seat])}.`;
    }
  }
  if (seen.isDealEnd(at)) {
    text += " The deal is over: ";
    text += seen.deal(at).points.map((points, seat) => `${names[seat]} ${signed(points)}`).join(", ") + ".";
  }
  return text;
}
