/* Parts of the map that a move changed: the server sends only those hexes and layers, each in place of the old one. */

import { on } from "../page/dispatch.js";
import { hexOf, picture } from "./mapview.js";
import { refetch } from "../table/position.js";

on("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (target.id !== "map-changes") return;
  event.detail.shouldSwap = false;
  const changes = fragment.firstElementChild;
  if (picture().dataset.map === changes.dataset.of) replace(changes);
  else if (picture().dataset.map !== changes.dataset.map) fetchWhole(); // they are for another picture
});

function replace(changes) {
  for (const part of [...changes.children]) {
    const { hex } = part.dataset;
    const old = hex ? hexOf(hex) : picture().querySelector(`.${part.getAttribute("class")}`);
    old.replaceWith(part);
  }
  picture().dataset.map = changes.dataset.map;
}

function fetchWhole() {
  picture().dataset.map = "";
  refetch();
}
