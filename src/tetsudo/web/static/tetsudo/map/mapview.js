/* The map in its frame: pan, zoom, fit, and clicks on hexes. The picture (#map) comes from the server, whole or as changes
   (changes.js); the view of it is kept here.

     picture()          the <svg id="map"> on the page
     hexOf(name)        the group of a hex, or null
     screenBox(name)    a hex's place on the screen (a DOMRect), or null
     showHex(name)      pans the map until a hex is in view
     unitsPerPixel()    the picture's scale */

import { emit, isShortcut, isTyping, on } from "../page/dispatch.js";

const MAX_ZOOM = 8;
const ZOOM_STEP = 1.3;
const CLICK_SLOP_PIXELS = 6; // a hand is never quite still

const stage = document.getElementById("stage");
const view = { x: 0.5, y: 0.5, zoom: 1 }; // the middle, in fractions of the picture; at zoom 1 the whole picture fits
let base = { x: 0, y: 0, width: 1, height: 1 }; // the picture's view box
let room = { width: stage.clientWidth, height: stage.clientHeight }; // kept, since asking may cause a layout
let scale = 1;

export const picture = () => document.getElementById("map");
export const hexOf = (name) => picture().querySelector(`.hex[data-hex="${CSS.escape(name)}"]`);
export const unitsPerPixel = () => scale;

export function screenBox(name) {
  return hexOf(name)?.querySelector(".ground")?.getBoundingClientRect() ?? null;
}

export function showHex(name) {
  const box = screenBox(name);
  const frame = stage.getBoundingClientRect();
  if (!box) return;
  const isInView =
    box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
  if (isInView) return;
  panBy((frame.left + frame.right - box.left - box.right) / 2, (frame.top + frame.bottom - box.top - box.bottom) / 2);
}

// View

/** The picture's units per pixel at zoom 1. */
function unitsAtFit() {
  return Math.max(base.width / room.width, base.height / room.height) || 1;
}

function apply() {
  const svg = picture();
  if (!svg || !room.width) return;
  scale = unitsAtFit() / view.zoom;
  const width = room.width * scale;
  const height = room.height * scale;
  view.x = clampMiddle(view.x, width / base.width);
  view.y = clampMiddle(view.y, height / base.height);
  const left = base.x + view.x * base.width - width / 2;
  const top = base.y + view.y * base.height - height / 2;
  const box = [left, top, width, height].map((value) => value.toFixed(2)).join(" ");
  if (svg.getAttribute("viewBox") !== box) svg.setAttribute("viewBox", box); // the same one would be laid out, too
  stage.classList.toggle("is-near", 100 / scale > 150); // a hex is 100 units wide: room for its coordinate
  stage.classList.toggle("is-zoomed", view.zoom > 1);
  stage.classList.remove("is-network");
  emit("tetsudo:view");
}

/** Keep the view within the picture; `shown`: the fraction of the picture in view. */
function clampMiddle(middle, shown) {
  if (shown >= 1) return 0.5;
  return Math.min(Math.max(middle, shown / 2), 1 - shown / 2);
}

const clampZoom = (zoom) => Math.min(Math.max(zoom, 1), MAX_ZOOM);

function panBy(dx, dy) {
  view.x -= (dx * scale) / base.width;
  view.y -= (dy * scale) / base.height;
  apply();
}

/** Zoom by a factor; the place at (x, y) of the screen, or else the middle, stays where it is. */
function zoomBy(factor, x, y) {
  const frame = stage.getBoundingClientRect();
  const dx = (x ?? frame.left + frame.width / 2) - frame.left - frame.width / 2;
  const dy = (y ?? frame.top + frame.height / 2) - frame.top - frame.height / 2;
  view.zoom = clampZoom(view.zoom * factor);
  const gained = scale - unitsAtFit() / view.zoom;
  view.x += (dx * gained) / base.width;
  view.y += (dy * gained) / base.height;
  apply();
}

function fit() {
  Object.assign(view, { x: 0.5, y: 0.5, zoom: 1 });
  apply();
}

/** The network of the company in turn, as large as possible; the second time: the whole map. */
function showNetwork() {
  const names = JSON.parse(document.getElementById("network")?.textContent ?? "[]");
  const boxes = names.map(screenBox).filter(Boolean);
  if (!boxes.length || stage.classList.contains("is-network")) {
    fit();
    return;
  }
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const frame = stage.getBoundingClientRect();
  view.x += (((left + right - frame.left - frame.right) / 2) * scale) / base.width;
  view.y += (((top + bottom - frame.top - frame.bottom) / 2) * scale) / base.height;
  view.zoom = clampZoom((view.zoom * Math.min(frame.width / (right - left), frame.height / (bottom - top))) / 1.05);
  apply();
  stage.classList.add("is-network");
}

function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
  document.body.classList.toggle("only-map");
}

on("fullscreenchange", () => document.body.classList.toggle("only-map", Boolean(document.fullscreenElement)));

const ZOOMS = {
  in: () => zoomBy(ZOOM_STEP),
  out: () => zoomBy(1 / ZOOM_STEP),
  fit,
  network: showNetwork,
  full: toggleFullScreen,
};

