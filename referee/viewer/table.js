/* The table: seats with their hands, and the trick in the middle. Text goes in as text alone. */

/** An element with a class and what is in it. */
function made(tag, className, ...inside) {
  const one = document.createElement(tag);
  if (className) one.className = className;
  one.append(...inside);
  return one;
}

function suitSign(suit) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#suit-${suit}`);
  svg.append(use);
  return svg;
}

function rankText(card) {
  return card[0] === "T" ? "10" : card[0];
}

/** A card to look at; `words` is what is heard of it. */
function cardMade(tag, card, words, ...classes) {
  const one = made(tag, ["card", card[1], ...classes].filter(Boolean).join(" "));
  const face = made("span", "", rankText(card));
  face.setAttribute("aria-hidden", "true");
  one.append(face, suitSign(card[1]), made("span", "hidden", words));
  one.dataset.card = card;
  return one;
}

/** A card within a line of text. */
function cardInline(card, ...classes) {
  const one = made("span", ["in", card[1], ...classes].filter(Boolean).join(" "));
  const face = made("span", "", rankText(card));
  face.setAttribute("aria-hidden", "true");
  one.append(face, suitSign(card[1]), made("span", "hidden", `${cardWords(card)} `));
  return one;
}

function handMade(seen, at, seat) {
  const step = seen.steps[at];
  const hand = made("ul", "hand");
  hand.setAttribute("aria-label", `Hand of ${seen.data.names[seat]}`);
  const text = step.hands[seat];
  if (text === null) {
    const count = seen.held(at, seat);
    hand.append(...Array.from({ length: count }, () => made("li", "card back")));
    if (count) hand.firstChild.append(made("span", "hidden", `${count} cards, not seen`));
    else hand.append(made("li", "none", "no cards"));
    return hand;
  }
  const unseen = new Set(cardsOf(step.unseen?.[seat] ?? ""));
  const isAsked = step.seat === seat;
  const isChoosing = isAsked && (step.kind === "card" || step.kind === "discard") && step.legal;
  const legal = new Set(isChoosing ? step.legal.flatMap(cardsIn) : []);
  const chosen = new Set(isAsked && isCards(step) ? cardsIn(step.answer) : []);
  let before = null;
  for (const card of sortedCards([text, ...unseen].filter(Boolean).join(" "))) {
    const notes = [];
    const classes = [before && before !== card[1] ? "gap" : ""];
    if (unseen.has(card)) { classes.push("unseen"); notes.push("not seen yet"); }
    if (chosen.has(card)) { classes.push("gone"); notes.push(step.kind === "card" ? "played" : "laid away"); }
    else if (legal.has(card)) { classes.push("legal"); notes.push("legal"); }
    else if (isChoosing) { classes.push("barred"); notes.push("not legal"); }
    const one = cardMade("li", card, [cardWords(card), ...notes].join(", "), ...classes);
    if (notes.length) one.title = notes.join(", ");
    hand.append(one);
    before = card[1];
  }
  if (!hand.childElementCount) {
    const sitsOut = seen.deal(at).sits_out === seat;
    hand.append(made("li", "none", sitsOut ? "sits out" : "no cards"));
  }
  return hand;
}

