/* Advice: which bot was asked last is asked again, and the hex that a line is about stands out on the map. */

import { hexOf } from "./mapview.js";

const KEPT = "tetsudo-advice";

function remembered() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // a browser that keeps nothing
  }
}

document.addEventListener("change", (event) => {
  if (event.target.id !== "advice-bot") return;
  try {
    localStorage.setItem(KEPT, event.target.value);
  } catch { /* then it is forgotten */ }
});

/** Unless a bot has been asked about this position, whose answer stands there. */
function propose() {
  const select = document.getElementById("advice-bot");
  const bot = remembered();
  const isAsked = document.querySelector("#advice [role=status]");
  if (select && !isAsked && [...select.options].some(({ value }) => value === bot)) select.value = bot;
}

document.addEventListener("tetsudo:shown", propose);
propose();

function stress(event, isOn) {
  const line = event.target.closest?.("[data-advised]");
  if (line) hexOf(line.dataset.advised)?.classList.toggle("is-advised", isOn);
}

for (const [kind, isOn] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
  document.addEventListener(kind, (event) => stress(event, isOn));
}
