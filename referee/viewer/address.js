/* The address of a position, such as `#3.14&seat=2`: how it is written, and what was wrong with it. */

function addressOf(step, seat) {
  return `#${step.deal}.${step.decision}${seat === null ? "" : `&seat=${seat}`}`;
}

/** What an address asks for: what is right in it is kept, and the rest is complained of. */
function readAddress(hash) {
  const found = { deal: 1, decision: 1, seat: null, amiss: [] };
  for (const part of hash.replace(/^#/, "").split("&")) {
    const place = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(part);
    const shown = part.length > 40 ? `${part.slice(0, 40)}\u2026` : part;
    if (place) [found.deal, found.decision] = [Number(place[1]), Number(place[2] ?? 1)];
    else if (/^seat=\d{1,15}$/.test(part)) found.seat = Number(part.slice(5));
    else if (part.startsWith("seat=")) found.amiss.push(`The address names no seat by \u201c${shown}\u201d.`);
    else if (part) found.amiss.push(`The address says \u201c${shown}\u201d, which is no deal and decision such as 3.14.`);
  }
  return found;
}

/** What is asked for and is not there, and what is shown in its place. */
function missingWords(asked, seen, at) {
  const step = seen.steps[at];
  const words = [];
  if (asked.deal !== step.deal) words.push(`There is no deal ${asked.deal}: this is deal ${step.deal} of ${seen.starts.length}.`);
  if (asked.decision !== step.decision) {
    words.push(`There is no decision ${asked.decision} in deal ${step.deal}: this is decision ${step.decision} of ${seen.decisionsIn(at)}.`);
  }
  return words;
}

/** The seat whose view is shown, and a complaint where that is not what was asked for. */
function seatAsked(asked, data) {
  if (data.seat !== null) {
    const isOther = asked.seat !== null && asked.seat !== data.seat;
    return [data.seat, isOther ? [`This page shows only what seat ${data.seat} saw, and not seat ${asked.seat}.`] : []];
  }
  if (asked.seat === null || asked.seat < data.names.length) return [asked.seat, []];
  return [null, [`There is no seat ${asked.seat}, but 0 to ${data.names.length - 1}: all hands are open.`]];
}
