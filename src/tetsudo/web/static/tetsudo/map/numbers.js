/* Tile numbers in legible size: a switch, remembered by the browser. The numbers are drawn over the map, each inside its
   hex and near the small number; coordinates too, where they are shown. */

import { isShortcut, isTyping, on } from "../page/dispatch.js";
import { picture, unitsPerPixel } from "./mapview.js";

const KEY = "tetsudo-numbers";
const SIZE_PIXELS = 13; // of the font: its figures are 9.4 pixels high
const CAP_HEIGHT = 0.727; // of the font, in font sizes
const CHARACTER_WIDTH = 0.62; // average, in font sizes
const MAX_WIDTH_UNITS = 84; // a hex is 100 units wide
const INSIDE_UNITS = 48; // from the middle of a hex to its sides

const stage = document.getElementById("stage");
const button = stage.querySelector("[data-numbers]");
let isOn = isKept();
let last = []; // the picture, its scale and the choice: for these the numbers are drawn already

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
  if (last[0] === svg && last[1] === scale && last[2] === isOn) return;
  last = [svg, scale, isOn];
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
    group.setAttribute("transform", hex.getAttribute("transform"));
    const { tile, hex: name } = hex.dataset;
    group.dataset.of = name;
    if (tile) group.append(label(tile, "tile-number", hex.querySelector(".number"), [29, 36], size, sides));
    const coordinate = hasCoordinates && hex.querySelector(".coordinate");
    if (coordinate) group.append(label(name, "large-coordinate", coordinate, [-29, -36], size, sides));
    if (group.firstChild) all.append(group);
  }
  return all;
}

function showsCoordinates() {
  const choice = document.documentElement.dataset.coordinates ?? "near";
  return choice === "always" || (choice === "near" && stage.classList.contains("is-near"));
}

/** A text as near to the small one, or else to a usual place, as it lies inside the hex. */
function label(text, className, small, usual, wanted, sides) {
  const size = Math.min(wanted, MAX_WIDTH_UNITS / (text.length * CHARACTER_WIDTH));
  const [x, y] = small ? middle(small) : usual;
  const half = [(text.length * CHARACTER_WIDTH * size) / 2, (CAP_HEIGHT * size) / 2];
  let nearness = 1;
  while (nearness > 0 && !isInside([x * nearness, y * nearness], half, sides)) nearness -= 0.05;
  const shape = make("text", className);
  shape.textContent = text;
  shape.setAttribute("x", (x * nearness).toFixed(2));
  shape.setAttribute("y", (y * nearness + half[1]).toFixed(2));
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
