/* A chosen hex: the tiles that fit stand round it. A click on one shows it on the hex, more clicks turn it;
   a click on the hex, the button or Enter lays it. What can be laid comes from the server, once for each hex. */

import { offer, withdraw } from "./choosing.js";
import { hexOf, isTyping, picture, screenBox, showHex } from "./mapview.js";
import { ask, send } from "./send.js";
import { isPast, refresh } from "./shown.js";

const stage = document.getElementById("stage");
const GAP = 1.12; // of a tile's width, from tile to tile
const SMALLEST = 52, LARGEST = 108;

let open = null; // {name, menu, tiles, at, turns, ring}
let asking = 0;

const menuPlace = () => document.getElementById("hexmenu");
const isChoosing = () => Boolean(document.querySelector("#acts .controls.map"));

/** While trains are run, clicks on the map are the routes', but for those about a ring that stands there. */
document.addEventListener("tetsudo:hex", (event) => {
  const { detail } = event;
  const isRunning = document.getElementById("routes") !== null;
  if (isPast() || (isRunning && !open)) return;
  event.stopImmediatePropagation();
  if (open?.name === detail.name && open.at >= 0) lay();
  else if (open?.name === detail.name && open.tiles.length) close();
  else if (isRunning) close();
  else if (isChoosing()) begin(detail);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-to-hex]");
  if (link) {
    showHex(link.dataset.toHex);
    begin({ name: link.dataset.toHex, city: null });
  }
});

async function begin({ name, city }) {
  close();
  const mine = (asking += 1);
  const url = document.getElementById("hand").dataset.hex.replace("/-/", `/${encodeURIComponent(name)}/`);
  const text = await ask(url);
  if (mine !== asking) return;
  if (text === null) return refresh();
  const place = menuPlace();
  if (!place) return;
  place.innerHTML = text;
  const menu = place.querySelector(".hexmenu");
  const tokens = [...menu.querySelectorAll(".tokens [data-action]")];
  const tiles = [...menu.querySelectorAll(".tile")];
  const token = tokens.find((each) => Number(JSON.parse(each.dataset.action).city) === city) ?? (tokens.length === 1 ? tokens[0] : null);
  if (!tiles.length && token) return token.click();
  open = { name, menu, tiles, at: -1, turns: tiles.map(() => 0), ring: null, mark: null };
  lift();
  if (tiles.length) stand();
  if (tiles.length === 1 && faces(0).length === 1) choose(0);
  menu.scrollIntoView({ block: "nearest" });
}

export function close() {
  if (take()) withdraw();
}

/** Take the ring away, and its menu; whether there was one. */
function take() {
  asking += 1;
  if (!open) return false;
  const { name, ring, mark, menu } = open;
  const hadFocus = ring?.contains(document.activeElement) || menu.contains(document.activeElement);
  ring?.remove();
  mark?.remove();
  menu.remove();
  open = null;
  const hex = hexOf(name);
  if (hadFocus) (hex?.hasAttribute("tabindex") ? hex : document.getElementById("hand"))?.focus({ preventScroll: true });
  return true;
}

document.addEventListener("tetsudo:shown", () => {
  if (open && !open.menu.isConnected) take(); // what is chosen then is of the parts that have come
});

// Tiles and their rotations

const faces = (at) => [...open.tiles[at].querySelectorAll(".face")];
const face = (at) => faces(at)[open.turns[at]];

function choose(at) {
  open.at = at;
  draw();
}

function turn(by, at = open.at) {
  const count = faces(at).length;
  open.turns[at] = (open.turns[at] + by + count) % count;
  draw();
}

/** A click: the first one shows a tile on the hex, the next ones turn it. */
function pick(at) {
  if (open.at === at) turn(1, at);
  else choose(at);
}

function lay() {
  const now = face(open.at);
  if (now) send(document.getElementById("hand").dataset.act, { action: now.dataset.lay });
}

// The hex lifts, and tiles stand round it

function lift() {
  const ground = hexOf(open.name)?.querySelector(".ground");
  const glows = picture().querySelector(".glows");
  if (!ground || !glows) return;
  open.mark = ground.cloneNode();
  open.mark.setAttribute("class", open.menu.querySelector("[data-lay], [data-action]") ? "lifted" : "lifted is-refused");
  open.mark.setAttribute("transform", hexOf(open.name).getAttribute("transform"));
  for (const name of ["fill", "fill-opacity", "stroke", "stroke-width"]) open.mark.removeAttribute(name);
  glows.append(open.mark);
}

function stand() {
  const ring = document.createElement("div");
  ring.className = "ring stays";
  ring.setAttribute("role", "group");
  ring.setAttribute("aria-label", open.menu.querySelector("h3").firstChild.textContent.trim());
  const middle = document.createElement("button");
  middle.type = "button";
  middle.className = "on-hex";
  middle.hidden = true;
  middle.addEventListener("click", lay);
  ring.append(middle);
  open.tiles.forEach((tile, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "ring-tile";
    button.dataset.tile = tile.dataset.number;
    button.addEventListener("click", () => pick(at));
    ring.append(button);
    tile.addEventListener("click", () => pick(at));
  });
  stage.append(ring);
  open.ring = ring;
  draw();
  arrange();
  ring.querySelector(".ring-tile")?.focus({ preventScroll: true });
}

