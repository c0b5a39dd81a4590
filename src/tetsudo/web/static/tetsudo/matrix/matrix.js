/* The matrix: unfold the companies during the auction, and show the other half of the columns on a phone. Each move
   swaps the table but not its container (#matrix), which keeps what was chosen. */

import { on } from "../page/dispatch.js";
import { main } from "../table/position.js";
import { open, phone } from "../table/tabs.js";

const matrix = document.getElementById("matrix");

function update() {
  matrix.querySelector(".unfold")?.setAttribute("aria-expanded", String(matrix.classList.contains("is-unfolded")));
  for (const button of matrix.querySelectorAll("[data-show]")) {
    button.setAttribute("aria-pressed", String(button.dataset.show === (matrix.dataset.half ?? "shares")));
  }
}

on("click", "#matrix [data-show]", (_event, button) => {
  matrix.dataset.half = button.dataset.show;
  update();
});

on("click", "#matrix .unfold", () => {
  matrix.classList.toggle("is-unfolded");
  update();
});

on("click", "#matrix", () => {
  if (phone.matches && main.dataset.tab === "turn") open("matrix");
});

on("tetsudo:shown", update);
