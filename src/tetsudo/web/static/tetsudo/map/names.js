/* Place names stay legible: where the map is so small that a name would be smaller than 9 pixels, it is enlarged, up to
   the width of its hex, with a halo in the colour of its ground. */

import { on } from "../page/dispatch.js";
import { picture, unitsPerPixel } from "./mapview.js";

const MIN_SIZE_PIXELS = 9;
const MAX_WIDTH_UNITS = 104; // a hex is 100 units wide
const CHARACTER_WIDTH = 0.56; // average, in font sizes

function enlarge() {
  const scale = unitsPerPixel();
  for (const place of picture().querySelectorAll(".place")) {
    if (place.dataset.scale === String(scale)) continue;
    place.dataset.scale = scale;
    const lines = [...place.children];
    const size = Number(lines[0].getAttribute("font-size"));
    const width = Math.max(...lines.map((line) => line.textContent.length)) * CHARACTER_WIDTH * size;
    const factor = Math.max(1, Math.min((MIN_SIZE_PIXELS * scale) / size, MAX_WIDTH_UNITS / width));
    const isLarger = factor > 1.02;
    place.toggleAttribute("data-grown", isLarger);
    if (isLarger) place.setAttribute("transform", scaleFromMiddle(lines, size, factor));
    else place.removeAttribute("transform");
    for (const line of lines) line.style.stroke = line.getAttribute("fill").replace("-ink", "");
  }
}

function scaleFromMiddle(lines, size, factor) {
  const x = Number(lines[0].getAttribute("x"));
  const y = lines.reduce((sum, line) => sum + Number(line.getAttribute("y")), 0) / lines.length - 0.355 * size;
  return `translate(${(x * (1 - factor)).toFixed(2)} ${(y * (1 - factor)).toFixed(2)}) scale(${factor.toFixed(3)})`;
}

on("tetsudo:view", enlarge);
enlarge();
