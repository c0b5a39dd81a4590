/* A selected hex: the tiles that fit stand in a ring round it. A click on a tile shows it on the hex, further clicks rotate
   it; a click on the hex, the confirm button or Enter lays it. The server says what can be laid, once for each hex. */

import { deselect, select } from "../decision/choosing.js";
import { isShortcut, isTyping, on } from "../page/dispatch.js";
import { hexOf, outline, picture, screenBox, showHex } from "./mapview.js";
import { isPast, main, refresh } from "../table/position.js";
import { ask, send } from "../table/send.js";
import { open as openTab, phone } from "../table/tabs.js";

const stage = document.getElementById("stage");
const GAP = 1.12; // between the middles of tiles, in widths of a tile
const MIN_TILE_PIXELS = 52;
const MAX_TILE_PIXELS = 108;
const TAG_PIXELS = 14; // below a tile

let open = null; // {name, menu, tiles, at, turns, ring, mark}; `at`: the selected tile, or -1; `turns`: each tile's face
let requests = 0; // only the last answer counts

const isLaying = () => Boolean(document.querySelector("#acts .controls.map"));

// A click on a hex that is not for the ring is for the routes, or for a chart: this listener comes first
on("tetsudo:hex", (event) => {
  const { detail } = event;
  const isRunning = document.getElementById("routes") !== null;
  if (isPast() || !(open || (isLaying() && !isRunning))) return;
  event.stopImmediatePropagation();
  if (open?.name === detail.name && open.at >= 0) lay();
  else if (open?.name === detail.name && open.tiles.length) close();
  else if (isRunning) close();
  else if (isLaying()) openHex(detail);
});

on("click", "[data-to-hex]", (_event, link) => {
  showMap();
  showHex(link.dataset.toHex);
  openHex({ name: link.dataset.toHex, city: null });
});

/** In a narrow window: the map above the choices, until the hex is left. */
function showMap() {
  if (phone.matches && main.dataset.tab === "map") openTab("turn");
  main.dataset.about = "map";
}

async function openHex({ name, city }) {
  close();
  showMap();
  requests += 1;
  const request = requests;
  const url = document.getElementById("hand").dataset.hex.replace("/-/", `/${encodeURIComponent(name)}/`);
  const html = await ask(url);
  if (request !== requests) return;
  if (html === null) {
    refresh();
    return;
  }
  const place = document.getElementById("hexmenu");
  if (!place) return;
  place.innerHTML = html;
  const menu = place.querySelector(".hexmenu");
  const tiles = [...menu.querySelectorAll(".tile")];
  const token = tokenFor(menu, city);
  if (!tiles.length && token) {
    token.click();
    return;
  }
  open = { name, menu, tiles, at: -1, turns: tiles.map(() => 0), ring: null, mark: null };
  markHex();
  if (tiles.length) makeRing();
  if (tiles.length === 1 && faces(0).length === 1) choose(0);
  menu.scrollIntoView({ block: "nearest" });
}

/** The button for a token in the clicked city, or else the only one. */
function tokenFor(menu, city) {
  const tokens = [...menu.querySelectorAll(".tokens [data-action]")];
  const inCity = tokens.find((each) => Number(JSON.parse(each.dataset.action).city) === city);
  return inCity ?? (tokens.length === 1 ? tokens[0] : null);
}

function close() {
  if (remove()) deselect();
}

/** Remove the ring and its menu; false if there were none. */
function remove() {
  requests += 1;
  if (!open) return false;
  const { name, ring, mark, menu } = open;
  const hadFocus = ring?.contains(document.activeElement) || menu.contains(document.activeElement);
  ring?.remove();
  mark?.remove();
  menu.remove();
  open = null;
  main.dataset.about = document.getElementById("hand").dataset.about;
  const hex = hexOf(name);
  const heir = hex?.hasAttribute("tabindex") ? hex : document.getElementById("hand");
  if (hadFocus) heir?.focus({ preventScroll: true });
  return true;
}

on("tetsudo:shown", () => {
  if (open && !open.menu.isConnected) remove(); // without deselect(): the selection is among the new parts
});

// Tiles and their rotations

