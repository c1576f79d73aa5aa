/* Where we are, how we get on, and the address that names it. */

const byId = (id) => document.getElementById(id);
const memory = { seat: whole.seat, at: 0, seen: new Seen(whole), timer: undefined };
// Below this height a bar that stays would leave no room for the trick: see game.css.
const LOW = matchMedia("(max-height: 37.5rem)");

/** A button without effect, which keeps the focus: one that is `disabled` would lose it. */
function setIdle(id, isIdle) {
  byId(id).setAttribute("aria-disabled", String(isIdle));
}

function isIdle(id) {
  return byId(id).getAttribute("aria-disabled") === "true";
}

/** Draws all; `news` is heard before the step, and what was amiss with the address goes away. */
function show(news = "", amiss = "") {
  const { seen, at } = memory;
  const step = seen.steps[at];
  drawTable(seen, at, memory.seat ?? 0);
  drawDecision(seen, at);
  drawResult(seen, at);
  drawSums(seen, at);
  drawSheet(seen, at, go);
  drawDeal(seen, at);
  drawStrip(seen, at);
  const words = stepWords(seen, at);
  byId("say").textContent = `${news}${words}`;
  byId("amiss").textContent = amiss;
  const slider = byId("slider");
  slider.value = at + 1;
  slider.setAttribute("aria-valuetext", words);
  const [deal, of] = [`Deal ${step.deal}`, `${step.decision} of ${seen.decisionsIn(at)}`];
  byId("where").replaceChildren(made("b", "", deal), " ", made("span", "", of));
  for (const size of ["card", "trick", "deal"]) {
    setIdle(`${size}-back`, at === 0);
    setIdle(`${size}-on`, at === seen.last);
  }
  setIdle("fault-back", seen.moved(at, "fault", -1) === at);
  setIdle("fault-on", seen.moved(at, "fault", 1) === at);
}

function address() {
  return addressOf(memory.seen.steps[memory.at], whole.seat === null ? memory.seat : null);
}

/** A browser lets an address change only so often: it is written when the steps come to rest. */
function noteAddress() {
  clearTimeout(memory.timer);
  memory.timer = setTimeout(() => {
    if (location.hash !== address()) history.replaceState(null, "", address());
  }, 120);
}

function go(at, news, amiss) {
  memory.at = at;
  show(news, amiss);
  noteAddress();
}

function move(size, way) {
  go(memory.seen.moved(memory.at, size, way));
}

/**
 * In a low window, brings the trick into sight, and the hand below it where there is room.
 * Not for those who have scrolled on to read something else.
 */
function keepTrickInSight() {
  const felt = byId("felt").getBoundingClientRect();
  const middle = innerHeight / 2;
  if (!LOW.matches || felt.top > middle || felt.bottom < middle) return;
  for (const one of [document.querySelector(".at-own"), byId("trick")]) {
    one.scrollIntoView({ block: "nearest", behavior: "instant" });
  }
}

function look(seat) {
  memory.seat = seat;
  memory.seen = new Seen(seat === null || whole.seat !== null ? whole : seatData(whole, seat));
  byId("seat").value = seat ?? "";
  byId("faults").hidden = memory.seen.faults.length === 0;
  drawMarks(memory.seen);
}

/** Shows another view of the same moment, and says which. */
function lookAnew(seat) {
  look(seat);
  go(memory.at, seat === null ? "All hands open. " : `Seen by ${whole.names[seat]}, seat ${seat}. `);
}

/** Goes where the address says, such as `#3.14&seat=2`; to the beginning without one. */
function follow() {
  const asked = readAddress(location.hash);
  const [seat, noSeat] = seatAsked(asked, whole);
  look(seat);
  const at = memory.seen.at(asked.deal, asked.decision);
  go(at, "", [...asked.amiss, ...missingWords(asked, memory.seen, at), ...noSeat].join(" "));
}

const KEYS = {
  ArrowLeft: ["card", -1], ArrowRight: ["card", 1], ArrowUp: ["trick", -1], ArrowDown: ["trick", 1],
  PageUp: ["deal", -1], PageDown: ["deal", 1], f: ["fault", 1], F: ["fault", -1],
};

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches("select, #sheet")) return;
  let isStep = true;
  if (event.key === "Home") go(0);
  else if (event.key === "End") go(memory.seen.last);
  else if (event.key === "v" && whole.seat === null) {
    const next = memory.seat === null ? 0 : memory.seat + 1;
    lookAnew(next < whole.names.length ? next : null);
    isStep = false;
  } else if (event.key in KEYS) {
    const [size, way] = KEYS[event.key];
    move(event.shiftKey && event.key.startsWith("Arrow") ? "trick" : size, way);
  } else return;
  event.preventDefault();
  if (isStep && event.target !== byId("slider")) keepTrickInSight();
}

const THEMES = ["auto", "light", "dark"];

function theme(name) {
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  byId("theme").textContent = { auto: "Colors: auto", light: "Colors: light", dark: "Colors: dark" }[name];
  try {
    localStorage.setItem("king-theme", name);
  } catch { /* a browser may forbid it: then it is not kept */ }
  return name;
}

function keptTheme() {
  try {
    return localStorage.getItem("king-theme");
  } catch {
    return null;
  }
}

function begin() {
  const options = Object.entries(whole.options).map(([key, value]) => ` ${key}=${value}`).join("");
  byId("game").textContent = `Game ${whole.game}`;
  byId("rules").textContent = `${whole.title} (${whole.ruleset}${options}); table ${whole.table}, board ${whole.board}, rotation ${whole.rotation}`;
  const choices = whole.seat === null ? [["", "all hands open"]] : [];
  whole.names.forEach((name, seat) => {
    if (whole.seat === null || whole.seat === seat) choices.push([String(seat), `as seat ${seat}, ${name}`]);
  });
  byId("seat").append(...choices.map(([value, text]) => new Option(text, value)));
  byId("seat").disabled = whole.seat !== null;
  byId("seat").addEventListener("change", (event) => {
    lookAnew(event.target.value === "" ? null : Number(event.target.value));
  });
  document.body.classList.toggle("many", whole.names.length > 4);
  byId("slider").max = memory.seen.steps.length;
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value) - 1));
  for (const size of ["card", "trick", "deal", "fault"]) {
    for (const [id, way] of [[`${size}-back`, -1], [`${size}-on`, 1]]) {
      byId(id).addEventListener("click", () => {
        if (isIdle(id)) return;
        move(size, way);
        // Where the buttons do not stay, they would slip away from under the pointer.
        if (getComputedStyle(document.querySelector(".steps")).position === "sticky") keepTrickInSight();
      });
    }
  }
  byId("strip").addEventListener("click", (event) => {
    const bar = event.target.closest("[data-at]");
    if (bar) go(Number(bar.dataset.at));
  });
  let chosen = theme(THEMES.includes(keptTheme()) ? keptTheme() : "auto");
  byId("theme").addEventListener("click", () => {
    chosen = theme(THEMES[(THEMES.indexOf(chosen) + 1) % THEMES.length]);
  });
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", () => {
    if (location.hash !== address()) follow();
  });
  look(whole.seat);
  follow();
}

begin();