function draw() {
  const { tiles, ring, menu, at } = open;
  tiles.forEach((tile, number) => {
    const shown = face(number);
    faces(number).forEach((each) => { each.hidden = each !== shown; });
    tile.setAttribute("aria-selected", String(number === at));
    const button = ring.querySelectorAll(".ring-tile")[number];
    button.replaceChildren(shown.firstElementChild.cloneNode(true), tile.querySelector(".tile-tag").cloneNode(true));
    button.dataset.rotation = shown.dataset.rotation;
    button.setAttribute("aria-label", `${tile.getAttribute("aria-label")}, ${shown.dataset.says}`);
    button.setAttribute("aria-pressed", String(number === at));
  });
  const chosen = at >= 0 ? face(at) : null;
  const middle = ring.querySelector(".on-hex");
  middle.hidden = !chosen;
  const now = menu.querySelector("[data-lay-now]");
  now.disabled = !chosen;
  menu.querySelectorAll("[data-turn]").forEach((each) => { each.disabled = !chosen || faces(at).length < 2; });
  if (!chosen) return;
  middle.replaceChildren(chosen.firstElementChild.cloneNode(true));
  now.dataset.action = chosen.dataset.lay;
  now.textContent = `${now.dataset.word} ${tiles[at].getAttribute("aria-label")}`;
  middle.setAttribute("aria-label", now.textContent);
  offer({ says: now.textContent, action: chosen.dataset.lay, deed: lay });
}

/** Put the ring where it fits; where it does not, the row of tiles in the menu serves. */
function arrange() {
  if (!open?.ring || !open.menu.isConnected) return;
  const box = screenBox(open.name);
  const frame = stage.getBoundingClientRect();
  const middle = { x: box.left + box.width / 2 - frame.left, y: box.top + box.height / 2 - frame.top };
  const size = Math.min(Math.max(box.width * 0.9, SMALLEST), LARGEST);
  const places = around(middle, size, box, open.tiles.length, frame);
  open.ring.classList.toggle("is-strip", !places);
  open.menu.classList.toggle("has-ring", Boolean(places));
  put(open.ring.querySelector(".on-hex"), middle, box.width);
  open.ring.querySelectorAll(".ring-tile").forEach((button, at) => { if (places) put(button, places[at], size); });
}

function put(element, { x, y }, width) {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  element.style.width = `${width}px`;
}

/** Places on a circle round a hex, evenly, all of them on the stage: outside its neighbours, so that one sees what
    a tile would join; where there is no room for that, nearer, or on an arc. */
function around(middle, size, box, count, frame) {
  const least = Math.max(box.width / 2 + size * 0.6, count > 1 ? (size * GAP) / (2 * Math.sin(Math.PI / count)) : 0);
  const outside = Math.max(box.height * 1.5 + size * 0.4, least);
  for (const radius of [outside, least, least * 1.25, least * 1.6, least * 2, least * 2.6]) {
    const at = (degrees) => ({
      x: middle.x + radius * Math.cos((degrees * Math.PI) / 180),
      y: middle.y + radius * Math.sin((degrees * Math.PI) / 180),
    });
    const fits = (degrees) => isInside(at(degrees), size, frame);
    const [start, length] = longest(fits);
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
  return x >= half && x <= frame.width - half && y >= half && y <= frame.height - half - 14; // its tag hangs below
}

/** The longest arc that fits: where it starts and how long it is, in degrees. */
function longest(fits) {
  const STEP = 3, count = 360 / STEP;
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

document.addEventListener("tetsudo:view", arrange);

// The menu's own buttons, and keys

document.addEventListener("click", (event) => {
  if (!open) return;
  const turned = event.target.closest("#hexmenu [data-turn]");
  if (turned && open.at >= 0) turn(Number(turned.dataset.turn));
  if (event.target.closest("#hexmenu [data-close]")) close();
});

const isElsewhere = (target) =>
  target.closest("button, a, summary, input, [role=tab]") !== null && !target.closest(".ring, #hexmenu .tiles, #hexmenu .lay");

const KEYS = {
  ArrowLeft: () => turnOrFirst(-1),
  ArrowRight: () => turnOrFirst(1),
  ArrowUp: () => next(-1),
  ArrowDown: () => next(1),
  Enter: () => (open.at >= 0 ? lay() : next(1)),
  Escape: close,
};

function turnOrFirst(by) {
  if (open.at < 0) choose(0);
  else turn(by);
}

function next(by) {
  const count = open.tiles.length;
  choose(open.at < 0 && by < 0 ? count - 1 : (open.at + by + count) % count);
  open.ring.querySelectorAll(".ring-tile")[open.at]?.focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => {
  if (!open || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTyping(event)) return;
  const deed = KEYS[event.key];
  if (!deed || (event.key !== "Escape" && (!open.tiles.length || isElsewhere(event.target)))) return;
  const tile = event.target.closest(".ring-tile");
  const other = tile && Number([...open.ring.querySelectorAll(".ring-tile")].indexOf(tile)) !== open.at;
  if (event.key === "Enter" && other) choose([...open.ring.querySelectorAll(".ring-tile")].indexOf(tile));
  else deed();
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });
