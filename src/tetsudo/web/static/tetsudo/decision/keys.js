/* Keys for buttons. They do nothing while the viewer types. */

import { isShortcut, isTyping, on } from "../page/dispatch.js";

const acts = document.getElementById("acts");

const KEYS = {
  Enter: confirm,
  u: () => press("u"),
  r: () => press("r"),
  p: pass,
  m: () => focusOn("#map .hex.lit:not(.also)") || focusOn("#map .hex.lit"),
  a: () => focusOn("#acts button:not(.plain, [hidden])"),
  g: () => document.getElementById("next")?.hidden === false && document.getElementById("next").click(),
  "?": showList,
  "/": typeMove,
};

on("keydown", (event) => {
  if (event.defaultPrevented || isShortcut(event) || isTyping(event)) return;
  if (document.querySelector("dialog[open]")) return;
  const isFree = !event.target.closest("button, a, summary, input, select, [role=button], [role=tab]");
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act || (event.key === "Enter" && !isFree)) return;
  event.preventDefault();
  act();
});

/** Press the main button, if it is enabled. */
function confirm() {
  const buttons = [...acts.querySelectorAll(".confirm button.primary")];
  buttons.find((button) => !button.disabled && button.checkVisibility())?.click();
}

function pass() {
  acts.querySelector(`.confirm [data-action*='"pass"']`)?.click();
}

function press(key) {
  acts.querySelector(`[data-key="${key}"]:not([aria-disabled])`)?.click();
}

function focusOn(selector) {
  const element = document.querySelector(selector);
  element?.focus();
  return Boolean(element);
}

function showList() {
  const list =
    document.querySelector("dialog.keys") ??
    document.getElementById("keys-list").content.firstElementChild.cloneNode(true);
  if (!list.isConnected) document.body.append(list);
  list.showModal();
}

on("click", "#acts [data-keys]", showList);

let commands = null; // the module of the field for typed moves, once it is loaded

/** Open the field at once. Until its module is loaded, what is typed stays in it, and an Enter waits. */
function typeMove() {
  const field = document.getElementById("command");
  const input = document.getElementById("command-text");
  if (!field.matches(":popover-open")) {
    input.value = "";
    field.showPopover();
  }
  input.focus();
  if (commands) commands.start(false);
  else load(input);
}

let isEntered = false;

function keep(event) {
  if (event.key !== "Enter") return;
  isEntered = true;
  event.stopImmediatePropagation();
}

async function load(input) {
  input.addEventListener("keydown", keep);
  const loaded = await import("./command.js");
  input.removeEventListener("keydown", keep);
  if (!commands) loaded.start(isEntered);
  commands = loaded;
}

on("click", "#acts [data-command]", typeMove);
