/* Upgrade charts: a sheet with all that a hex or a tile can become, for every viewer and at every position. It opens from
   buttons, by a press on a hex that does nothing else, by a right click or long press, and by C. It is not modal: on a wide
   screen it leaves the decision free. */

import { isShortcut, isTyping, on } from "../page/dispatch.js";
import { outline, picture, showHex } from "./mapview.js";
import { main, version } from "../table/position.js";
import { ask } from "../table/send.js";

const DOUBLE_CLICK_MS = 250; // a double click zooms, and opens nothing

const sheet = document.getElementById("chart");

let shown = null; // {path, values, hex}: the chart's address below the position's, and its hex, or ""
let opener = null; // what had the focus before
let mark = null; // on the map
let requests = 0; // only the last answer counts

async function open(path, values = {}, hex = "") {
  requests += 1;
  const request = requests;
  const html = await ask(`${main.dataset.base}at/${version()}/${path}/`, values);
  if (request !== requests || html === null) return;
  const isSame = shown?.values === values; // only the position is another one
  if (!shown) opener = document.activeElement;
  const { scrollTop } = sheet;
  const hadSelect = document.activeElement?.matches("[data-chart-hex]");
  const hadFocus = !shown || sheet.contains(document.activeElement);
  shown = { path, values, hex };
  sheet.innerHTML = html;
  sheet.hidden = false;
  sheet.scrollTop = isSame ? scrollTop : 0;
  markHex();
  if (hadFocus) (hadSelect ? sheet.querySelector("[data-chart-hex]") : sheet).focus({ preventScroll: true });
}

function openHex(name, tile, rotation) {
  open(`upgrades/${encodeURIComponent(name)}`, tile ? { tile, rotation } : {}, name);
}

function close() {
  requests += 1;
  if (!shown) return;
  const hadFocus = sheet.contains(document.activeElement);
  shown = null;
  mark?.remove();
  sheet.hidden = true;
  sheet.replaceChildren();
  if (hadFocus) (opener?.isConnected ? opener : document.getElementById("hand"))?.focus({ preventScroll: true });
}

function markHex() {
  mark?.remove();
  mark = shown.hex ? outline(shown.hex, "charted") : null;
  if (mark) picture().querySelector(".glows")?.append(mark);
}

on("tetsudo:shown", () => {
  if (shown) open(shown.path, shown.values, shown.hex);
});
on("tetsudo:run", () => {
  if (shown) markHex();
});
on("tetsudo:entered", close);

// Buttons

on("click", "[data-hex-chart]", (_event, { dataset }) =>
  openHex(dataset.hexChart, dataset.tileThere, dataset.rotation),
);
on("click", "[data-tile-chart]", (_event, { dataset }) => open(`tiles/${encodeURIComponent(dataset.tileChart)}`));
on("click", "[data-close-chart]", close);
on("change", "[data-chart-hex]", (_event, select) => {
  showHex(select.value);
  openHex(select.value);
});

// Hexes. ring.js and routes.js come first, and stop the clicks that are for them

let pressed;

on("tetsudo:hex", ({ detail }) => {
  clearTimeout(pressed);
  pressed = setTimeout(openHex, DOUBLE_CLICK_MS, detail.name);
});
on("dblclick", () => clearTimeout(pressed));

on("contextmenu", "#map .hex[data-hex]", (event, hex) => {
  if (event.shiftKey) return; // the browser's own menu
  event.preventDefault();
  openHex(hex.dataset.hex);
});

// Keys, on the window: while a chart is open, Escape closes it before anything else

let isPointed = false; // the pointer came to a hex after the focus did

on("pointerover", "#map .hex[data-hex]", () => {
  isPointed = true;
});
on("focusin", "#map .hex[data-hex]", () => {
  isPointed = false;
});

/** The chosen hex, or the one under the pointer or with the focus, whichever came last; otherwise any. */
function hexInMind() {
  const chosen = document.querySelector("#hexmenu [data-name]")?.dataset.name;
  const pointed = document.querySelector("#map .hex[data-hex]:hover")?.dataset.hex;
  const focused = document.activeElement?.closest("#map .hex[data-hex]")?.dataset.hex;
  const meant = isPointed ? (pointed ?? focused) : (focused ?? pointed);
  return chosen ?? meant ?? (shown?.hex || document.querySelector("#map .hex[data-hex]").dataset.hex);
}

const KEYS = {
  c: () => openHex(hexInMind()),
  Escape: () => shown && close(),
};

addEventListener(
  "keydown",
  (event) => {
    const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || (event.key === "Escape" && !shown)) return;
    if (isShortcut(event) || isTyping(event) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    act();
  },
  { capture: true },
);
