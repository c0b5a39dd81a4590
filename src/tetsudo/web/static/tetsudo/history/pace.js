/* Playback of other players' moves, one after another, at the pace that the viewer chose: the hexes and companies of a
   move are marked while its line of the log is shown. At "instant", and for viewers who prefer less motion, there are
   only the marks. At "step" the page stays behind and shows the positions themselves, one for each press. A pace chosen
   here is valid until another one is chosen on the settings page. */

import { isShortcut, isTyping, on } from "../page/dispatch.js";
import { outline, picture } from "../map/mapview.js";
import { holdIf, isPast, main, now, show, version } from "../table/position.js";
import { markSeen, moves } from "./since.js";
import { open } from "../table/tabs.js";

const MOVE_MS = { quick: 700, calm: 2200 };
const MAX_TOTAL_MS = { quick: 9000, calm: 60_000 };
const MIN_MOVE_MS = 250;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

const controls = document.getElementById("pace");
const stage = document.getElementById("stage");
const bar = document.getElementById("playing");
const place = bar.querySelector(".at"); // "2 of 5"
const line = bar.querySelector(".said");
const nextButton = bar.querySelector("[data-next]");

// Pace

const KEY = "tetsudo-pace";
const setting = document.documentElement.dataset.pace ?? "quick";

/** The pace chosen on this page, as long as the setting is the same as then. */
function remembered() {
  try {
    const [chosen, settingThen] = (localStorage.getItem(KEY) ?? "").split("|");
    return settingThen === setting ? chosen : setting;
  } catch {
    return setting; // the browser stores nothing
  }
}

function remember() {
  try {
    localStorage.setItem(KEY, `${pace}|${setting}`);
  } catch {
    // the browser stores nothing
  }
}

let pace = remembered();

function updateControls() {
  for (const button of controls.querySelectorAll("[data-pace]")) {
    button.setAttribute("aria-pressed", String(button.dataset.pace === pace));
  }
  controls.querySelector("[data-replay]").disabled = !moves().length || isPast();
}

on("click", "#pace [data-pace]", (_event, button) => {
  pace = button.dataset.pace;
  remember();
  if (pace !== "step") goToPresent();
  updateControls();
});

on("click", "#pace [data-replay]", () => {
  if (!stage.offsetParent) open("map", false); // where the map is a tab of its own
  play(moves());
});

// Playing

let queue = [];
let total = 0;
let timer;

function play(some) {
  stop();
  queue = some.filter(isVisible);
  total = queue.length;
  playNext();
}

/** Add moves that come while others are played. */
function playMore(some) {
  const visible = some.filter(isVisible);
  queue.push(...visible);
  total += visible.length;
}

const entryOf = (number) => document.querySelector(`#log li[data-number="${number}"] a`);

/** True if there is anything to show of a move. */
const isVisible = ({ number, hexes }) => hexes.length > 0 || entryOf(number) !== null;

function playNext() {
  clear();
  const move = queue.shift();
  if (!move) {
    stop();
    return;
  }
  markChanges(move);
  bar.hidden = false;
  place.textContent = place.dataset.of.replace("{at}", total - queue.length).replace("{count}", total);
  showEntry(entryOf(move.number));
  nextButton.hidden = !(pace === "step" || STILL.matches);
  if (!nextButton.hidden) return;
  const ms = Math.min(atPace(MOVE_MS), atPace(MAX_TOTAL_MS) / total);
  timer = setTimeout(playNext, Math.max(MIN_MOVE_MS, ms));
}

const atPace = (times) => times[pace] ?? times.quick;

function markChanges({ hexes, companies }) {
  const glows = picture().querySelector(".glows");
  glows?.append(...hexes.map((name) => outline(name, "since-now")).filter(Boolean));
  for (const symbol of companies) {
    const shown = document.querySelectorAll(`#main [data-company="${CSS.escape(symbol)}"]:not(svg)`);
    for (const element of shown) element.classList.add("is-told");
  }
}

function showEntry(entry) {
  line.replaceChildren(...[...(entry?.childNodes ?? [])].map((each) => each.cloneNode(true)));
}

function clear() {
  clearTimeout(timer);
  for (const each of picture().querySelectorAll(".since-now")) each.remove();
  for (const each of document.querySelectorAll(".is-told")) each.classList.remove("is-told");
}

function stop() {
  clear();
  queue = [];
  if (!waiting()) bar.hidden = true;
}

// Step: the page stays behind, and shows the next position at each press

let isHeld = false;

/** The number of moves that are not on the page yet. */
const waiting = () => (isHeld ? now() - version() : 0);

const hasBots = () => main.dataset.bots === "1";

holdIf(() => {
  if (pace !== "step" || !hasBots()) return false;
  isHeld = true;
  showWaiting();
  return true;
});

function showWaiting() {
  nextButton.hidden = false;
  bar.hidden = false;
  place.textContent = place.dataset.waits.replace("{count}", waiting());
}

function step() {
  if (!isHeld) {
    playNext();
    return;
  }
  const next = version() + 1;
  if (next >= now()) goToPresent();
  else show(`${main.dataset.base}at/${next}/parts/`);
}

function goToPresent() {
  if (isHeld) show(main.dataset.parts);
}

function dismiss() {
  if (isHeld) goToPresent();
  else stop();
  markSeen();
}

on("click", "#playing [data-next]", step);
on("click", "#playing [data-seen]", dismiss);

on("keydown", (event) => {
  if (event.defaultPrevented || isShortcut(event) || isTyping(event)) return;
  if (document.querySelector("dialog[open], :popover-open")) return;
  if (event.key === "Escape" && (!bar.hidden || moves().length)) dismiss();
  else if (event.key === "." && !nextButton.hidden && !bar.hidden) step();
  else return;
  event.preventDefault();
});

// Updates

let lastPlayed = moves().at(-1)?.number ?? 0; // the number of an action

on("tetsudo:entered", () => {
  stop();
  isHeld = false;
  bar.hidden = true;
  lastPlayed = Number.POSITIVE_INFINITY; // earlier moves of that table are not played
});

on("tetsudo:shown", () => {
  updateControls();
  if (isHeld && version() < now()) {
    showWaiting();
    const entry = document.querySelector(`#log a[href$="/at/${version()}/"]`);
    if (entry) showEntry(entry);
    return;
  }
  if (isHeld) {
    isHeld = false;
    lastPlayed = moves().at(-1)?.number ?? lastPlayed;
    stop();
    return;
  }
  if (isPast()) stop();
  else playFresh();
});

/** Play the moves that were not played yet; after an undo, none. */
function playFresh() {
  const before = lastPlayed;
  const fresh = moves().filter((move) => move.number > before);
  lastPlayed = moves().at(-1)?.number ?? before;
  if (!moves().length || lastPlayed < before) stop();
  else if (!fresh.length || pace === "instant" || STILL.matches) return;
  else if (queue.length) playMore(fresh);
  else play(fresh);
}

updateControls();
