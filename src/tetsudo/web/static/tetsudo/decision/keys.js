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

/** Open the field for typed moves at once, so that no key is lost while its module is loaded: what is typed stays in it,
    and an Enter is passed on. */
function typeMove() {
  const field = document.getElementById("command");
  const input = document.getElementById("command-text");
  if (!field.matches(":popover-open")) {
    input.value = "";
    field.showPopover();
  }
  input.focus();
  let isEntered = false;
  const keep = (event) => {
    isEntered ||= event.key === "Enter";
  };
  input.addEventListener("keydown", keep);
  import("./command.js").then(({ start }) => {
    input.removeEventListener("keydown", keep);
    start(isEntered);
  });
}

on("click", "#acts [data-command]", typeMove);
