/* Advice: the bot asked last is preselected, and the hex of a proposed action stands out on the map. */

import { on } from "../page/dispatch.js";
import { hexOf } from "../map/mapview.js";

const KEY = "tetsudo-advice";

function lastAsked() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // the browser stores nothing
  }
}

on("change", "#advice-bot", (_event, select) => {
  try {
    localStorage.setItem(KEY, select.value);
  } catch {
    // the browser stores nothing
  }
});

/** Preselect the bot asked last, unless the page shows another bot's advice on this position. */
function preselect() {
  const select = document.getElementById("advice-bot");
  const bot = lastAsked();
  const hasAnswer = document.querySelector("#advice [role=status]");
  if (select && !hasAnswer && [...select.options].some(({ value }) => value === bot)) select.value = bot;
}

on("tetsudo:shown", preselect);
preselect();

const highlight = (line, isOn) => hexOf(line.dataset.advised)?.classList.toggle("is-advised", isOn);

on("pointerover focusin", "[data-advised]", (_event, line) => highlight(line, true));
on("pointerout focusout", "[data-advised]", (_event, line) => highlight(line, false));
