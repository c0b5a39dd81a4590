/* The run of the trains: select a train, then click the stops that it must include or avoid. The server answers with the
   best run that does so, or with the reason why there is none. */

import { emit, on } from "../page/dispatch.js";
import { hexOf, picture } from "./mapview.js";
import { isPast, refresh } from "../table/position.js";
import { ask } from "../table/send.js";

let selected = 0; // the train
let requests = 0; // only the last answer counts

const run = () => document.querySelector("#routes .run");

on("tetsudo:hex", (event) => {
  if (isPast() || !document.getElementById("routes")) return;
  event.stopImmediatePropagation();
  const { name, node } = event.detail;
  if (run()) request({ spot: `${name},${node ?? -1}` });
});

on("click", "#routes [data-train-place]", (_event, button) => select(Number(button.dataset.trainPlace)));
on("click", "#routes [data-run=best]", () => request({ wishes: "" }));
on("change", "#routes [data-run=home]", (_event, home) => {
  request({ train: home.value, idle: home.checked ? "1" : "0" });
});

function select(train) {
  selected = train;
  for (const button of run().querySelectorAll("[data-train-place]")) {
    const isSelected = Number(button.dataset.trainPlace) === train;
    button.setAttribute("aria-pressed", String(isSelected));
    button.closest(".train").classList.toggle("chosen", isSelected);
  }
}

/** Ask for a run with one wish more; the page keeps the earlier ones. */
async function request(wish) {
  requests += 1;
  const number = requests;
  const focused = document.activeElement?.dataset?.trainPlace;
  const hex = document.activeElement?.closest?.(".hex")?.dataset.hex;
  const { wishes } = run().dataset;
  const html = await ask(document.getElementById("hand").dataset.routes, { train: selected, wishes, ...wish });
  if (number !== requests) return;
  if (html === null) {
    refresh();
    return;
  }
  await window.htmx.swap("#acts", html, { swapStyle: "none" });
  emit("tetsudo:run");
  if (focused) document.querySelector(`#routes [data-train-place="${focused}"]`)?.focus();
  if (hex) hexOf(hex)?.focus();
}

on("tetsudo:shown", () => {
  const button = run()?.querySelector("[aria-pressed=true]");
  selected = button ? Number(button.dataset.trainPlace) : 0;
});

// Routes of other trains fade while the pointer or the focus is on a train

function dimOthers(line, isOn) {
  for (const route of picture().querySelectorAll(".route[data-route], .stops [data-route]")) {
    route.classList.toggle("is-dimmed", isOn && route.dataset.route !== line.dataset.route);
  }
}

on("pointerover focusin", "#routes .train", (_event, line) => dimOthers(line, true));
on("pointerout focusout", "#routes .train", (_event, line) => dimOthers(line, false));
