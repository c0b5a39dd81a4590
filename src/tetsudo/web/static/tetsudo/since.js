/* What changed since one moved: dashed hexes with the numbers of the recap, how many moves that were, and the tab
   that opens by itself when the turn comes. The map's own picture stays as the server drew it. */

import { hexOf, picture } from "./mapview.js";
import { isPast, version } from "./shown.js";
import { chosen, choose, usual } from "./tabs.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 22; // of a number, in the map's units: a hex is 100 wide

const stage = document.getElementById("stage");
const count = document.getElementById("since-count");

const read = (id) => JSON.parse(document.getElementById(id)?.textContent || "[]");

/** The others' moves since one moved: {number, version, hexes, companies} each. */
export const steps = () => read("since-steps").map(([number, version, hexes, companies]) => ({ number, version, hexes, companies }));

function make(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

/** The outline of a hex, to be put over the map; null if it is not there. */
export function outline(name, kind) {
  const hex = hexOf(name), ground = hex?.querySelector(".ground");
  if (!ground) return null;
  const shape = ground.cloneNode();
  for (const attribute of ["fill", "fill-opacity", "stroke", "stroke-width"]) shape.removeAttribute(attribute);
  shape.setAttribute("class", kind);
  shape.setAttribute("transform", hex.getAttribute("transform"));
  return shape;
}

/** The number at a corner of a hex. */
function badge(name, text) {
  const hex = hexOf(name), { x, y, width, height } = extent(hex.querySelector(".ground"));
  const [left, top] = width > height ? [x + 0.75 * width, y + 10] : [x + 0.9 * width, y + 0.27 * height];
  const wide = Math.max(HEIGHT, 10 * text.length + 10);
  const made = make("g", { class: "since-badge", transform: hex.getAttribute("transform") });
  made.append(
    make("rect", { x: left - wide / 2, y: top - HEIGHT / 2, width: wide, height: HEIGHT, rx: HEIGHT / 2 }),
    make("text", { x: left, y: top, "text-anchor": "middle", "dominant-baseline": "central" }, text),
  );
  return made;
}

/** The box of a hex's outline; `getBBox` would have all of the page laid out at once. */
function extent(ground) {
  const points = [...ground.points], xs = points.map(({ x }) => x), ys = points.map(({ y }) => y);
  const x = Math.min(...xs), y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

function draw() {
  const glows = picture().querySelector(".glows");
  if (!glows) return;
  glows.querySelectorAll(".since-edge, .since-badge").forEach((each) => each.remove());
  const changed = read("since-hexes").filter(([name]) => hexOf(name));
  glows.append(
    ...changed.map(([name]) => outline(name, "since-edge")),
    ...changed.filter(([, text]) => text).map(([name, text]) => badge(name, text)),
  );
}

// Seen

let seen = -1; // the version of which one has said so

export function see() {
  seen = version();
  stage.classList.add("is-seen");
}

// The tab

let wasMine = document.getElementById("standing").dataset.turn === "1";

/** Where the details stand under a map on a wide screen, the recap opens as one's turn begins, and goes as one acts. */
function open() {
  const isMine = document.getElementById("standing").dataset.turn === "1";
  const mayOpen = matchMedia("(min-width: 1200px)").matches && document.querySelector(".board [role=tablist]") && !isPast();
  if (mayOpen && isMine && !wasMine && steps().length) choose("since", false);
  else if (mayOpen && chosen() === "since" && !steps().length && usual() !== "since") choose(usual(), false);
  wasMine = isMine;
}

document.addEventListener("tetsudo:entered", () => {
  seen = -1;
  wasMine = true; // nothing opens by itself
});

document.addEventListener("tetsudo:shown", () => {
  stage.classList.toggle("is-seen", seen === version());
  draw();
  const moves = isPast() ? 0 : steps().length;
  count.textContent = moves;
  count.hidden = false;
  count.classList.toggle("is-none", !moves);
  open();
});
