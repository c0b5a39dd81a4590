/* A table's page stays as the table is: it hears how many moves there are and fetches what changed. Tabs, chat,
   and the hint that it is one's turn. Nothing that somebody types into is ever swapped. */

import "./mapview.js";
import "./names.js";
import "./history.js";
import "./branches.js";
import "./chat.js";
import "./tabs.js";
import "./sounds.js";
import "./matrix.js";
import "./since.js";
import "./pace.js";
import { heard, main, refresh, shown } from "./shown.js";

// What a swap brought

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target } = event.detail;
  target.replaceChildren(); // htmx takes leave of each element that it takes away: of thousands in a map
  if (target.id === "standing") queueMicrotask(shown); // it is the last of the parts
});

document.addEventListener("htmx:configRequest", (event) => {
  const { parameters } = event.detail;
  parameters.version ??= main.dataset.version;
  parameters.compared = main.dataset.compared;
  parameters.map = document.getElementById("map").dataset.map;
  parameters.rounds = document.getElementById("rounds").dataset.rounds;
});

// What happens at the table

let source;

/** The stream begins with how things stand, so that whoever comes back misses nothing. */
function listen() {
  source?.close();
  const stream = new EventSource(main.dataset.live);
  source = stream;
  stream.addEventListener("move", (event) => heard(Number(event.data)));
  stream.addEventListener("table", () => refresh({ whole: true }));
  stream.addEventListener("chat", (event) => {
    document.dispatchEvent(new CustomEvent("tetsudo:chat", { detail: Number(event.data) }));
  });
  stream.addEventListener("open", () => document.body.classList.remove("is-away"));
  stream.addEventListener("error", () => {
    document.body.classList.add("is-away");
    if (stream.readyState === EventSource.CLOSED && stream === source) setTimeout(again, 3000 + 3000 * Math.random());
  });
}

/** The site has refused the stream: too many may be open. What happened meanwhile is fetched without it. */
function again() {
  refresh();
  listen();
}

const LONG = 30_000;
let hiddenSince = 0;

/** A connection may have died while the machine slept, and nobody be told. */
document.addEventListener("visibilitychange", () => {
  if (document.hidden) hiddenSince = Date.now();
  else if (Date.now() - hiddenSince > LONG) listen();
});

document.addEventListener("tetsudo:entered", listen);

listen();
shown();