// Pointers and wheel

const pointers = new Map();
let travelled = 0; // pixels since the first pointer came down: more than a few are no click
let spread = 0; // between two pointers

stage.addEventListener("pointerdown", (event) => {
  if (event.button > 0 || event.target.closest("button, a, input, .stays")) return;
  if (!pointers.size) travelled = 0;
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  spread = 0;
});

window.addEventListener("pointermove", (event) => {
  const at = pointers.get(event.pointerId);
  if (!at) return;
  const dx = event.clientX - at.x;
  const dy = event.clientY - at.y;
  travelled += Math.hypot(dx, dy);
  at.x = event.clientX;
  at.y = event.clientY;
  if (travelled < CLICK_SLOP_PIXELS) return;
  stage.classList.add("is-dragged");
  if (pointers.size === 1) panBy(dx, dy);
  else pinch();
});

function pinch() {
  const [a, b] = pointers.values();
  const distance = Math.hypot(a.x - b.x, a.y - b.y);
  if (spread) zoomBy(distance / spread, (a.x + b.x) / 2, (a.y + b.y) / 2);
  spread = distance;
}

for (const kind of ["pointerup", "pointercancel"]) {
  window.addEventListener(kind, (event) => {
    pointers.delete(event.pointerId);
    spread = 0;
    if (!pointers.size) stage.classList.remove("is-dragged");
  });
}

stage.addEventListener(
  "wheel",
  (event) => {
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? event.deltaY * 18 : event.deltaY;
    zoomBy(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX, event.clientY);
  },
  { passive: false },
);

// In the capture phase, before all other listeners: the end of a drag is no click for them
stage.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button) {
      ZOOMS[button.dataset.zoom]();
      return;
    }
    const wasDrag = travelled >= CLICK_SLOP_PIXELS && event.detail > 0;
    if (wasDrag) {
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    clickHex(event.target);
  },
  { capture: true },
);

stage.addEventListener("dblclick", (event) => {
  if (event.target.closest("button, .stays, .hex.lit, .glows")) return;
  const factor = ZOOM_STEP * ZOOM_STEP;
  zoomBy(event.shiftKey ? 1 / factor : factor, event.clientX, event.clientY);
});

function clickHex(target) {
  const hex = target.closest?.(".hex[data-hex]");
  if (!hex || !picture().contains(hex)) return;
  const number = (element, name) => (element ? Number(element.dataset[name]) : null);
  emit("tetsudo:hex", {
    name: hex.dataset.hex,
    node: number(target.closest("[data-node]"), "node"),
    city: number(target.closest("[data-city]"), "city"),
  });
}

// Keys

stage.addEventListener("keydown", (event) => {
  const hex = event.target.closest?.(".hex[data-hex]");
  if (hex && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    clickHex(event.target);
  }
});

const PAN = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] };
const KEYS = { "+": ZOOMS.in, "=": ZOOMS.in, "-": ZOOMS.out, 0: fit, n: showNetwork, N: showNetwork };

on("keydown", (event) => {
  if (event.defaultPrevented || isShortcut(event) || isTyping(event)) return;
  if (event.shiftKey && PAN[event.key] && event.target.type !== "range") panBy(...PAN[event.key]);
  else if (KEYS[event.key]) KEYS[event.key]();
  else return;
  event.preventDefault();
});

// Hexes of actions: the server names them (#lit), and they glow on whichever picture is there

function highlight() {
  const svg = picture();
  const said = document.getElementById("lit");
  const names = said ? JSON.parse(said.textContent) : [];
  for (const hex of svg.querySelectorAll(".hex.lit")) dim(hex);
  for (const shape of svg.querySelectorAll(".glows > .glow")) shape.remove();
  stage.classList.toggle("has-lit", names.length > 0);
  for (const hex of names.map(hexOf).filter(Boolean)) glow(hex);
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
  const glows = picture().querySelector(".glows");
  const shape = glows && outline(hex.dataset.hex, "glow");
  if (!shape) return;
  shape.dataset.glow = hex.dataset.hex;
  glows.append(shape);
}

/** The outline of a hex, to draw over the map; null if the hex is not there. */
export function outline(name, className) {
  const hex = hexOf(name);
  const ground = hex?.querySelector(".ground");
  if (!ground) return null;
  const shape = ground.cloneNode();
  for (const attribute of ["fill", "fill-opacity", "stroke", "stroke-width"]) shape.removeAttribute(attribute);
  shape.setAttribute("class", className);
  shape.setAttribute("transform", hex.getAttribute("transform"));
  return shape;
}

/** Take over a new picture. */
function adopt() {
  const svg = picture();
  if (!svg.dataset.adopted) {
    const { x, y, width, height } = svg.viewBox.baseVal;
    if (width) base = { x, y, width, height };
    svg.dataset.adopted = "1";
    svg.setAttribute("role", "group"); // it contains hexes to select
  }
  apply();
  highlight();
}

on("tetsudo:shown", adopt);
new ResizeObserver(() => {
  room = { width: stage.clientWidth, height: stage.clientHeight };
  apply();
}).observe(stage);
adopt();