function seatMade(seen, at, seat, place, turn) {
  const step = seen.steps[at];
  const deal = seen.deal(at);
  const stage = seen.stage(at);
  const isAsked = step.seat === seat;
  const one = made("section", `seat ${place}${isAsked ? " asked" : ""}`);
  one.dataset.seat = seat;
  one.style.setProperty("--seat", `var(--seat${seat})`);
  one.style.setProperty("--turn", turn);
  const name = made("span", "name", seen.data.names[seat]);
  name.title = `seat ${seat}, ${seen.data.names[seat]}`;
  const who = made("div", "who", made("b", "", made("span", "dot", String(seat)), " ", name));
  const sums = seen.pointsBefore(at);
  who.append(made("span", "tag sum", `${signed(sums[seat] + step.points[seat])}`));
  who.lastChild.title = "points of the game so far";
  const tags = [];
  if (deal.dealer === seat) tags.push("deals");
  if (stage.declarer === seat) tags.push("declarer");
  if (stage.sale?.buyer === seat) tags.push("buyer");
  if (tags.length) who.append(made("span", "tag", tags.join(", ")));
  const taken = seen.steps.slice(seen.starts[step.deal - 1], at + 1).filter((s) => s.won?.taker === seat).length;
  if (taken) who.append(made("span", "tag", taken === 1 ? "1 trick" : `${taken} tricks`));
  if (seen.isForfeited(at, seat)) who.append(made("span", "tag house", "forfeited"));
  if (isAsked && step.house) who.append(made("span", "tag house", "the house plays"));
  one.setAttribute("aria-label", `Seat ${seat}, ${seen.data.names[seat]}${isAsked ? ", whose decision it is" : ""}`);
  one.append(who, handMade(seen, at, seat));
  return one;
}

/** Where the seats sit by their turn from the one below: left, over the top, right. */
function placeOf(turn, seats) {
  if (turn === 0) return "at-own";
  if (seats === 2) return "far";
  if (turn === 1) return "at-left";
  return turn === seats - 1 ? "at-right" : "far";
}

function spotOf(turn, seats) {
  const angle = (2 * Math.PI * turn) / seats;
  return [50 - 30 * Math.sin(angle), 50 + 33 * Math.cos(angle)];
}

function drawTable(seen, at, below) {
  const felt = document.getElementById("felt");
  const count = seen.data.names.length;
  const far = made("div", "far");
  const seats = [];
  for (let turn = 1; turn <= count; turn += 1) {
    const seat = (below + turn) % count;
    const place = placeOf(turn % count, count);
    const one = seatMade(seen, at, seat, place === "far" ? "" : place, turn);
    if (place === "far") far.append(one);
    else seats.push(one);
  }
  felt.replaceChildren(far, ...seats.filter((one) => !one.classList.contains("at-own")), middleMade(seen, at, below), ...seats.filter((one) => one.classList.contains("at-own")));
}

function middleMade(seen, at, below) {
  const count = seen.data.names.length;
  const step = seen.steps[at];
  const middle = made("div", "mid");
  middle.id = "trick";
  middle.setAttribute("role", "group");
  middle.setAttribute("aria-label", "The trick");
  seen.trick(at).forEach((played, number) => {
    const takes = step.won?.taker === played.seat;
    const isNew = played === step && !step.won;
    const role = takes ? "takes" : number === 0 ? "leads" : "";
    const words = `${seen.data.names[played.seat]}${number === 0 ? " leads" : ""}: ${cardWords(played.answer)}${takes ? ", takes the trick" : ""}`;
    const turn = (played.seat - below + count) % count;
    const [left, top] = spotOf(turn, count);
    // Below an upper card of five or six stands the next one.
    const isUpper = count > 4 && top < 50 && turn * 2 !== count;
    const card = cardMade("span", played.answer, words, role, isNew ? "new" : "", turn === 0 ? "own" : "", isUpper ? "upper" : "");
    if (role) {
      const mark = made("span", "role", role);
      mark.setAttribute("aria-hidden", "true");
      card.append(mark);
    }
    card.style.left = `${left}%`;
    card.style.top = `${top}%`;
    middle.append(card);
  });
  const word = made("div", "word");
  if (step.won) {
    word.append(signed(step.won.points));
    word.classList.add("won");
  } else if (step.kind !== "card") {
    const deed = step.kind === "discard" ? "lays two cards away" : deedWords(step);
    word.append(`${seen.data.names[step.seat]} ${deed}`);
  }
  middle.append(word);
  if (step.unseen?.some(Boolean)) {
    const swatch = made("i", "swatch");
    swatch.setAttribute("aria-hidden", "true");
    middle.append(made("p", "legend", swatch, "gray, dashed: not seen yet"));
  }
  return middle;
}
