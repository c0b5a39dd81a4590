/* The map in its frame: pan, zoom, fit, and which hex was meant. The picture itself (#map) comes from the server
   and is swapped whole; what is shown of it is kept here.

   For others on the page:
     picture()          the <svg id="map"> that is shown now
     hexOf(name)        the group of a hex, or null
     hexAt(event)       the name of the hex under a pointer, or ""
     screenBox(name)    where a hex is on the screen (a DOMRect), or null
     showHex(name)      moves the map, if it must, so that a hex can be seen
   On document: "tetsudo:view" when the view changes; "tetsudo:hex" {name, node, city} when a hex is chosen,
   node and city null where none was meant. */

const ZOOM_MOST = 8;
const STEP = 1.3;
const CLICK_SLOP = 6; // a hand is not quite still

const stage = document.getElementById("stage");
const view = { x: 0.5, y: 0.5, zoom: 1 }; // the middle, as parts of the picture; 1: all of it fits
let base = { x: 0, y: 0, width: 1, height: 1 };
let room = { width: stage.clientWidth, height: stage.clientHeight }; // to ask while the page changes costs a layout
let scale = 1;

export const picture = () => document.getElementById("map");
export const hexOf = (name) => picture().querySelector(`.hex[data-hex="${CSS.escape(name)}"]`);
export const hexAt = (event) => event.target.closest?.(".hex[data-hex]")?.dataset.hex ?? "";

export function screenBox(name) {
  return hexOf(name)?.querySelector(".ground")?.getBoundingClientRect() ?? null;
}

export function showHex(name) {
  const box = screenBox(name);
  const frame = stage.getBoundingClientRect();
  if (!box || (box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom)) return;
  moveBy((frame.left + frame.right - box.left - box.right) / 2, (frame.top + frame.bottom - box.top - box.bottom) / 2);
}

// The view

/** How many of the picture's units a pixel is when the whole picture fits. */
function unitsPerPixel() {
  return Math.max(base.width / room.width, base.height / room.height) || 1;
}

/** The same as it is shown. */
export const unitsShown = () => scale;

function apply() {
  const svg = picture();
  if (!svg || !room.width) return;
  scale = unitsPerPixel() / view.zoom;
  const width = room.width * scale, height = room.height * scale;
  view.x = kept(view.x, width / base.width);
  view.y = kept(view.y, height / base.height);
  const left = base.x + view.x * base.width - width / 2, top = base.y + view.y * base.height - height / 2;
  svg.setAttribute("viewBox", `${left.toFixed(2)} ${top.toFixed(2)} ${width.toFixed(2)} ${height.toFixed(2)}`);
  stage.classList.toggle("is-near", 100 / scale > 150); // a hex is 100 units wide: room for its coordinate
  stage.classList.toggle("is-zoomed", view.zoom > 1);
  stage.classList.remove("is-network");
  document.dispatchEvent(new CustomEvent("tetsudo:view"));
}

/** The middle such that no more than needed of what lies beyond the picture is seen; `shown` parts are. */
function kept(middle, shown) {
  if (shown >= 1) return 0.5;
  return Math.min(Math.max(middle, shown / 2), 1 - shown / 2);
}

function moveBy(dx, dy) {
  view.x -= (dx * scale) / base.width;
  view.y -= (dy * scale) / base.height;
  apply();
}

/** Zoom by a factor; the place under (x, y) of the screen stays where it is. */
function zoomBy(factor, x, y) {
  const frame = stage.getBoundingClientRect();
  const dx = (x ?? frame.left + frame.width / 2) - frame.left - frame.width / 2;
  const dy = (y ?? frame.top + frame.height / 2) - frame.top - frame.height / 2;
  view.zoom = Math.min(Math.max(view.zoom * factor, 1), ZOOM_MOST);
  const gained = scale - unitsPerPixel() / view.zoom;
  view.x += (dx * gained) / base.width;
  view.y += (dy * gained) / base.height;
  apply();
}

function fit() {
  Object.assign(view, { x: 0.5, y: 0.5, zoom: 1 });
  apply();
}

/** All that the company in turn reaches, as large as it can be; again: the whole map. */
function network() {
  const names = JSON.parse(document.getElementById("network")?.textContent ?? "[]");
  const boxes = names.map(screenBox).filter(Boolean);
  if (!boxes.length || stage.classList.contains("is-network")) return fit();
  const left = Math.min(...boxes.map((box) => box.left)), right = Math.max(...boxes.map((box) => box.right));
  const top = Math.min(...boxes.map((box) => box.top)), bottom = Math.max(...boxes.map((box) => box.bottom));
  const frame = stage.getBoundingClientRect();
  view.x += ((left + right - frame.left - frame.right) / 2) * scale / base.width;
  view.y += ((top + bottom - frame.top - frame.bottom) / 2) * scale / base.height;
  const factor = Math.min(frame.width / (right - left), frame.height / (bottom - top)) / 1.05;
  view.zoom = Math.min(Math.max(view.zoom * factor, 1), ZOOM_MOST);
  apply();
  stage.classList.add("is-network");
}

const ZOOMS = { network, in: () => zoomBy(STEP), out: () => zoomBy(1 / STEP), fit, full };

function full() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
  document.body.classList.toggle("only-map");
}