const faces = (at) => [...open.tiles[at].querySelectorAll(".face")];
const face = (at) => faces(at)[open.turns[at]];

function choose(at) {
  open.at = at;
  draw();
}

function rotate(by, at = open.at) {
  const count = faces(at).length;
  open.turns[at] = (open.turns[at] + by + count) % count;
  draw();
}

function click(at) {
  if (open.at === at) rotate(1, at);
  else choose(at);
}

function lay() {
  const selected = face(open.at);
  if (selected) send(document.getElementById("hand").dataset.act, { action: selected.dataset.lay });
}

// Mark on the hex, and the ring

function markHex() {
  const glows = picture().querySelector(".glows");
  const isPossible = open.menu.querySelector("[data-lay], [data-action]");
  const mark = glows && outline(open.name, isPossible ? "lifted" : "lifted is-refused");
  if (!mark) return;
  open.mark = mark;
  glows.append(mark);
}

function makeButton(className, listener) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = className;
  button.addEventListener("click", listener);
  return button;
}

function makeRing() {
  const ring = document.createElement("div");
  ring.className = "ring stays";
  ring.setAttribute("role", "group");
  ring.setAttribute("aria-label", open.menu.querySelector("h3").firstChild.textContent.trim());
  const middle = makeButton("on-hex", lay);
  middle.hidden = true;
  ring.append(middle);
  open.tiles.forEach((tile, at) => {
    const button = makeButton("ring-tile", () => click(at));
    button.dataset.tile = tile.dataset.number;
    ring.append(button);
    tile.addEventListener("click", () => click(at));
  });
  stage.append(ring);
  open.ring = ring;
  draw();
  arrange();
  ring.querySelector(".ring-tile")?.focus({ preventScroll: true });
}

/** Show each tile in its rotation, and the selected one on the hex. */
function draw() {
  const { tiles, ring, menu, at } = open;
  const buttons = ring.querySelectorAll(".ring-tile");
  tiles.forEach((tile, number) => {
    const shown = face(number);
    for (const each of faces(number)) each.hidden = each !== shown;
    tile.setAttribute("aria-selected", String(number === at));
    const button = buttons[number];
    button.replaceChildren(shown.firstElementChild.cloneNode(true), tile.querySelector(".tile-tag").cloneNode(true));
    button.dataset.rotation = shown.dataset.rotation;
    button.setAttribute("aria-label", `${tile.getAttribute("aria-label")}, ${shown.dataset.says}`);
    button.setAttribute("aria-pressed", String(number === at));
  });
  const selected = at >= 0 ? face(at) : null;
  const middle = ring.querySelector(".on-hex");
  middle.hidden = !selected;
  const layButton = menu.querySelector("[data-lay-now]");
  layButton.disabled = !selected;
  for (const each of menu.querySelectorAll("[data-turn]")) each.disabled = !selected || faces(at).length < 2;
  if (!selected) return;
  middle.replaceChildren(selected.firstElementChild.cloneNode(true));
  layButton.dataset.action = selected.dataset.lay;
  layButton.textContent = `${layButton.dataset.word} ${tiles[at].getAttribute("aria-label")}`;
  middle.setAttribute("aria-label", layButton.textContent);
  select({ label: layButton.textContent, action: selected.dataset.lay, perform: lay });
}

/** Place the ring. Where there is no room for it, the row of tiles in the menu serves instead. */
function arrange() {
  if (!open?.ring || !open.menu.isConnected) return;
  const box = screenBox(open.name);
  const frame = stage.getBoundingClientRect();
  const middle = { x: box.left + box.width / 2 - frame.left, y: box.top + box.height / 2 - frame.top };
  const size = Math.min(Math.max(box.width * 0.9, MIN_TILE_PIXELS), MAX_TILE_PIXELS);
  const places = around(middle, size, box, open.tiles.length, frame);
  open.ring.classList.toggle("is-strip", !places);
  open.menu.classList.toggle("has-ring", Boolean(places));
  put(open.ring.querySelector(".on-hex"), middle, box.width);
  if (!places) return;
  open.ring.querySelectorAll(".ring-tile").forEach((button, at) => {
    put(button, places[at], size);
  });
}

function put(element, { x, y }, width) {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  element.style.width = `${width}px`;
}

const radians = (degrees) => (degrees * Math.PI) / 180;

/** Even places on a circle round a hex, all within the frame: outside the neighbours, so that the viewer sees what a tile
    would join; where there is no room for that, nearer, or on an arc. */
function around(middle, size, box, count, frame) {
  const least = Math.max(
    box.width / 2 + size * 0.6,
    count > 1 ? (size * GAP) / (2 * Math.sin(Math.PI / count)) : 0, // without overlap
  );
  const outside = Math.max(box.height * 1.5 + size * 0.4, least);
  for (const radius of [outside, least, least * 1.25, least * 1.6, least * 2, least * 2.6]) {
    const at = (degrees) => ({
      x: middle.x + radius * Math.cos(radians(degrees)),
      y: middle.y + radius * Math.sin(radians(degrees)),
    });
    const [start, length] = longestArc((degrees) => isInside(at(degrees), size, frame));
    const apart = (2 * Math.asin(Math.min(1, (size * GAP) / (2 * radius))) * 180) / Math.PI;
    if (length >= 360) return Array.from({ length: count }, (_, n) => at(-90 + (360 / count) * n));
    if (length < apart * (count - 1) || length <= 0) continue;
    const step = count > 1 ? Math.min(apart * 1.35, length / (count - 1)) : 0;
    const first = start + (length - step * (count - 1)) / 2;
    return Array.from({ length: count }, (_, n) => at(first + step * n));
  }
  return null;
}

function isInside({ x, y }, size, frame) {
  const half = size / 2 + 4;
  return x >= half && x <= frame.width - half && y >= half && y <= frame.height - half - TAG_PIXELS;
}

/** The longest arc whose places fit: its start and length, in degrees. */
function longestArc(fits) {
  const STEP = 3;
  const count = 360 / STEP;
  const good = Array.from({ length: count }, (_, n) => fits(n * STEP));
  if (good.every(Boolean)) return [-90, 360];
  let best = [0, -1];
  for (let from = 0; from < count; from += 1) {
    if (!good[from] || good[(from + count - 1) % count]) continue;
    let length = 0;
    while (good[(from + length) % count]) length += 1;
    if (length - 1 > best[1] / STEP) best = [from * STEP, (length - 1) * STEP];
  }
  return best;
}

on("tetsudo:view", arrange);

// Buttons of the menu, and keys

on("click", "#hexmenu [data-turn]", (_event, button) => {
  if (open && open.at >= 0) rotate(Number(button.dataset.turn));
});

on("click", "#hexmenu [data-close]", () => {
  if (open) close();
});

const KEYS = {
  ArrowLeft: () => rotateOrChoose(-1),
  ArrowRight: () => rotateOrChoose(1),
  ArrowUp: () => next(-1),
  ArrowDown: () => next(1),
  Enter: () => (open.at >= 0 ? lay() : next(1)),
  Escape: close,
};

function rotateOrChoose(by) {
  if (open.at < 0) choose(0);
  else rotate(by);
}

function next(by) {
  const count = open.tiles.length;
  choose(open.at < 0 && by < 0 ? count - 1 : (open.at + by + count) % count);
  open.ring.querySelectorAll(".ring-tile")[open.at]?.focus({ preventScroll: true });
}

const isElsewhere = (target) =>
  target.closest("button, a, summary, input, [role=tab]") !== null &&
  !target.closest(".ring, #hexmenu .tiles, #hexmenu .lay");

// In the capture phase: while a ring is open, its keys come before those of the map and the history
on(
  "keydown",
  (event) => {
    if (!open || isShortcut(event) || event.shiftKey || isTyping(event)) return;
    const act = KEYS[event.key];
    if (!act || (event.key !== "Escape" && (!open.tiles.length || isElsewhere(event.target)))) return;
    const focused = [...(open.ring?.querySelectorAll(".ring-tile") ?? [])].indexOf(event.target.closest(".ring-tile"));
    if (event.key === "Enter" && focused >= 0 && focused !== open.at) choose(focused);
    else act();
    event.preventDefault();
    event.stopPropagation();
  },
  { capture: true },
);
