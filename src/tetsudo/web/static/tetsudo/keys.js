/* Keys that do what a button does. Never while somebody types. */

import { isTyping } from "./mapview.js";

const acts = document.getElementById("acts");

const KEYS = {
  Enter: usual,
  u: () => press("u"),
  r: () => press("r"),
  p: leave,
  m: () => focusOn("#map .hex.lit:not(.also)") || focusOn("#map .hex.lit"),
  a: () => focusOn("#acts button:not(.plain, [hidden])"),
  "?": list,
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
  if (document.querySelector("dialog[open]")) return;
  const isFree = !event.target.closest("button, a, summary, input, select, [role=button], [role=tab]");
  const deed = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!deed || (event.key === "Enter" && !isFree)) return;
  event.preventDefault();
  deed();
});

/** The filled button, if there is one that can be pressed. */
function usual() {
  const found = [...acts.querySelectorAll(".confirm button.primary")];
  found.find((button) => !button.disabled && button.checkVisibility())?.click();
}

function leave() {
  acts.querySelector(`.confirm [data-action*='"pass"']`)?.click();
}

function press(key) {
  acts.querySelector(`[data-key="${key}"]:not([aria-disabled])`)?.click();
}

function focusOn(selector) {
  const found = document.querySelector(selector);
  found?.focus();
  return Boolean(found);
}

function list() {
  const found = document.querySelector("dialog.keys") ?? document.getElementById("keys-list").content.firstElementChild.cloneNode(true);
  if (!found.isConnected) document.body.append(found);
  found.showModal();
}

acts.addEventListener("click", (event) => {
  if (event.target.closest("[data-keys]")) list();
});
