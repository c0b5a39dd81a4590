/* What cannot be done says why: a card beside the grey button, on hover, focus or tap. */

import { cards } from "./card.js";

cards(
  "why-card",
  (event) => {
    const can = event.target.closest?.(".can");
    return can?.querySelector(".why") ? can : null;
  },
  (can) => can.querySelector(".why").cloneNode(true).childNodes,
);
