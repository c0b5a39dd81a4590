/* The table page follows its table: it listens to the number of moves and fetches what changed. Fields that someone may
   be typing in are never swapped. */

import "../map/mapview.js";
import "../map/changes.js";
import "../map/names.js";
import "../map/numbers.js";
import "../history/history.js";
import "../history/film.js";
import "../history/branches.js";
import "./chat.js";
import "./notes.js";
import "./tabs.js";
import "./sounds.js";
import "./next.js";
import "../matrix/matrix.js";
import "../history/since.js";
import "../history/pace.js";
import { emit, on } from "../page/dispatch.js";
import { merge } from "../page/merge.js";
import { main, refresh, setNow, update } from "./position.js";

// Swaps

on("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if ("merge" in (fragment.dataset ?? {})) {
    event.detail.shouldSwap = false;
    merge(target, fragment);
  } else target.replaceChildren(); // htmx visits each element that it removes, and a map has thousands
  if (target.id === "standing") queueMicrotask(update); // the last of the parts
});

on("htmx:configRequest", (event) => {
  const { parameters } = event.detail;
  parameters.version ??= main.dataset.version;
  parameters.compared = main.dataset.compared;
  parameters.map = document.getElementById("map").dataset.map;
  parameters.rounds = document.getElementById("rounds").dataset.rounds;
});

// The stream of events

const RECONNECT_MS = 3000;
const LONG_MS = 30_000;

let source;

/** Open the stream. It begins with the current numbers, so a page that was away misses nothing. */
function listen() {
  source?.close();
  const stream = new EventSource(main.dataset.live);
  source = stream;
  stream.addEventListener("move", (event) => setNow(Number(event.data)));
  stream.addEventListener("table", () => refresh({ whole: true }));
  stream.addEventListener("waiting", () => emit("tetsudo:waiting"));
  stream.addEventListener("chat", (event) => emit("tetsudo:chat", Number(event.data)));
  stream.addEventListener("open", () => document.body.classList.remove("is-away"));
  stream.addEventListener("error", () => {
    document.body.classList.add("is-away");
    // The server refused the stream, perhaps because too many are open
    const isOver = stream.readyState === EventSource.CLOSED && stream === source;
    if (isOver) setTimeout(reconnect, RECONNECT_MS * (1 + Math.random()));
  });
}

/** Open another stream after a while without one, and look at everything: seats may have changed meanwhile. */
function reconnect() {
  refresh({ whole: true });
  listen();
}

let hiddenSince = 0;

// A connection may die without an error while the machine sleeps
on("visibilitychange", () => {
  if (document.hidden) hiddenSince = Date.now();
  else if (Date.now() - hiddenSince > LONG_MS) reconnect();
});

on("tetsudo:entered", listen);

listen();
update();
