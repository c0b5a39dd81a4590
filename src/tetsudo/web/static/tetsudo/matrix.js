/* What a hand does to the matrix itself: unfold the companies during the auction, and on a phone show the other half.
   The fragment is swapped with each move; its place is not, and remembers. */

const place = document.getElementById("matrix");

function paint() {
  place.querySelector(".unfold")?.setAttribute("aria-expanded", String(place.classList.contains("is-unfolded")));
  for (const button of place.querySelectorAll("[data-show]")) {
    button.setAttribute("aria-pressed", String(button.dataset.show === (place.dataset.half ?? "shares")));
  }
}

place.addEventListener("click", (event) => {
  const half = event.target.closest("[data-show]");
  if (half) place.dataset.half = half.dataset.show;
  else if (event.target.closest(".unfold")) place.classList.toggle("is-unfolded");
  else return;
  paint();
});

document.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.detail.target === place) paint();
});
