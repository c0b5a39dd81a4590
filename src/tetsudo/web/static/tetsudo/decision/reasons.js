/* Cards with the reason for a disabled action, beside its grey button: on hover, focus or tap. */

import { cards } from "../page/card.js";

cards(
  "why-card",
  (event) => {
    const place = event.target.closest?.(".can");
    return place?.querySelector(".why") ? place : null;
  },
  (place) => place.querySelector(".why").cloneNode(true).childNodes,
);
