/* Names of places stay readable: where the map is drawn so small that a name would be smaller than 9 pixels it is
   drawn larger, as far as its hex is wide, with its ground's colour round it. */

import { picture, unitsShown } from "./mapview.js";

const LEAST = 9; // pixels
const WIDEST = 104; // of the map's units: a hex is 100 wide
const WIDE = 0.56; // of a character, in font sizes: about

let grown = null; // the picture whose names are as large as they should be, and for which scale
let grownFor = 0;

function grow() {
  const svg = picture(), scale = unitsShown();
  if (svg === grown && scale === grownFor) return;
  [grown, grownFor] = [svg, scale];
  for (const place of svg.querySelectorAll(".place")) {
    const lines = [...place.children], size = Number(lines[0].getAttribute("font-size"));
    const longest = Math.max(...lines.map((line) => line.textContent.length)) * WIDE * size;
    const factor = Math.max(1, Math.min((LEAST * scale) / size, WIDEST / longest));
    const isGrown = factor > 1.02;
    place.toggleAttribute("data-grown", isGrown);
    if (isGrown) place.setAttribute("transform", about(lines, size, factor));
    else place.removeAttribute("transform");
    for (const line of lines) line.style.stroke = line.getAttribute("fill").replace("-ink", "");
  }
}

/** Larger from its middle. */
function about(lines, size, factor) {
  const x = Number(lines[0].getAttribute("x"));
  const y = lines.reduce((sum, line) => sum + Number(line.getAttribute("y")), 0) / lines.length - 0.355 * size;
  return `translate(${(x * (1 - factor)).toFixed(2)} ${(y * (1 - factor)).toFixed(2)}) scale(${factor.toFixed(3)})`;
}

document.addEventListener("tetsudo:view", grow);
grow();
