/* What cannot be done says why: a card beside the grey button, on hover, focus or tap. */

const card = document.createElement("div");
card.className = "why-card";
card.setAttribute("role", "tooltip");
card.hidden = true;
document.body.append(card);

let shownFor = null;
let leaving;

function show(can) {
  clearTimeout(leaving);
  if (shownFor === can) return;
  shownFor = can;
  card.replaceChildren(...can.querySelector(".why").cloneNode(true).childNodes);
  card.hidden = false;
  const at = can.getBoundingClientRect(), box = card.getBoundingClientRect();
  const left = Math.min(Math.max(8, at.left), innerWidth - box.width - 8);
  const above = at.top - box.height - 6;
  card.style.left = `${left}px`;
  card.style.top = `${above >= 8 ? above : at.bottom + 6}px`;
}

function hide() {
  clearTimeout(leaving);
  card.hidden = true;
  shownFor = null;
}

const hideSoon = () => { leaving = setTimeout(hide, 180); };
const canOf = (event) => {
  const can = event.target.closest?.(".can");
  return can?.querySelector(".why") ? can : null;
};

document.addEventListener("pointerover", (event) => {
  const can = canOf(event);
  if (can && event.pointerType === "mouse") show(can);
  else if (card.contains(event.target)) clearTimeout(leaving);
});
document.addEventListener("pointerout", (event) => {
  if (canOf(event) || card.contains(event.target)) hideSoon();
});
document.addEventListener("focusin", (event) => {
  const can = canOf(event);
  if (can && event.target.matches(":focus-visible")) show(can);
});
document.addEventListener("focusout", (event) => {
  if (canOf(event) && !card.contains(event.relatedTarget)) hideSoon();
});
document.addEventListener("click", (event) => {
  const can = canOf(event);
  if (can) show(can);
  else if (!card.contains(event.target)) hide();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !card.hidden) hide();
});
document.addEventListener("scroll", hide, { capture: true, passive: true });
document.addEventListener("tetsudo:shown", hide);
