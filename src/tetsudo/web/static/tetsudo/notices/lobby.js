/* The lobby: the number of tables that wait, in the title and on the app's icon; G for the next one. */

import { isShortcut, isTyping, on } from "../page/dispatch.js";

const count = Number(document.querySelector("[data-waiting]")?.dataset.waiting ?? 0);
if (count) document.title = `(${count}) ${document.title}`;
navigator.setAppBadge?.(count)?.catch(() => {});

on("keydown", (event) => {
  if (event.key.toLowerCase() !== "g" || isShortcut(event) || isTyping(event)) return;
  document.getElementById("next")?.click();
});
