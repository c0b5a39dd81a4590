/* A table's page stays as the table is: it hears how many moves there are and fetches what changed. Tabs, chat,
   and the hint that it is one's turn. Nothing that somebody types into is ever swapped. */

import "./mapview.js";
import "./history.js";
import "./chat.js";
import "./tabs.js";
import { heard, main, refresh, shown } from "./shown.js";

// What a swap brought

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (event.detail.target.id === "standing") queueMicrotask(shown); // it is the last of the parts
});

document.addEventListener("htmx:configRequest", (event) => {
  const { parameters } = event.detail;
  parameters.version ??= main.dataset.version;
  parameters.map = document.getElementById("map").dataset.map;
});

// What happens at the table

function listen() {
  const source = new EventSource(main.dataset.live);
  source.addEventListener("move", (event) => heard(Number(event.data)));
  source.addEventListener("table", () => refresh({ whole: true }));
  source.addEventListener("chat", (event) => document.dispatchEvent(new CustomEvent("tetsudo:chat", { detail: Number(event.data) })));
  source.addEventListener("open", () => document.body.classList.remove("is-away"));
  source.addEventListener("error", () => {
    document.body.classList.add("is-away");
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
}

listen();
shown();
