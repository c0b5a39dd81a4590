/* Tile numbers in legible size: a switch, remembered by the browser. The numbers are drawn over the map, each inside its
   hex, where they cover least, and near the small number; coordinates too, where they are shown. */

import { isShortcut, isTyping, on } from "../page/dispatch.js";
import { picture, unitsPerPixel } from "./mapview.js";

const KEY = "tetsudo-numbers";
const SIZE_PIXELS = 13; // of the font: its figures are 9.4 pixels high
const CAP_HEIGHT = 0.727; // of the font, in font sizes
const CHARACTER_WIDTH = 0.62; // average, in font sizes
const MAX_WIDTH_UNITS = 84; // a hex is 100 units wide
const INSIDE_UNITS = 48; // from the middle of a hex to its sides
const TAKEN = ".slot, .home, .token, .town > :not(.target), .furniture > :not(.number, .coordinate)";
const STEPS = Array.from({ length: 25 }, (_, at) => 4 * (at - 12));
const GRID = STEPS.flatMap((y) => STEPS.map((x) => [x, y])); // places to try, in units from the middle of a hex

const stage = document.getElementById("stage");
const button = stage.querySelector("[data-numbers]");
let isOn = isKept();
let last = []; // the picture, its version and scale, and the choice: for these the numbers are drawn already

function isKept() {
  try {
    return localStorage.getItem(KEY) === "1";
  } catch {
    return false;
  }
}

function keep() {
  try {
    if (isOn) localStorage.setItem(KEY, "1");
    else localStorage.removeItem(KEY);
  } catch {
    // the browser stores nothing: for this page only
  }
}

function draw() {
  const svg = picture();
  const scale = unitsPerPixel();
  const shown = [svg, svg.dataset.map, scale, isOn];
  if (shown.every((value, at) => value === last[at])) return;
  last = shown;
  button.setAttribute("aria-pressed", String(isOn));
  stage.classList.toggle("has-numbers", isOn);
  svg.querySelector(".legible")?.remove();
  if (isOn) svg.querySelector(".glows")?.before(labels(svg, SIZE_PIXELS * scale));
}

function labels(svg, size) {
  const all = make("g", "legible");
  all.setAttribute("aria-hidden", "true"); // the hexes' titles say the same
  const sides = normals(svg);
  const hasCoordinates = showsCoordinates();
  for (const hex of svg.querySelectorAll(".hex")) {
    const group = make("g", "");
    group.dataset.of = hex.dataset.hex;
    group.setAttribute("transform", hex.getAttribute("transform"));
    const taken = hex.dataset.tile || hasCoordinates ? takenBoxes(hex) : [];
    if (hex.dataset.tile) {
      group.append(label(hex.dataset.tile, "tile-number", hex.querySelector(".number"), [29, 36], size, sides, taken));
    }
    const coordinate = hasCoordinates && hex.querySelector(".coordinate");
    if (coordinate) {
      group.append(label(hex.dataset.hex, "large-coordinate", coordinate, [-29, -36], size, sides, taken));
    }
    if (group.firstChild) all.append(group);
  }
  return all;
}

function showsCoordinates() {
  const choice = document.documentElement.dataset.coordinates ?? "near";
  return choice === "always" || (choice === "near" && stage.classList.contains("is-near"));
}

/** Boxes of a hex's slots, values, names and signs, as [left, top, right, bottom] in units from its middle. */
function takenBoxes(hex) {
  const ground = hex.querySelector(".ground").getBoundingClientRect();
  const scale = unitsPerPixel();
  const x = ground.left + ground.width / 2;
  const y = ground.top + ground.height / 2;
  return [...hex.querySelectorAll(TAKEN)].map((shape) => {
    const box = shape.getBoundingClientRect();
    return [(box.left - x) * scale, (box.top - y) * scale, (box.right - x) * scale, (box.bottom - y) * scale];
  });
}

/** A text inside the hex where it covers least, as near to the small one as that allows; its place is taken then. */
function label(text, className, small, usual, wanted, sides, taken) {
  const size = Math.min(wanted, MAX_WIDTH_UNITS / (text.length * CHARACTER_WIDTH));
  const half = [(text.length * CHARACTER_WIDTH * size) / 2, (CAP_HEIGHT * size) / 2];
  const near = small ? middle(small) : usual;
  let best = [0, 0];
  let least = Number.POSITIVE_INFINITY;
  for (const at of GRID) {
    if (!isInside(at, half, sides)) continue;
    const box = [at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1]];
    const covered = taken.reduce((sum, other) => sum + overlap(box, other), 0);
    const badness = covered + Math.hypot(at[0] - near[0], at[1] - near[1]);
    if (badness < least) [best, least] = [at, badness];
  }
  taken.push([best[0] - half[0], best[1] - half[1], best[0] + half[0], best[1] + half[1]]);
  const shape = make("text", className);
  shape.textContent = text;
  shape.setAttribute("x", best[0].toFixed(2));
  shape.setAttribute("y", (best[1] + half[1]).toFixed(2));
  shape.setAttribute("font-size", size.toFixed(2));
  return shape;
}

/** The middle of a text of the server's, whose baseline is 0.355 font sizes below it. */
function middle(text) {
  const [x, y, size] = ["x", "y", "font-size"].map((name) => Number(text.getAttribute(name)));
  return [x, y - 0.355 * size];
}

const isInside = ([x, y], [width, height], sides) =>
  sides.every(([nx, ny]) => x * nx + y * ny + width * Math.abs(nx) + height * Math.abs(ny) <= INSIDE_UNITS);

/** The area that two boxes share. */
function overlap([left, top, right, bottom], [l, t, r, b]) {
  return Math.max(0, Math.min(right, r) - Math.max(left, l)) * Math.max(0, Math.min(bottom, b) - Math.max(top, t));
}

/** Directions of the sides of all hexes, from the middle. */
function normals(svg) {
  const corners = svg.querySelector(".hex > .ground").getAttribute("points").split(" ");
  const points = corners.map((corner) => corner.split(",").map(Number));
  return points.map(([x, y], at) => {
    const [u, v] = points[(at + 1) % points.length];
    const length = Math.hypot(x + u, y + v);
    return [(x + u) / length, (y + v) / length];
  });
}

function make(name, className) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  if (className) element.setAttribute("class", className);
  return element;
}

function change() {
  isOn = !isOn;
  keep();
  draw();
}

button.addEventListener("click", change);
on("keydown", (event) => {
  if (event.defaultPrevented || isShortcut(event) || isTyping(event) || event.key.toLowerCase() !== "t") return;
  if (!document.querySelector("dialog[open]")) change();
});
on("tetsudo:view", draw);
draw();
