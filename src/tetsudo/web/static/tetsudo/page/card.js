/* A card beside an element, with more about it: on hover, focus or tap.

     cards(className, find, fill)   `find(event)`: the element an event is about, or null; `fill(element)`: the nodes of
                                    its card

   A pointer that only passes, or that rests where an element appears, opens no card. Escape, scrolling and a click
   elsewhere close it. */

import { on } from "./dispatch.js";

const OPEN_MS = 150;
const CLOSE_MS = 180;

export function cards(className, find, fill) {
  const card = document.createElement("div");
  card.className = className;
  card.setAttribute("role", "tooltip");
  card.hidden = true;
  document.getElementById("main").append(card); // in a landmark

  let shownFor = null;
  let opening;
  let closing;
  let lastPlace = ""; // of the pointer

  function stopTimers() {
    clearTimeout(opening);
    clearTimeout(closing);
  }

  function show(element) {
    stopTimers();
    if (shownFor === element) return;
    shownFor = element;
    card.replaceChildren(...fill(element));
    card.hidden = false;
    const at = element.getBoundingClientRect();
    const box = card.getBoundingClientRect();
    const left = Math.min(Math.max(8, at.left), innerWidth - box.width - 8);
    const above = at.top - box.height - 6;
    card.style.translate = `${left}px ${above >= 8 ? above : at.bottom + 6}px`; // no layout shift
  }

  function hide() {
    stopTimers();
    card.hidden = true;
    shownFor = null;
  }

  function hideSoon() {
    stopTimers();
    closing = setTimeout(hide, CLOSE_MS);
  }

  function showSoon(element) {
    stopTimers();
    opening = setTimeout(() => element.isConnected && show(element), OPEN_MS);
  }

  on("pointermove", (event) => {
    const place = `${event.screenX} ${event.screenY}`;
    const hasMoved = place !== lastPlace;
    const element = find(event);
    lastPlace = place;
    if (element && element !== shownFor && hasMoved && event.pointerType === "mouse") showSoon(element);
    else if (element || card.contains(event.target)) clearTimeout(closing);
  });
  on("pointerout", (event) => {
    if (find(event) || card.contains(event.target)) hideSoon();
  });
  on("focusin", (event) => {
    const element = find(event);
    if (element && event.target.matches(":focus-visible")) show(element);
  });
  on("focusout", (event) => {
    if (find(event) && !card.contains(event.relatedTarget)) hideSoon();
  });
  on("click", (event) => {
    const element = find(event);
    if (element) show(element);
    else if (!card.contains(event.target)) hide();
  });
  on("keydown", (event) => {
    if (event.key === "Escape" && !card.hidden) hide();
  });
  on("scroll", hide, { capture: true, passive: true });
  on("tetsudo:shown", hide);
}
