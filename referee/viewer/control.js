/* Where we are, how we get on, and the address that names it. */

const byId = (id) => document.getElementById(id);
const memory = { seat: whole.seat, at: 0, seen: new Seen(whole), timer: undefined };

function show() {
  const { seen, at } = memory;
  const step = seen.steps[at];
  drawTable(seen, at, memory.seat ?? 0);
  drawDecision(seen, at);
  drawSums(seen, at);
  drawSheet(seen, at, go);
  drawDeal(seen, at);
  drawStrip(seen, at);
  const words = stepWords(seen, at);
  byId("say").textContent = words;
  const slider = byId("slider");
  slider.value = at + 1;
  slider.setAttribute("aria-valuetext", words);
  const end = seen.starts[step.deal] ?? seen.steps.length;
  const [deal, of] = [`Deal ${step.deal}`, `${step.decision} of ${end - seen.starts[step.deal - 1]}`];
  byId("where").replaceChildren(made("b", "", deal), " ", made("span", "", of));
  for (const size of ["card", "trick", "deal"]) {
    byId(`${size}-back`).disabled = at === 0;
    byId(`${size}-on`).disabled = at === seen.last;
  }
  byId("fault-back").disabled = seen.moved(at, "fault", -1) === at;
  byId("fault-on").disabled = seen.moved(at, "fault", 1) === at;
}

function address() {
  const step = memory.seen.steps[memory.at];
  const seat = memory.seat === null || whole.seat !== null ? "" : `&seat=${memory.seat}`;
  return `#${step.deal}.${step.decision}${seat}`;
}

/** A browser lets an address change only so often: it is written when the steps come to rest. */
function noteAddress() {
  clearTimeout(memory.timer);
  memory.timer = setTimeout(() => {
    if (location.hash !== address()) history.replaceState(null, "", address());
  }, 120);
}

function go(at) {
  memory.at = at;
  show();
  noteAddress();
}

function move(size, way) {
  go(memory.seen.moved(memory.at, size, way));
}

function look(seat) {
  memory.seat = seat;
  memory.seen = new Seen(seat === null || whole.seat !== null ? whole : seatData(whole, seat));
  byId("seat").value = seat ?? "";
  byId("faults").hidden = memory.seen.faults.length === 0;
  drawMarks(memory.seen);
}

/** Goes where the address says, such as `#3.14&seat=2`; to the beginning without one. */
function follow() {
  const found = /^#(\d+)(?:\.(\d+))?(?:&seat=(\d+))?$/.exec(location.hash);
  const [deal, decision] = found ? [Number(found[1]), Number(found[2] ?? 1)] : [1, 1];
  const seat = found?.[3] === undefined ? null : Number(found[3]);
  if (whole.seat === null) look(seat !== null && seat < whole.names.length ? seat : null);
  go(memory.seen.at(deal, decision));
}

const KEYS = {
  ArrowLeft: ["card", -1], ArrowRight: ["card", 1], ArrowUp: ["trick", -1], ArrowDown: ["trick", 1],
  PageUp: ["deal", -1], PageDown: ["deal", 1], f: ["fault", 1], F: ["fault", -1],
};

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches("select, #sheet")) return;
  if (event.key === "Home") go(0);
  else if (event.key === "End") go(memory.seen.last);
  else if (event.key === "v" && whole.seat === null) {
    const next = memory.seat === null ? 0 : memory.seat + 1;
    look(next < whole.names.length ? next : null);
    go(memory.at);
  } else if (event.key in KEYS) {
    const [size, way] = KEYS[event.key];
    move(event.shiftKey && event.key.startsWith("Arrow") ? "trick" : size, way);
  } else return;
  event.preventDefault();
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
    look(event.target.value === "" ? null : Number(event.target.value));
    go(memory.at);
  });
  document.body.classList.toggle("many", whole.names.length > 4);
  byId("slider").max = memory.seen.steps.length;
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value) - 1));
  for (const size of ["card", "trick", "deal", "fault"]) {
    byId(`${size}-back`).addEventListener("click", () => move(size, -1));
    byId(`${size}-on`).addEventListener("click", () => move(size, 1));
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
