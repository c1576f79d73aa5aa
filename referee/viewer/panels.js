/* What stands beside the table: the decision, the points, the deal, and the steps. */

function fact(list, word, ...inside) {
  list.append(made("dt", "", word), made("dd", "", ...inside));
}

function cardRun(cards, chosen = []) {
  return made("span", "run", ...cards.map((card) => cardInline(card, chosen.includes(card) ? "chosen" : "")));
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
  const words = step.legal.map((one) => answerMade(step, one));
  return words.join(", ");
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

function sumsHead(seen) {
  const row = made("tr", "", made("td", "", made("span", "hidden", "Points of")));
  seen.data.names.forEach((name, seat) => {
    const dot = made("i", "dot");
    dot.style.setProperty("--seat", `var(--seat${seat})`);
    const head = made("th", "", made("span", "hidden", "Seat "), dot, ` ${seat} `, made("span", "name", name));
    head.title = name;
    head.scope = "col";
    row.append(head);
  });
  return made("thead", "", row);
}

function pointsRow(first, numbers) {
  const cells = numbers.map((points) => made("td", points < 0 ? "bad" : "", points === null ? "" : signed(points)));
  return made("tr", "", first, ...cells);
}

function drawSums(seen, at) {
  const step = seen.steps[at];
  const trick = seen.data.names.map((_, seat) => (step.won?.taker === seat ? step.won.points : null));
  const game = seen.pointsBefore(at).map((points, seat) => points + step.points[seat]);
  const rows = Object.entries({ trick, deal: step.points, game }).map(([name, points]) => {
    const head = made("th", "", name === "game" ? "Game" : `This ${name}`);
    head.scope = "row";
    const row = pointsRow(head, points);
    row.dataset.sum = name;
    return row;
  });
  document.getElementById("sums").replaceChildren(made("table", "", sumsHead(seen), made("tbody", "", ...rows)));
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
    const row = pointsRow(made("td", "", button), isKnown ? deal.points : seen.data.names.map(() => null));
    if (deal.number === step.deal) {
      row.className = "here";
      row.setAttribute("aria-current", "true");
    }
    body.append(row);
  }
  sheet.replaceChildren(made("table", "", body));
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
