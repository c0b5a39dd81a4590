/* A what-if board: all that can be done is a link, and htmx shows what is behind it in place. Here a hex of the map is
   such a link, too, and the map is told when another picture of it has come. */

import "./mapview.js";

const { htmx } = window;

// What stood before is asked anew: a kept copy of the page would be without its script.
htmx.config.historyCacheSize = 0;
htmx.config.refreshOnHistoryMiss = true;

document.addEventListener("tetsudo:hex", (event) => {
  const { name } = event.detail;
  const wanted = document.getElementById("hex");
  if (![...wanted.options].some((option) => option.value === name)) return;
  wanted.value = name;
  wanted.form.requestSubmit();
  document.querySelector(".side").scrollTop = 0;
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id !== "whatif") return;
  lost.hidden = true;
  document.dispatchEvent(new CustomEvent("tetsudo:shown"));
});

// No answer, or one that says why there is none (429: too often; 503)

const lost = document.getElementById("lost");

function say(event) {
  const answer = event.detail.xhr;
  const isText = answer?.getResponseHeader("Content-Type")?.startsWith("text/plain");
  lost.textContent = isText ? answer.responseText : lost.dataset.lost;
  lost.hidden = false;
}

document.addEventListener("htmx:responseError", say);
document.addEventListener("htmx:sendError", say);
