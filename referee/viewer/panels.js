/* What stands beside the table: the decision, the points, the deal, and the steps. */

function fact(list, word, ...inside) {
  list.append(made("dt", "", word), made("dd", "", ...inside));
}

function cardRun(cards, chosen = []) {
  return made("span", "run", ...cards.map((card) => {
    const one = cardInline(card, chosen.includes(card) ? "chosen" : "");
    if (chosen.includes(card)) one.append(made("span", "hidden", "chosen "));
    return one;
  }));
}

function answerMade(step, answer) {
  if (step.kind === "card") return cardRun([answer]);
  if (step.kind === "discard") return answer === "discard" ? "cards that are not shown" : cardRun(cardsIn(answer));
  if (step.kind === "contract") return contractWords(answer);
  return step.kind === "trump" ? trumpWords(answer) : answer;
}

function legalMade(step) {
  if (step.kind === "card") return cardRun(step.legal, [step.answer]);
  if (step.kind === "discard") return `${step.legal.length} pairs`;
  const words = step.legal.map((answer) => {
    const one = made("span", answer === step.answer ? "in chosen" : "", answerMade(step, answer));
    if (answer === step.answer) one.append(made("span", "hidden", " chosen"));
    return one;
  });
  return made("span", "", ...words.flatMap((one, place) => (place ? [", ", one] : [one])));
}

function drawDecision(seen, at) {
  const step = seen.steps[at];
  const box = document.getElementById("decision");
  const list = made("dl", "facts");
  fact(list, "Asked", `${seen.data.names[step.seat]} ${ASKED[step.kind]}`);
  fact(list, "Answer", answerMade(step, step.answer), step.house ? " (the house)" : "");
  if (step.legal) fact(list, "Legal", legalMade(step));
  box.replaceChildren(list);
  if (step.charged_us !== undefined) {
    const limit = seen.data.limit_us;
    fact(list, "Time", `${timeWords(step.charged_us)}${limit ? ` of ${timeWords(limit)}` : ""}`);
    if (limit) {
      const share = step.charged_us / limit;
      const bar = made("div", share > 1 ? "bar over" : "bar", made("span"));
      bar.firstChild.style.width = `${Math.min(100 * share, 100)}%`;
      list.lastChild.append(bar);
    }
    if (step.lag_us >= 1000) fact(list, "Referee late", timeWords(step.lag_us));
  }
  if (step.fault) {
    const slow = step.fault.suspect ? " The referee itself was slow then." : "";
    const start = step.fault.phase === "start" ? " at its start" : "";
    box.append(made("p", "fault-box", made("b", "", `Fault: ${step.fault.reason}${start}. `), `${step.fault.detail}${slow}`));
  }
  if (step.forfeit) box.append(made("p", "fault-box", "Forfeited: the house plays this seat from here on."));
  if (step.note !== undefined) box.append(made("p", "note", step.note));
  if (step.seat !== seen.data.seat && seen.data.seat !== null) {
    box.append(made("p", "soft aside", "What this seat could choose is not seen from yours."));
  }
}

/** The head of a row or column for a seat: its number, and its name where there is room. */
function seatHead(seen, seat, scope, className = "name") {
  const dot = made("span", "dot", String(seat));
  dot.style.setProperty("--seat", `var(--seat${seat})`);
  const name = seen.data.names[seat];
  const head = made("th", "", made("span", "hidden", "Seat "), dot, " ", made("span", className, name));
  head.title = `seat ${seat}, ${name}`;
  head.scope = scope;
  return head;
}

function columnHead(...inside) {
  const head = made("th", "", ...inside);
  head.scope = "col";
  return head;
}

function pointsCell(points) {
  return made("td", points < 0 ? "bad" : "", points === null ? "" : signed(points));
}

