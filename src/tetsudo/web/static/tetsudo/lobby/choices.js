// The form of a new table: the server redraws it after each choice, but never under a press. A press aborts the
// request that is under way, which is repeated when the press is over, unless the press itself has sent a request.

import { on } from "../page/dispatch.js";

const form = document.querySelector("form.new");
let aborted = null; // the element of the aborted request

form.addEventListener("pointerdown", () => {
  const source = form.matches(".htmx-request") ? form : form.querySelector(".htmx-request");
  if (!source) return;
  htmx.trigger(source, "htmx:abort");
  aborted = source;
});

for (const kind of ["pointerup", "pointercancel"]) {
  window.addEventListener(kind, () => setTimeout(repeat)); // after the click that follows
}

const requestChange = (input) => input?.dispatchEvent(new Event("change", { bubbles: true }));

function repeat() {
  const source = aborted;
  aborted = null;
  if (!source || form.matches(".htmx-request") || form.querySelector(".htmx-request")) return;
  if (source === form) requestChange(form.querySelector(".shapes input:checked"));
  else source.click();
}

// A choice made before the scripts were there (a slow connection, or a form restored by the browser) is sent now
on("DOMContentLoaded", () => {
  requestChange([...form.querySelectorAll(".shapes input")].find((input) => input.checked !== input.defaultChecked));
});

// Folds stay open when the server redraws the form

let openFolds = [];

form.addEventListener("htmx:beforeSwap", () => {
  openFolds = [...form.querySelectorAll(".fold[open]")].map((fold) => fold.id);
});

on("htmx:afterSwap", () => {
  for (const id of openFolds) document.getElementById(id)?.setAttribute("open", "");
});

// The Enter key in the name of a preset saves it, instead of pressing the form's first button

on("keydown", "#preset-name", (event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  document.getElementById("save").click();
});
