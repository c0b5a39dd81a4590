/* Actions at a table. Every button that acts says what it does: `data-action` is an action as in records, `data-post` an
   address. choosing.js selects actions, send.js sends them to the server. */

import "./tools.js";
import "./advice.js";
import "../map/ring.js";
import "../map/routes.js";
import "../map/upgrades.js";
import "./keys.js";
import "./reasons.js";
import "./plans.js";
import { amountChanged, isSelectable, perform, selectOrPerform } from "./choosing.js";
import { emit, on } from "../page/dispatch.js";

const acts = document.getElementById("acts");

// Buttons

function press(button) {
  if (isSelectable(button)) selectOrPerform(button);
  else perform(button);
}

on("click", "[data-action], [data-post]", (_event, button) => {
  if (!button.closest(".amount")) press(button);
});

// A row grows with the focus and shrinks without it: a press must not move the focus, or the button would move away under
// the pointer
on("mousedown", "#acts .line button", (event) => event.preventDefault());

// Amounts: the number, the slider and the quick buttons agree

on("submit", ".amount", (event, form) => {
  event.preventDefault();
  press(form.querySelector("[data-action]"));
});

on("input", "#acts .amount", (event, form) => setAmount(form, event.target.value, event.target));
on("click", "#acts [data-set]", (_event, quick) => setAmount(quick.closest(".amount"), quick.dataset.set));

function setAmount(form, value, source) {
  for (const input of form.querySelectorAll("input")) if (input !== source) input.value = value;
  amountChanged(form);
}

// Tools stay open or closed when a move swaps them

const isOpen = new Map(); // by a tool's name
on(
  "toggle",
  "#acts [data-keep]",
  (event, tool) => {
    if (event.target === tool) isOpen.set(tool.dataset.keep, tool.open);
  },
  { capture: true },
);

on("tetsudo:shown", () => {
  dimOthers();
  for (const [name, open] of isOpen) {
    const tool = acts.querySelector(`[data-keep="${name}"]`);
    if (tool) tool.open = open;
  }
});

// Hexes for other actions than the turn's main one glow less

function dimOthers() {
  const also = new Set(JSON.parse(document.getElementById("also")?.textContent ?? "[]"));
  for (const glow of document.querySelectorAll("#map .glow"))
    glow.classList.toggle("also", also.has(glow.dataset.glow));
  for (const hex of document.querySelectorAll("#map .hex.lit")) hex.classList.toggle("also", also.has(hex.dataset.hex));
}

dimOthers();
emit("tetsudo:listens"); // early.js
