/* Which position the page shows, which is the present one, and the way from one to the other. */

export const main = document.getElementById("main");

let plainTitle = document.title;
let fetching = false;
let again = null; // what to show once the answer that is waited for has come

export const now = () => Number(main.dataset.now);
export const version = () => Number(main.dataset.version);
export const isPast = () => main.dataset.past === "1";

/** What #standing says after a swap is how things stand. */
export function shown() {
  const standing = document.getElementById("standing").dataset;
  main.dataset.version = standing.version;
  main.dataset.compared = standing.compared;
  main.dataset.about = document.getElementById("hand").dataset.about;
  if (standing.past) main.dataset.past = "1";
  else delete main.dataset.past;
  if (standing.now) main.dataset.now = Math.max(Number(standing.now), now());
  hint(standing.turn === "1");
  document.dispatchEvent(new CustomEvent("tetsudo:shown", { detail: { version: version() } }));
  catchUp();
}

/** The page is another table's from now on (branches.js). */
export function rename(title) {
  plainTitle = title;
}

/** The table has had so many moves. */
export function heard(moves) {
  main.dataset.now = Math.max(moves, now());
  if (isPast()) document.dispatchEvent(new CustomEvent("tetsudo:now", { detail: now() }));
  else setTimeout(catchUp, 20); // an answer to our own move may be under way
}

let posting = 0;

/** htmx says nothing of an answer whose button was swapped away meanwhile (htmx issue 2547): the request itself does. */
document.addEventListener("htmx:beforeSend", ({ detail: { xhr, target, requestConfig } }) => {
  posting += 1;
  xhr.addEventListener("loadend", () => {
    posting -= 1;
    const isLost = requestConfig.verb === "post" && !target.isConnected; // what it changed is shown nowhere
    setTimeout(isLost ? () => refresh({ whole: true }) : catchUp, 0);
  });
});

/** Somebody who has just stepped back must not be brought to the present. */
const wantsPresent = () => location.pathname === main.dataset.base;

let isHeld = () => false;

/** Whoever shows positions one by one may keep the page from going to the present by itself. */
export const holdBy = (asked) => { isHeld = asked; };

function catchUp() {
  if (wantsPresent() && version() < now() && !posting && !isHeld()) refresh();
}

/** Fetch the present position again; `whole`: also what should be there already. */
export function refresh({ whole = false } = {}) {
  if (wantsPresent()) show(main.dataset.parts, whole);
}

/** Fetch the parts of a position and show them; of several wishes the last one counts. */
export async function show(url, whole = false) {
  if (fetching) {
    again = [url, whole];
    return;
  }
  fetching = true;
  const { table } = main.dataset;
  try {
    const known = new URLSearchParams({ map: document.getElementById("map").dataset.map });
    if (!whole) {
      known.set("version", main.dataset.version);
      known.set("compared", main.dataset.compared ?? "");
      known.set("rounds", document.getElementById("rounds").dataset.rounds);
    }
    const answer = await fetch(`${url}?${known}`, { headers: { "HX-Request": "true" } });
    const text = await answer.text();
    if (answer.ok && table === main.dataset.table) window.htmx.swap("#acts", text, { swapStyle: "none" });
  } catch {
    setTimeout(catchUp, 3000); // the stream may never have been cut
  } finally {
    fetching = false;
  }
  if (again) {
    const next = again;
    again = null;
    await show(...next);
  }
}

// Whose turn it is, also for who looks at another window

const icon = document.querySelector("link[rel=icon]");
const plainIcon = icon?.href;

function hint(isTurn) {
  document.title = isTurn ? `● ${main.dataset.yourTurn} – ${plainTitle}` : plainTitle;
  const wanted = isTurn ? plainIcon?.replace("icon.svg", "icon-turn.svg") : plainIcon;
  if (icon && icon.href !== wanted) icon.href = wanted; // each change is fetched
}
