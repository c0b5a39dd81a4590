/* A what-if board: every action is a link, which htmx follows in place. Here a click on a hex of the map selects it, and
   modules of the map learn that another picture has come. */

import { emit, on } from "../page/dispatch.js";
import "../map/mapview.js";

const { htmx } = window;

// Going back fetches the page again: a cached copy would lack its scripts
htmx.config.historyCacheSize = 0;
htmx.config.refreshOnHistoryMiss = true;

on("tetsudo:hex", (event) => {
  const { name } = event.detail;
  const select = document.getElementById("hex");
  if (![...select.options].some((option) => option.value === name)) return;
  select.value = name;
  select.form.requestSubmit();
  document.querySelector(".side").scrollTop = 0;
});

on("htmx:afterSettle", (event) => {
  if (event.target.id !== "whatif") return;
  lost.hidden = true;
  emit("tetsudo:shown");
});

// No answer, or a refusal with its reason (429: too often; 503)

const lost = document.getElementById("lost");

on("htmx:responseError htmx:sendError", (event) => {
  const answer = event.detail.xhr;
  const isText = answer?.getResponseHeader("Content-Type")?.startsWith("text/plain");
  lost.textContent = isText ? answer.responseText : lost.dataset.lost;
  lost.hidden = false;
});