document.addEventListener("fullscreenchange", () => {
  document.body.classList.toggle("only-map", Boolean(document.fullscreenElement));
});

// The hand

const pointers = new Map();
let travelled = 0; // how far the hand has gone since it came down: a click goes nowhere
let spread = 0;

stage.addEventListener("pointerdown", (event) => {
  if (event.button > 0 || event.target.closest("button, a, input, .stays")) return;
  if (!pointers.size) travelled = 0;
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  spread = 0;
});

window.addEventListener("pointermove", (event) => {
  const at = pointers.get(event.pointerId);
  if (!at) return;
  const dx = event.clientX - at.x, dy = event.clientY - at.y;
  travelled += Math.hypot(dx, dy);
  at.x = event.clientX;
  at.y = event.clientY;
  if (travelled < CLICK_SLOP) return;
  stage.classList.add("is-dragged");
  if (pointers.size === 1) moveBy(dx, dy);
  else pinch();
});

function pinch() {
  const [a, b] = pointers.values();
  const now = Math.hypot(a.x - b.x, a.y - b.y);
  if (spread) zoomBy(now / spread, (a.x + b.x) / 2, (a.y + b.y) / 2);
  spread = now;
}

for (const kind of ["pointerup", "pointercancel"]) {
  window.addEventListener(kind, (event) => {
    pointers.delete(event.pointerId);
    spread = 0;
    if (!pointers.size) stage.classList.remove("is-dragged");
  });
}

stage.addEventListener("wheel", (event) => {
  event.preventDefault();
  const pixels = event.deltaMode === 1 ? event.deltaY * 18 : event.deltaY;
  zoomBy(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX, event.clientY);
}, { passive: false });

stage.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  if (button) return ZOOMS[button.dataset.zoom]();
  const wasDrag = travelled >= CLICK_SLOP && event.detail > 0;
  if (wasDrag) {
    event.stopPropagation();
    event.preventDefault();
    return;
  }
  choose(event.target);
}, { capture: true });

stage.addEventListener("dblclick", (event) => {
  if (event.target.closest("button, .stays, .hex.lit, .glows")) return;
  zoomBy(event.shiftKey ? 1 / (STEP * STEP) : STEP * STEP, event.clientX, event.clientY);
});

function choose(target) {
  const hex = target.closest?.(".hex[data-hex]");
  if (!hex || !picture().contains(hex)) return;
  const number = (found, name) => (found ? Number(found.dataset[name]) : null);
  const detail = {
    name: hex.dataset.hex,
    node: number(target.closest("[data-node]"), "node"),
    city: number(target.closest("[data-city]"), "city"),
  };
  document.dispatchEvent(new CustomEvent("tetsudo:hex", { detail }));
}

stage.addEventListener("keydown", (event) => {
  const hex = event.target.closest?.(".hex[data-hex]");
  if (hex && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    choose(event.target);
  }
});

// Keys that work anywhere but where somebody types

const PAN = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] };
const KEYS = { "+": ZOOMS.in, "=": ZOOMS.in, "-": ZOOMS.out, "0": fit, n: network, N: network };

export const isTyping = (event) =>
  event.target.closest?.("input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]") !== null;

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
  if (event.shiftKey && PAN[event.key] && event.target.type !== "range") moveBy(...PAN[event.key]);
  else if (KEYS[event.key]) KEYS[event.key]();
  else return;
  event.preventDefault();
});

// What may be chosen: named by the server in #lit, marked on whichever picture is there

function light() {
  const svg = picture();
  const said = document.getElementById("lit");
  const names = said ? JSON.parse(said.textContent) : [];
  svg.querySelectorAll(".hex.lit").forEach(dim);
  svg.querySelectorAll(".glows > .glow").forEach((glow) => glow.remove());
  stage.classList.toggle("has-lit", names.length > 0);
  names.map(hexOf).filter(Boolean).forEach(glow);
}

function dim(hex) {
  hex.classList.remove("lit");
  for (const name of ["tabindex", "role", "aria-label"]) hex.removeAttribute(name);
}

function glow(hex) {
  hex.classList.add("lit");
  hex.setAttribute("tabindex", "0");
  hex.setAttribute("role", "button");
  hex.setAttribute("aria-label", hex.querySelector("title")?.textContent ?? hex.dataset.hex);
  const ground = hex.querySelector(".ground");
  const glows = picture().querySelector(".glows");
  if (!ground || !glows) return;
  const shape = ground.cloneNode();
  shape.setAttribute("class", "glow");
  shape.setAttribute("transform", hex.getAttribute("transform"));
  shape.dataset.glow = hex.dataset.hex;
  for (const name of ["fill", "fill-opacity", "stroke", "stroke-width"]) shape.removeAttribute(name);
  glows.append(shape);
}

/** Take over a picture that has just come. */
function adopt() {
  const svg = picture();
  if (!svg.dataset.adopted) {
    base = svg.viewBox.baseVal.width ? { ...boxOf(svg) } : base;
    svg.dataset.adopted = "1";
    svg.setAttribute("role", "group"); // things in it can be chosen
  }
  apply();
  light();
}

function boxOf(svg) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  return { x, y, width, height };
}

document.addEventListener("tetsudo:shown", adopt);
new ResizeObserver(() => {
  room = { width: stage.clientWidth, height: stage.clientHeight };
  apply();
}).observe(stage);
adopt();
