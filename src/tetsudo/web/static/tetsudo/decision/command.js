/* The field for typed moves. The server completes what is typed; Enter makes the move, as a press on its button would.
   This module is loaded when the field is opened for the first time. */

import { on } from "../page/dispatch.js";
import { ask, send } from "../table/send.js";

const field = document.getElementById("command");
const input = document.getElementById("command-text");
const list = document.getElementById("command-list");
const told = document.getElementById("command-told");

const address = () => document.getElementById("hand").dataset.commands;
const options = () => [...list.children].filter((each) => each.matches("[role=option]"));
const chosen = () => list.querySelector("[aria-selected=true]");
const isOpen = () => field.matches(":popover-open");

let sent = null; // the command that is under way, or was refused

/** The field has been opened, and perhaps a whole command entered already. */
export function start(isEntered) {
  if (isEntered) enter(null);
  else change();
}

function change() {
  sent = null;
  complete();
}

// Completion: one question at a time, about the latest text

let isAsking = false;
let isChanged = false;
let answered = null; // the text that the list completes

async function complete() {
  isChanged = true;
  if (isAsking) return;
  isAsking = true;
  while (isChanged) {
    isChanged = false;
    const typed = input.value;
    const text = await ask(address(), { typed });
    if (text !== null && !isChanged && sent === null) show(typed, text);
  }
  isAsking = false;
}

function show(typed, text) {
  answered = typed;
  list.innerHTML = text;
  told.replaceChildren(list.querySelector("template").content);
  const all = options();
  input.setAttribute("aria-expanded", String(all.length > 0));
  choose(all.find((each) => "usual" in each.dataset));
}

function choose(option) {
  for (const each of options()) each.setAttribute("aria-selected", String(each === option));
  if (option) input.setAttribute("aria-activedescendant", option.id);
  else input.removeAttribute("aria-activedescendant");
  option?.scrollIntoView({ block: "nearest" });
}

function fill(option) {
  input.value = option.dataset.text;
  input.focus();
  change();
}

// Keys

const STEPS = { ArrowDown: 1, ArrowUp: -1 };

input.addEventListener("input", change);

input.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  const all = options();
  if (event.key in STEPS && all.length > 0) {
    const at = all.indexOf(chosen());
    const next = at < 0 && event.key === "ArrowUp" ? -1 : at + STEPS[event.key];
    choose(all.at(next % all.length));
    answered = input.value; // what is marked counts, though the answer to the last letter may be under way
  } else if (
    event.key === "Tab" &&
    !event.shiftKey &&
    all.length > 0 &&
    (chosen() ?? all[0]).dataset.text !== input.value
  )
    fill(chosen() ?? all[0]);
  else if (event.key === "Enter") enter(answered === input.value ? chosen() : null);
  else if (event.key === "Escape") close();
  else return;
  event.preventDefault();
  event.stopPropagation();
});

list.addEventListener("click", (event) => {
  const option = event.target.closest("[role=option]");
  if (option) enter(option);
});

/** Make the move of a completion, or of the text. */
async function enter(option) {
  if (option && "open" in option.dataset) {
    fill(option);
    return;
  }
  const text = option?.dataset.text ?? input.value;
  if (!text.trim()) return;
  sent = text;
  await send(address(), { command: text });
  if (sent !== text) return; // the field was opened again, or the text changed
  const refusal = document.querySelector("#acts .notice.refusal");
  if (!refusal) close();
  else if (isOpen()) tell(text, refusal);
}

/** Say why a command was refused; it stays in the field. */
function tell(text, refusal) {
  input.value = text;
  list.replaceChildren();
  choose(null);
  input.setAttribute("aria-expanded", "false");
  told.replaceChildren(...refusal.cloneNode(true).childNodes);
}

/** Close the field. The browser gives the focus back, if the element that had it is still there. */
function close() {
  if (isOpen()) field.hidePopover();
  const focused = document.activeElement;
  if (focused === input || focused === document.body) document.getElementById("hand").focus({ preventScroll: true });
}

// Another move changes what can be typed
on("tetsudo:shown", () => {
  if (isOpen() && sent === null) complete();
});