/** How the game ended, once it has: who came where, and what a forfeit made of it. */
function drawResult(seen, at) {
  const { names, places, points, score, forfeits } = seen.data;
  document.getElementById("result-panel").hidden = at !== seen.last;
  if (at !== seen.last) return;
  const heads = ["Place", "Bot", "Points", ...(forfeits.length ? ["Score"] : [])].map((word) => columnHead(word));
  const order = names.map((_, seat) => seat).sort((one, other) => places[one] - places[other] || one - other);
  const rows = order.map((seat) => {
    const head = seatHead(seen, seat, "row");
    if (forfeits.includes(seat)) {
      const from = seen.steps[seen.forfeitOf(seat)];
      head.append(made("span", "out", from ? `forfeited at deal ${from.deal}, decision ${from.decision}` : "forfeited"));
    }
    const row = made("tr", "", made("td", "", String(places[seat])), head, pointsCell(points[seat]));
    if (forfeits.length) row.append(score[seat] === points[seat] ? made("td", "soft", "same") : pointsCell(score[seat]));
    return row;
  });
  document.getElementById("result").replaceChildren(made("thead", "", made("tr", "", ...heads)), made("tbody", "", ...rows));
}

function drawSums(seen, at) {
  const step = seen.steps[at];
  const before = seen.pointsBefore(at);
  const heads = ["Bot", "Trick", "Deal", "Game"].map((word) => columnHead(word));
  const rows = seen.data.names.map((_, seat) => {
    const sums = {
      trick: step.won?.taker === seat ? step.won.points : null, deal: step.points[seat], game: before[seat] + step.points[seat],
    };
    const cells = Object.entries(sums).map(([name, points]) => {
      const cell = pointsCell(points);
      cell.dataset.sum = name;
      return cell;
    });
    return made("tr", "", seatHead(seen, seat, "row"), ...cells);
  });
  document.getElementById("sums").replaceChildren(made("table", "", made("thead", "", made("tr", "", ...heads)), made("tbody", "", ...rows)));
}

function drawSheet(seen, at, go) {
  const step = seen.steps[at];
  const sheet = document.getElementById("sheet");
  const scrolled = sheet.scrollTop;
  const focused = sheet.contains(document.activeElement) ? document.activeElement.dataset.deal : undefined;
  const body = made("tbody");
  const isOver = seen.isDealEnd(at);
  for (const deal of seen.data.deals.slice(0, step.deal)) {
    const isKnown = deal.number < step.deal || (deal.number === step.deal && isOver);
    const named = deal.number === step.deal ? seen.stage(at).contract : isKnown ? deal.contract : "";
    const button = made("button", "", `${deal.number}${named ? ` ${contractWords(named)}` : ""}`);
    button.type = "button";
    button.dataset.deal = deal.number;
    button.setAttribute("aria-label", `Go to deal ${deal.number}${named ? `, ${contractWords(named)}` : ""}`);
    button.addEventListener("click", () => go(seen.at(deal.number, 1)));
    const head = made("th", "", button);
    head.scope = "row";
    const row = made("tr", "", head, ...deal.points.map((points) => pointsCell(isKnown ? points : null)));
    if (deal.number === step.deal) {
      row.className = "here";
      row.setAttribute("aria-current", "true");
    }
    body.append(row);
  }
  const heads = seen.data.names.map((_, seat) => seatHead(seen, seat, "col", "hidden"));
  sheet.replaceChildren(made("table", "", made("thead", "", made("tr", "", columnHead("Deal"), ...heads)), body));
  sheet.scrollTop = scrolled;
  if (focused) (sheet.querySelector(`[data-deal="${focused}"]`) ?? sheet).focus({ preventScroll: true });
  const here = body.querySelector(".here");
  if (here.offsetTop < sheet.scrollTop || here.offsetTop + here.offsetHeight > sheet.scrollTop + sheet.clientHeight) {
    sheet.scrollTop = here.offsetTop - sheet.clientHeight / 2;
  }
}

