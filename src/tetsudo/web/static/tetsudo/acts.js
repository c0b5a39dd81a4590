/* What the hand does at a table. Every button that does something carries it: `data-action` an action as records
   have it, `data-post` an address. `choosing.js` says what is chosen first; `send.js` is the way to the server. */

import "./advice.js";
import "./ring.js";
import "./routes.js";
import "./keys.js";
import "./reasons.js";
import "./plans.js";
import { isChoice, press, take, weigh } from "./choosing.js";

const acts = document.getElementById("acts");

// Buttons

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-action], [data-post]");
  if (!button || button.closest(".amount")) return;
  if (isChoice(button)) take(button);
  else press(button);
});

// A line that loses the focus gets smaller: a press that took the focus would move its own button away from under it
acts.addEventListener("mousedown", (event) => {
  if (event.target.closest(".auction-rows button")) event.preventDefault();
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches(".amount")) return;
  event.preventDefault();
  const button = event.target.querySelector("[data-action]");
  if (isChoice(button)) take(button);
  else press(button);
});

// Amounts: number, slider and quick buttons say the same

acts.addEventListener("input", (event) => {
  const form = event.target.closest(".amount");
  if (form) set(form, event.target.value, event.target);
});

acts.addEventListener("click", (event) => {
  const quick = event.target.closest("[data-set]");
  if (quick) set(quick.closest(".amount"), quick.dataset.set);
});

function set(form, value, source) {
  for (const input of form.querySelectorAll("input")) if (input !== source) input.value = value;
  weigh(form);
}

// What somebody opened stays open, what he typed stays typed, as long as nobody has moved

const opened = new Map();
acts.addEventListener("toggle", (event) => {
  const name = event.target.dataset?.keep;
  if (name) opened.set(name, event.target.open);
}, { capture: true });

document.addEventListener("tetsudo:shown", () => {
  dimOthers();
  for (const [name, isOpen] of opened) {
    const tray = acts.querySelector(`[data-keep="${name}"]`);
    if (tray) tray.open = isOpen;
  }
});

// Hexes where something can be done besides what the turn is about glow less

function dimOthers() {
  const also = new Set(JSON.parse(document.getElementById("also")?.textContent ?? "[]"));
  for (const glow of document.querySelectorAll("#map .glow")) glow.classList.toggle("also", also.has(glow.dataset.glow));
  for (const hex of document.querySelectorAll("#map .hex.lit")) hex.classList.toggle("also", also.has(hex.dataset.hex));
}

dimOthers();
document.dispatchEvent(new Event("tetsudo:listens")); // early.js
