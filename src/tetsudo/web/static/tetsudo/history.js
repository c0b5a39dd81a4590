/* The track under the map: every position of the game, by hand, key or link. */

import { isTyping } from "./mapview.js";
import { chosen } from "./tabs.js";
import { isPast, main, now, show, version } from "./shown.js";

const handle = document.getElementById("handle");
const nowLink = document.getElementById("now");
const branch = document.getElementById("branch");
const steps = document.querySelectorAll("[data-step]");
let path = []; // the version after so many actions
let aim = null; // where the hand has gone already while an answer is waited for

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

/** As wide as it is long: here, since a page may bring no styles of its own. */
function measure(track) {
  track.style.setProperty("--actions", Math.max(Number(track.dataset.length), 1));
  for (const round of track.children) round.style.flexGrow = round.dataset.length;
}

const addressOf = (number) => `${main.dataset.base}at/${number}/`;
const last = () => path.length - 1;
const wanted = () => Number(handle.value);

function mark() {
  const at = isPast() ? path.indexOf(version()) : last();
  if (aim === at) aim = null;
  if (at >= 0 && aim === null) handle.value = at;
  label();
  nowLink.classList.toggle("is-behind", isPast());
  steps[0].disabled = wanted() <= 0;
  steps[1].disabled = !isPast();
  branch.action = main.dataset.branch.replace(/0\/$/, `${version()}/`);
  markLog(at);
}

function label() {
  const at = wanted();
  const segment = [...document.querySelectorAll("#track .segments > span")].reverse().find((each) => Number(each.dataset.start) < Math.max(at, 1));
  handle.setAttribute("aria-valuetext", `${segment?.dataset.name ?? ""} · ${at}`);
  handle.title = `${segment?.dataset.name ?? ""} · ${at}/${last()}`;
}

/** The log's line of the position shown; the round that it stands in is opened, and then fetched. */
function markLog(at) {
  document.querySelectorAll(".log .is-here").forEach((line) => line.classList.remove("is-here"));
  if (!isPast() || chosen() !== "log" || at < 0) return;
  const line = document.querySelector(`.log li[data-number="${at}"]`);
  const round = line?.closest("details") ?? roundOf(at);
  if (round) round.open = true;
  line?.classList.add("is-here");
  line?.scrollIntoView({ block: "nearest" });
}

const roundOf = (at) =>
  [...document.querySelectorAll(".log details.round")].reverse().find((each) => Number(each.dataset.start) < Math.max(at, 1));

document.addEventListener("tetsudo:tab", () => markLog(path.indexOf(version())));
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.closest?.(".log")) markLog(path.indexOf(version()));
});

/** A round of the log that is opened is fetched. */
document.addEventListener("toggle", ({ target }) => {
  const place = target.open && target.querySelector?.(":scope > [data-log]");
  if (place) window.htmx.ajax("GET", `${addressOf(now())}log/${place.dataset.log}`, { target: place, swap: "outerHTML" });
}, true);

/** Show the position after so many actions. */
function goTo(at) {
  aim = at;
  handle.value = at;
  label();
  const isNow = at >= last();
  visit(isNow ? main.dataset.base : addressOf(path[at]), isNow, true);
}

function visit(address, isNow, isStep) {
  const wasPast = location.pathname.includes("/at/");
  if (location.pathname !== address) history[isStep && wasPast && !isNow ? "replaceState" : "pushState"]({}, "", address);
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

// By hand

let settled;
handle.addEventListener("input", () => {
  label();
  clearTimeout(settled);
  settled = setTimeout(() => goTo(wanted()), 60);
});

for (const button of steps) {
  button.addEventListener("click", () => goTo(clamp(wanted() + Number(button.dataset.step))));
}

const clamp = (at) => Math.min(Math.max(at, 0), last());

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const address = new URL(link.href).pathname;
  const isHere = address === main.dataset.base && !link.closest("header");
  if (!isHere && !address.startsWith(`${main.dataset.base}at/`)) return;
  event.preventDefault();
  const at = path.indexOf(Number(address.split("/").at(-2)));
  const isNow = isHere || at === last();
  aim = null;
  visit(isNow ? main.dataset.base : address, isNow, false);
});

// By keys

const KEYS = {
  ArrowLeft: () => wanted() - 1,
  ArrowRight: () => wanted() + 1,
  Home: () => 0,
  End: () => last(),
};

document.addEventListener("keydown", (event) => {
  const isTaken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (isTaken || !KEYS[event.key] || isTyping(event) || event.target.closest?.("input[type=range], [role=tab], [role=radiogroup], input[type=radio], .hex, [data-own-keys]")) return;
  event.preventDefault();
  const at = clamp(KEYS[event.key]());
  if (at !== wanted() || (event.key === "End" && isPast())) goTo(at);
});

// What comes

let fetched = now();

document.addEventListener("tetsudo:entered", () => {
  aim = null;
  fetched = now();
});

/** While the page shows the past, track and log grow with the game. */
document.addEventListener("tetsudo:now", async () => {
  if (fetched >= now()) return;
  const before = fetched;
  fetched = now();
  try {
    const answer = await fetch(main.dataset.chronicle);
    if (answer.ok && isPast()) window.htmx.swap("#acts", await answer.text(), { swapStyle: "none" });
    read();
    mark();
  } catch {
    fetched = before; // until the stream says more
  }
});

document.addEventListener("tetsudo:shown", () => {
  read();
  mark();
});
