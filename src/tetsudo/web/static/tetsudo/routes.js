/* The run of the trains: choose one, click what it shall pass or not. The server answers with the best run that
   meets all that, or says why there is none. */

import { hexOf, picture } from "./mapview.js";
import { ask } from "./send.js";
import { isPast, refresh } from "./shown.js";

let chosen = 0;
let asking = 0;

const run = () => document.querySelector("#routes .run");

document.addEventListener("tetsudo:hex", ({ detail }) => {
  if (run() && !isPast()) wish({ spot: `${detail.name},${detail.node ?? -1}` });
});

document.addEventListener("click", (event) => {
  const train = event.target.closest("#routes [data-train-place]");
  if (train) choose(Number(train.dataset.trainPlace));
  if (event.target.closest("#routes [data-run=best]")) wish({ wishes: "" });
});

document.addEventListener("change", (event) => {
  const home = event.target.closest("#routes [data-run=home]");
  if (home) wish({ train: home.value, idle: home.checked ? "1" : "0" });
});

function choose(train) {
  chosen = train;
  for (const button of run().querySelectorAll("[data-train-place]")) {
    const isIt = Number(button.dataset.trainPlace) === train;
    button.setAttribute("aria-pressed", String(isIt));
    button.closest(".train").classList.toggle("chosen", isIt);
  }
}

async function wish(what) {
  const mine = (asking += 1);
  const focused = document.activeElement?.dataset?.trainPlace;
  const hex = document.activeElement?.closest?.(".hex")?.dataset.hex;
  const text = await ask(document.getElementById("hand").dataset.routes, { train: chosen, wishes: run().dataset.wishes, ...what });
  if (mine !== asking) return;
  if (text === null) {
    refresh();
    return;
  }
  await window.htmx.swap("#acts", text, { swapStyle: "none" });
  document.dispatchEvent(new CustomEvent("tetsudo:run"));
  if (focused) document.querySelector(`#routes [data-train-place="${focused}"]`)?.focus();
  if (hex) hexOf(hex)?.focus();
}

document.addEventListener("tetsudo:shown", () => {
  const found = run()?.querySelector("[aria-pressed=true]");
  chosen = found ? Number(found.dataset.trainPlace) : 0;
});

// The train under the hand stands out on the map

function stress(event, isOn) {
  const line = event.target.closest?.("#routes .train");
  if (!line) return;
  for (const route of picture().querySelectorAll(".route[data-route], .stops [data-route]")) {
    route.classList.toggle("is-dimmed", isOn && route.dataset.route !== line.dataset.route);
  }
}

for (const [kind, isOn] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
  document.addEventListener(kind, (event) => stress(event, isOn));
}
