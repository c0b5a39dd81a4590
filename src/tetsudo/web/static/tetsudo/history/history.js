/* The history track under the map: leads to every position of the game, by its handle, keys or links. */

import { isPlainClick, isShortcut, isTyping, on } from "../page/dispatch.js";
import { openTab } from "../table/tabs.js";
import { isPast, main, now, show, version } from "../table/position.js";

const handle = document.getElementById("handle");
const nowLink = document.getElementById("now");
const branch = document.getElementById("branch");
const study = document.getElementById("add-to-study");
const steps = document.querySelectorAll("[data-step]");
let path = []; // versions by number of actions
let aim = null; // the position asked for, until it is on the page

function read() {
  const track = document.querySelector("#track .segments");
  measure(track);
  path = [];
  for (const run of track.dataset.path.split(",")) {
    const [first, last] = run.split("-").map(Number);
    for (let version = first; version <= last; version += 1) path.push(version);
  }
  handle.max = path.length - 1;
  if (!isPast()) main.dataset.now = Math.max(Number(track.dataset.now), now());
}

/** Widths of rounds, by their numbers of actions. They are set here, since pages may have no inline styles. */
function measure(track) {
  track.style.setProperty("--actions", Math.max(Number(track.dataset.length), 1));
  for (const round of track.children) round.style.flexGrow = round.dataset.length;
}

const addressOf = (version) => `${main.dataset.base}at/${version}/`;
const last = () => path.length - 1;
export const wanted = () => Number(handle.value);
export const isAtEnd = () => wanted() >= last();
const clamp = (at) => Math.min(Math.max(at, 0), last());

function mark() {
  const at = isPast() ? path.indexOf(version()) : last();
  if (aim === at) aim = null;
  if (at >= 0 && aim === null) handle.value = at;
  label();
  nowLink.classList.toggle("is-behind", isPast());
  steps[0].disabled = wanted() <= 0;
  steps[1].disabled = !isPast();
  branch.action = main.dataset.branch.replace(/0\/$/, `${version()}/`);
  study.href = `${main.dataset.base}study/${version()}/`;
  markLog(at);
}

/** The last of the elements that start before a position. */
const roundAt = (rounds, at) => [...rounds].reverse().find((each) => Number(each.dataset.start) < Math.max(at, 1));

function label() {
  const at = wanted();
  const round = roundAt(document.querySelectorAll("#track .segments > span"), at);
  handle.setAttribute("aria-valuetext", `${round?.dataset.name ?? ""} · ${at}`);
  handle.title = `${round?.dataset.name ?? ""} · ${at}/${last()}`;
}

/** Mark the position's line in the log. Its round is opened, and then fetched. */
function markLog(at) {
  for (const line of document.querySelectorAll(".log .is-here")) line.classList.remove("is-here");
  if (!isPast() || openTab() !== "log" || at < 0) return;
  const line = document.querySelector(`.log li[data-number="${at}"]`);
  const round = line?.closest("details") ?? roundAt(document.querySelectorAll(".log details.round"), at);
  if (round) round.open = true;
  line?.classList.add("is-here");
  line?.scrollIntoView({ block: "nearest" });
}

on("tetsudo:tab", () => markLog(path.indexOf(version())));
on("htmx:afterSettle", ".log", () => markLog(path.indexOf(version())));

// A round of the log is fetched when it is opened
on(
  "toggle",
  ({ target }) => {
    const place = target.open && target.querySelector?.(":scope > [data-log]");
    if (!place) return;
    window.htmx.ajax("GET", `${addressOf(now())}log/${place.dataset.log}`, { target: place, swap: "outerHTML" });
  },
  { capture: true },
);

/** Show the position after a number of actions. */
export function goTo(at) {
  aim = at;
  handle.value = at;
  label();
  const isNow = at >= last();
  visit(isNow ? main.dataset.base : addressOf(path[at]), isNow, true);
}

function visit(address, isNow, isStep) {
  const wasPast = location.pathname.includes("/at/");
  if (location.pathname !== address) {
    history[isStep && wasPast && !isNow ? "replaceState" : "pushState"]({}, "", address);
  }
  return follow(address, isNow);
}

function follow(address, isNow) {
  return isNow ? show(main.dataset.parts) : show(`${address}parts/`);
}

addEventListener("popstate", () => {
  aim = null;
  if (!location.pathname.startsWith(main.dataset.base)) return; // another table: branches.js
  follow(location.pathname, location.pathname === main.dataset.base);
});

// Handle, buttons and links

let settling;
handle.addEventListener("input", () => {
  label();
  clearTimeout(settling);
  settling = setTimeout(() => goTo(wanted()), 60);
});

let nextPosition = async (at, by) => at + by;

/** Set where the step buttons lead from a position: by one action, or to the next company (film.js). */
export function setStride(stride) {
  nextPosition = stride;
}

async function step(by) {
  goTo(clamp(await nextPosition(wanted(), by)));
}

for (const button of steps) button.addEventListener("click", () => step(Number(button.dataset.step)));

on("click", "a[href]:not([target])", (event, link) => {
  if (!isPlainClick(event)) return;
  const address = new URL(link.href).pathname;
  const isHere = address === main.dataset.base && !link.closest("header");
  if (!isHere && !address.startsWith(`${main.dataset.base}at/`)) return;
  event.preventDefault();
  const at = path.indexOf(Number(address.split("/").at(-2)));
  const isNow = isHere || at === last();
  aim = null;
  visit(isNow ? main.dataset.base : address, isNow, false);
});

// Keys

const KEYS = {
  ArrowLeft: () => wanted() - 1,
  ArrowRight: () => wanted() + 1,
  Home: () => 0,
  End: () => last(),
};

const WITH_OWN_KEYS = "input[type=range], [role=tab], [role=radiogroup], input[type=radio], .hex, [data-own-keys]";

on("keydown", (event) => {
  if (event.defaultPrevented || isShortcut(event) || event.shiftKey || !KEYS[event.key]) return;
  if (isTyping(event) || event.target.closest?.(WITH_OWN_KEYS)) return;
  event.preventDefault();
  const at = clamp(KEYS[event.key]());
  if (at !== wanted() || (event.key === "End" && isPast())) goTo(at);
});

// Updates

let fetched = now();

on("tetsudo:entered", () => {
  aim = null;
  fetched = now();
});

// While the page shows the past, the track and the log grow with the game
on("tetsudo:now", async () => {
  if (fetched >= now()) return;
  const before = fetched;
  fetched = now();
  try {
    const answer = await fetch(main.dataset.chronicle);
    if (answer.ok && isPast()) window.htmx.swap("#acts", await answer.text(), { swapStyle: "none" });
    read();
    mark();
  } catch {
    fetched = before; // the next event tries again
  }
});

on("tetsudo:shown", () => {
  read();
  mark();
});
