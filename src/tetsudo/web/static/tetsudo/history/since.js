/* Changes since the viewer's last move: dashed hexes with the numbers of the recap, the count of moves, and the tab that
   opens by itself when the viewer's turn begins. The map's picture stays as the server drew it. */

import { on } from "../page/dispatch.js";
import { hexOf, outline, picture } from "../map/mapview.js";
import { isPast, version } from "../table/position.js";
import { open, openTab, usualTab } from "../table/tabs.js";

const SVG = "http://www.w3.org/2000/svg";
const BADGE_UNITS = 22; // height of a number; a hex is 100 units wide

const stage = document.getElementById("stage");
const count = document.getElementById("since-count");

const read = (id) => JSON.parse(document.getElementById(id)?.textContent || "[]");

/** Other players' moves since the viewer's last one: {number, version, hexes, companies}. */
export const moves = () =>
  read("since-steps").map(([number, version, hexes, companies]) => ({ number, version, hexes, companies }));

function make(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

/** A number at the corner of a hex. */
function badge(name, text) {
  const hex = hexOf(name);
  const { x, y, width, height } = extent(hex.querySelector(".ground"));
  const [left, top] = width > height ? [x + 0.75 * width, y + 10] : [x + 0.9 * width, y + 0.27 * height];
  const wide = Math.max(BADGE_UNITS, 10 * text.length + 10);
  const made = make("g", { class: "since-badge", transform: hex.getAttribute("transform") });
  made.append(
    make("rect", {
      x: left - wide / 2,
      y: top - BADGE_UNITS / 2,
      width: wide,
      height: BADGE_UNITS,
      rx: BADGE_UNITS / 2,
    }),
    make("text", { x: left, y: top, "text-anchor": "middle", "dominant-baseline": "central" }, text),
  );
  return made;
}

/** The box of a hex's outline. `getBBox` would cause a layout of the whole page. */
function extent(ground) {
  const points = [...ground.points];
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

function draw() {
  const glows = picture().querySelector(".glows");
  if (!glows) return;
  for (const each of glows.querySelectorAll(".since-edge, .since-badge")) each.remove();
  const changed = read("since-hexes").filter(([name]) => hexOf(name));
  glows.append(
    ...changed.map(([name]) => outline(name, "since-edge")),
    ...changed.filter(([, text]) => text).map(([name, text]) => badge(name, text)),
  );
}

// Marks disappear from the map once the viewer has seen them

let seenVersion = -1;

export function markSeen() {
  seenVersion = version();
  stage.classList.add("is-seen");
}

// Tab

const isTurn = () => document.getElementById("standing").dataset.turn === "1";

let wasTurn = isTurn();

/** In wide windows with the details under the map: open the recap as the turn begins, and close it as the viewer acts. */
function openRecap() {
  const mayOpen =
    matchMedia("(min-width: 1200px)").matches && document.querySelector(".board [role=tablist]") && !isPast();
  if (mayOpen && isTurn() && !wasTurn && moves().length) open("since", false);
  else if (mayOpen && openTab() === "since" && !moves().length && usualTab() !== "since") open(usualTab(), false);
  wasTurn = isTurn();
}

on("tetsudo:entered", () => {
  seenVersion = -1;
  wasTurn = true; // nothing opens by itself
});

on("tetsudo:shown", () => {
  stage.classList.toggle("is-seen", seenVersion === version());
  draw();
  const number = isPast() ? 0 : moves().length;
  count.textContent = number;
  count.hidden = false;
  count.classList.toggle("is-none", !number);
  openRecap();
});
