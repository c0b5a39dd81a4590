// A search box (data-filter: a selector of entries) hides the entries that lack a word, including entries added later.

import { on } from "./dispatch.js";

const fold = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

on("input", "[data-filter]", (_event, box) => {
  const words = fold(box.value).split(/\s+/).filter(Boolean);
  for (const entry of document.querySelectorAll(box.dataset.filter)) {
    const text = fold(entry.textContent);
    entry.hidden = !words.every((word) => text.includes(word));
  }
});
