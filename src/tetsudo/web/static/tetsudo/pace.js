/* Others' moves, one after another, at a pace of one's own: the hexes and companies of each are shown with its line of
   the log. "instant", and who asks for less motion, has only the marks. "step" shows the positions themselves, each at
   a press. What is chosen here holds until another pace is chosen on the page of settings. */

import { isTyping, picture } from "./mapview.js";
import { outline, see, steps } from "./since.js";
import { choose } from "./tabs.js";
import { holdBy, isPast, main, now, show, version } from "./shown.js";

const TIMES = { quick: 700, calm: 2200 }; // milliseconds for a move
const LONGEST = { quick: 9000, calm: 60_000 }; // for all of them
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

const controls = document.getElementById("pace");
const stage = document.getElementById("stage");
const bar = document.getElementById("playing");
const at = bar.querySelector(".at"), line = bar.querySelector(".said"), nextButton = bar.querySelector("[data-next]");

// Which pace

const setting = document.documentElement.dataset.pace ?? "quick";

function remembered() {
  try {
    const [chosen, then] = (localStorage.getItem("tetsudo-pace") ?? "").split("|");
    return then === setting ? chosen : setting;
  } catch {
    return setting;
  }
}

let pace = remembered();

function say() {
  for (const button of controls.querySelectorAll("[data-pace]")) button.setAttribute("aria-pressed", String(button.dataset.pace === pace));
  controls.querySelector("[data-replay]").disabled = !steps().length || isPast();
}

controls.addEventListener("click", (event) => {
  const chosen = event.target.closest("[data-pace]")?.dataset.pace;
  if (chosen) {
    pace = chosen;
    try { localStorage.setItem("tetsudo-pace", `${pace}|${setting}`); } catch { /* then not */ }
    if (pace !== "step") release();
    say();
  } else if (event.target.closest("[data-replay]")) {
    if (!stage.offsetParent) choose("map", false); // where the map is a tab of its own
    play(steps());
  }
});

// Playing

let queue = [];
let total = 0;
let timer;

/** Show some moves one after another. */
function play(moves) {
  stop();
  queue = moves.filter(says);
  total = queue.length;
  following();
}

const lineOf = (number) => document.querySelector(`#log li[data-number="${number}"] a`);

/** Whether there is anything to show of a move. */
const says = ({ number, hexes }) => hexes.length > 0 || lineOf(number) !== null;

function following() {
  clear();
  const move = queue.shift();
  if (!move) return stop();
  point(move);
  tell(move.number, bar.querySelector(".at").dataset.of.replace("{at}", total - queue.length).replace("{count}", total));
  nextButton.hidden = !(pace === "step" || STILL.matches);
  if (nextButton.hidden) timer = setTimeout(following, Math.max(250, Math.min(time(TIMES), time(LONGEST) / total)));
}

const time = (of) => of[pace] ?? of.quick;

/** Mark what a move changed. */
function point({ hexes, companies }) {
  const glows = picture().querySelector(".glows");
  glows?.append(...hexes.map((name) => outline(name, "since-now")).filter(Boolean));
  for (const symbol of companies) {
    for (const found of document.querySelectorAll(`#main [data-company="${CSS.escape(symbol)}"]:not(svg)`)) found.classList.add("is-told");
  }
}

function tell(number, where) {
  const entry = lineOf(number);
  bar.hidden = false;
  at.textContent = where;
  line.replaceChildren(...[...(entry?.childNodes ?? [])].map((each) => each.cloneNode(true)));
}

function clear() {
  clearTimeout(timer);
  picture().querySelectorAll(".since-now").forEach((each) => each.remove());
  document.querySelectorAll(".is-told").forEach((each) => each.classList.remove("is-told"));
}

function stop() {
  clear();
  queue = [];
  if (!waiting()) bar.hidden = true;
}

// Step: the page stays behind, and shows a position more at each press

let held = false;

const waiting = () => (held ? now() - version() : 0);

holdBy(() => {
  if (pace !== "step" || !hasBots()) return false;
  held = true;
  wait();
  return true;
});

const hasBots = () => main.dataset.bots === "1";

function wait() {
  nextButton.hidden = false;
  bar.hidden = false;
  at.textContent = at.dataset.waits.replace("{count}", waiting());
}

async function step() {
  if (!held) return following();
  const wanted = version() + 1;
  if (wanted >= now()) return release();
  await show(`${main.dataset.base}at/${wanted}/parts/`);
}

/** On to the present. */
function release() {
  if (held) show(main.dataset.parts);
}

// Enough

function enough() {
  if (held) release();
  else stop();
  see();
}

bar.addEventListener("click", (event) => {
  if (event.target.closest("[data-next]")) step();
  else if (event.target.closest("[data-seen]")) enough();
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
  if (document.querySelector("dialog[open], :popover-open")) return;
  if (event.key === "Escape" && (!bar.hidden || steps().length)) enough();
  else if (event.key === "." && !nextButton.hidden && !bar.hidden) step();
  else return;
  event.preventDefault();
});

// What comes

document.addEventListener("tetsudo:entered", () => {
  stop();
  held = false;
  bar.hidden = true;
  told = Infinity; // nothing that is found there is played
});

let told = steps().at(-1)?.number ?? 0;

document.addEventListener("tetsudo:shown", () => {
  say();
  if (held && version() < now()) {
    wait();
    return tellStep();
  }
  if (held) {
    held = false;
    told = steps().at(-1)?.number ?? told;
    return stop();
  }
  if (isPast()) return stop();
  const moves = steps(), fresh = moves.filter((move) => move.number > told);
  const before = told;
  told = moves.at(-1)?.number ?? before;
  if (!moves.length) stop();
  else if (told < before) stop(); // taken back
  else if (fresh.length && pace !== "instant" && !STILL.matches) queue.length ? more(fresh) : play(fresh);
});

/** Moves that come while others are shown. */
function more(moves) {
  const shown = moves.filter(says);
  queue.push(...shown);
  total += shown.length;
}

/** The line of the position that is shown while others wait. */
function tellStep() {
  const move = read(version());
  if (move) line.replaceChildren(...move);
}

/** The log's line that leads to a version. */
function read(version) {
  const link = document.querySelector(`#log a[href$="/at/${version}/"]`);
  return link && [...link.childNodes].map((each) => each.cloneNode(true));
}

say();
