/* The position on the page, the present position, and the way from one to the other. */

import { emit, on } from "../page/dispatch.js";

export const main = document.getElementById("main");

let plainTitle = document.title;
let fetching = false;
let next = null; // what to show after the answer that is under way

export const now = () => Number(main.dataset.now);
export const version = () => Number(main.dataset.version);
export const isPast = () => main.dataset.past === "1";

/** Take over what #standing says after a swap. */
export function update() {
  const standing = document.getElementById("standing").dataset;
  main.dataset.version = standing.version;
  main.dataset.compared = standing.compared;
  main.dataset.about = document.getElementById("hand").dataset.about;
  if (standing.past) main.dataset.past = "1";
  else delete main.dataset.past;
  if (standing.now) main.dataset.now = Math.max(Number(standing.now), now());
  showTurn(standing.turn === "1");
  emit("tetsudo:shown", { version: version() });
  catchUp();
}

/** Change the page's title, for another table (branches.js). */
export function rename(title) {
  plainTitle = title;
}

/** The table's number of moves, from the stream. */
export function setNow(moves) {
  main.dataset.now = Math.max(moves, now());
  if (isPast()) emit("tetsudo:now", now());
  else setTimeout(catchUp, 20); // the answer to a move of ours may be under way
}

let requests = 0; // of htmx, under way

/** Leave out an answer to an element that is no longer on the page, such as one about a run at another position. */
function dropIfGone({ target, detail }) {
  if (!target.isConnected) detail.shouldSwap = false;
}

// htmx has no event for an answer whose button was swapped meanwhile (htmx issue 2547), so the request itself is observed
on("htmx:beforeSend", ({ detail: { xhr, target, requestConfig } }) => {
  requests += 1;
  target.addEventListener("htmx:beforeSwap", dropIfGone, { once: true });
  xhr.addEventListener("loadend", () => {
    requests -= 1;
    const isLost = requestConfig.verb === "post" && !target.isConnected; // its changes are not on the page
    setTimeout(isLost ? () => refresh({ whole: true }) : catchUp, 0);
  });
});

/** False if the viewer has just gone back: then the page stays in the past. */
const wantsPresent = () => location.pathname === main.dataset.base;

let isHeld = () => false;

/** Let a function say whether the page waits before it goes to the present (pace.js). */
export function holdIf(question) {
  isHeld = question;
}

function catchUp() {
  if (wantsPresent() && version() < now() && !requests && !isHeld()) refresh();
}

/** Fetch the present position again; `whole`: with the parts that should be on the page already. */
export function refresh({ whole = false } = {}) {
  if (wantsPresent()) show(main.dataset.parts, whole);
}

/** Fetch the position on the page once more, as a whole. */
export function refetch() {
  show(wantsPresent() ? main.dataset.parts : `${location.pathname}parts/`, true);
}

/** Fetch the parts of a position and show them. During a request only the last call counts. */
export async function show(url, whole = false) {
  if (fetching) {
    next = [url, whole];
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
    const html = await answer.text();
    if (answer.ok && table === main.dataset.table) window.htmx.swap("#acts", html, { swapStyle: "none" });
  } catch {
    setTimeout(catchUp, 3000); // the stream may be alive, so try again without it
  } finally {
    fetching = false;
  }
  if (next) {
    const call = next;
    next = null;
    await show(...call);
  }
}

// The turn in the window's title and icon, for viewers in another window

const icon = document.querySelector("link[rel=icon]");
const plainIcon = icon?.href;

let count = 0;
let isShownTurn = false;

/** Show the number of other tables that wait for the viewer. */
export function setCount(number) {
  count = number;
  showTurn(isShownTurn);
}

function showTurn(isTurn) {
  isShownTurn = isTurn;
  const waiting = count ? `(${count}) ` : "";
  document.title = isTurn ? `${waiting}● ${main.dataset.yourTurn} – ${plainTitle}` : waiting + plainTitle;
  const href = isTurn ? plainIcon?.replace("icon.svg", "icon-turn.svg") : plainIcon;
  if (icon && icon.href !== href) icon.href = href; // each change is fetched
}
