/* The past as a film: plays from the position shown at one of three speeds, and the step buttons jump by move, round,
   company or player. */

import { isShortcut, isTyping, on } from "../page/dispatch.js";
import { goTo, isAtEnd, setStride, wanted } from "./history.js";
import { main } from "../table/position.js";

const SPEEDS_MS = { slow: 2000, normal: 900, quick: 250 };

const button = document.getElementById("film");
const speed = document.getElementById("film-speed");
const unit = document.getElementById("step-by");

// Play

let timer = null;

const isPlaying = () => button.getAttribute("aria-pressed") === "true";

function play() {
  if (isAtEnd()) goTo(starts("round").findLast((at) => at < wanted()) ?? 0);
  button.setAttribute("aria-pressed", "true");
  wait();
}

function stop() {
  clearTimeout(timer);
  button.setAttribute("aria-pressed", "false");
}

const wait = () => {
  clearTimeout(timer);
  timer = setTimeout(advance, SPEEDS_MS[speed.value]);
};

function advance() {
  if (isAtEnd()) stop();
  else goTo(wanted() + 1);
}

on("click", "#film", () => (isPlaying() ? stop() : play()));

// Each picture stays for its time from when it is on the page, so a slow connection skips none
on("tetsudo:shown", () => {
  if (!isPlaying()) return;
  if (isAtEnd()) stop();
  else wait();
});

on("input", "#handle", stop);
on("click", "[data-step], #now, .log a, #branch button", stop);
on("tetsudo:entered", stop);

const LEAVE_KEYS = ["Escape", "ArrowLeft", "ArrowRight", "Home", "End"];

on("keydown", (event) => {
  if (LEAVE_KEYS.includes(event.key) && isPlaying()) stop();
  else if (event.key === " " && !isShortcut(event) && !isTyping(event) && event.target === document.body) {
    event.preventDefault();
    button.click();
  }
});

// Jump

let turns = {}; // by unit: numbers of actions
let turnsVersion = -1;

/** Positions where a unit starts. */
function starts(name) {
  if (name !== "round") return turns[name] ?? [];
  return [...document.querySelectorAll("#track .segments > span")].map((each) => Number(each.dataset.start));
}

async function fetchTurns() {
  const now = Number(main.dataset.now);
  if (turnsVersion === now) return;
  const answer = await fetch(`${main.dataset.base}turns/`).catch(() => null);
  if (!answer?.ok) return;
  turns = await answer.json();
  turnsVersion = now;
}

setStride(async (at, by) => {
  if (unit.value === "move") return at + by;
  if (unit.value !== "round") await fetchTurns();
  const found = starts(unit.value);
  return by > 0 ? (found.find((each) => each > at) ?? Infinity) : (found.findLast((each) => each < at) ?? 0);
});

on("tetsudo:entered", () => {
  turnsVersion = -1;
});