function drawDeal(seen, at) {
  const [stage, deal, names] = [seen.stage(at), seen.deal(at), seen.data.names];
  const list = made("dl", "facts");
  const worth = stage.contract ? seen.data.worth[stage.contract].replace(/-(?=\d)/g, "\u2212") : "";
  fact(list, "Contract", stage.contract ? made("b", "", contractWords(stage.contract)) : "not named yet", worth ? `: ${worth}` : "");
  fact(list, "Dealer", names[deal.dealer] + (deal.sits_out === deal.dealer ? ", who sits out" : ""));
  if (stage.declarer !== null) fact(list, "Declarer", names[stage.declarer]);
  if (stage.trump) fact(list, "Trump", trumpWords(stage.trump));
  if (stage.sale) {
    const { seller, buyer, bid, direction } = stage.sale;
    fact(list, "Sold", `${seller === null ? "" : `by ${names[seller]} `}to ${names[buyer]} for ${bid} ${direction}`);
  }
  const calls = seen.calls(at);
  if (calls.length) {
    const lines = calls.map((call) => made("div", "", `${names[call.seat]}: `, answerMade(call, call.answer), call.house ? " (the house)" : ""));
    fact(list, "Calls", ...lines);
  }
  if (deal.kitty) fact(list, "Kitty", cardRun(sortedCards(deal.kitty)));
  else if (stage.shown) fact(list, "Shown", cardRun(sortedCards(stage.shown)));
  if (stage.discard) fact(list, "Laid away", cardRun(sortedCards(stage.discard)));
  const last = seen.lastTrick(at);
  if (last) {
    const won = last.at(-1).won;
    fact(list, "Last trick", cardRun(last.map((step) => step.answer)), ` led by ${names[last[0].seat]}, taken by ${names[won.taker]}, ${signed(won.points)}`);
  }
  if (seen.isDealEnd(at)) {
    if (seen.steps[at].trick !== undefined && deal.tricks < seen.data.hand_size) fact(list, "Ended", "nothing that counts was left");
    if (deal.paid.some((points) => points)) fact(list, "Besides", deal.paid.map((points, seat) => `${names[seat]} ${signed(points)}`).join(", "));
  }
  stage.stocks.forEach((stock, seat) => {
    const whose = stage.stocks.length > 1 ? `Left, ${names[seat]}` : "Left";
    fact(list, whose, stock.map(contractWords).join(", ") || "none");
  });
  document.getElementById("deal").replaceChildren(...list.childNodes);
}

/** How high a bar is: from a tenth of a millisecond to the limit, by powers of ten. */
function barHeight(us, limit) {
  const share = (Math.log10(Math.max(us, 100)) - 2) / (Math.log10(Math.max(limit, 10000)) - 2);
  return `${Math.round(8 + 92 * Math.min(share, 1))}%`;
}

function drawStrip(seen, at) {
  const strip = document.getElementById("strip");
  const [start, number] = [seen.starts[seen.steps[at].deal - 1], seen.steps[at].deal];
  const steps = seen.steps.slice(start, seen.starts[number] ?? seen.steps.length);
  const limit = seen.data.limit_us ?? Math.max(...steps.map((step) => step.charged_us ?? 0));
  const bars = steps.map((step, place) => {
    const bar = made("i", step.fault ? "fault" : "");
    bar.dataset.at = start + place;
    bar.style.setProperty("--seat", `var(--seat${step.seat})`);
    if (step.charged_us !== undefined) bar.style.setProperty("--h", barHeight(step.charged_us, limit));
    if (start + place === at) bar.classList.add("here");
    if (place && !seen.sameBlock(start + place, start + place - 1)) bar.classList.add("block");
    bar.title = `${seen.data.names[step.seat]}${step.charged_us === undefined ? "" : `, ${timeWords(step.charged_us)}`}`;
    return bar;
  });
  strip.replaceChildren(...bars);
}

function drawMarks(seen) {
  const mark = (at, className) => {
    const one = made("i", className);
    one.style.left = `${(100 * at) / Math.max(seen.last, 1)}%`;
    return one;
  };
  const marks = [...seen.starts.map((at) => mark(at, "")), ...seen.faults.map((at) => mark(at, "fault"))];
  document.getElementById("marks").replaceChildren(...marks);
}
