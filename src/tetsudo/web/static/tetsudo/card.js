/* A card beside whatever has more to say: on hover, focus or tap. `find`: what an event is about, or null; `fill`: what
   stands in the card for it. What comes under a pointer that rests opens nothing, nor what it only passes. Escape, scrolling and a click elsewhere take it away. */

export function cards(className, find, fill) {
  const card = document.createElement("div");
  card.className = className;
  card.setAttribute("role", "tooltip");
  card.hidden = true;
  document.body.append(card);

  let shownFor = null;
  let coming, leaving;
  let hand = ""; // where the pointer was

  function show(about) {
    clearTimeout(coming);
    clearTimeout(leaving);
    if (shownFor === about) return;
    shownFor = about;
    card.replaceChildren(...fill(about));
    card.hidden = false;
    const at = about.getBoundingClientRect(), box = card.getBoundingClientRect();
    const left = Math.min(Math.max(8, at.left), innerWidth - box.width - 8);
    const above = at.top - box.height - 6;
    card.style.left = `${left}px`;
    card.style.top = `${above >= 8 ? above : at.bottom + 6}px`;
  }

  function hide() {
    clearTimeout(coming);
    clearTimeout(leaving);
    card.hidden = true;
    shownFor = null;
  }

  const hideSoon = () => {
    clearTimeout(coming);
    leaving = setTimeout(hide, 180);
  };

  function showSoon(about) {
    clearTimeout(coming);
    clearTimeout(leaving);
    coming = setTimeout(() => about.isConnected && show(about), 150);
  }

  const place = (event) => `${event.screenX} ${event.screenY}`;

  document.addEventListener("pointermove", (event) => {
    const hasMoved = place(event) !== hand, about = find(event);
    hand = place(event);
    if (about && about !== shownFor && hasMoved && event.pointerType === "mouse") showSoon(about);
    else if (about || card.contains(event.target)) clearTimeout(leaving);
  });
  document.addEventListener("pointerout", (event) => {
    if (find(event) || card.contains(event.target)) hideSoon();
  });
  document.addEventListener("focusin", (event) => {
    const about = find(event);
    if (about && event.target.matches(":focus-visible")) show(about);
  });
  document.addEventListener("focusout", (event) => {
    if (find(event) && !card.contains(event.relatedTarget)) hideSoon();
  });
  document.addEventListener("click", (event) => {
    const about = find(event);
    if (about) show(about);
    else if (!card.contains(event.target)) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !card.hidden) hide();
  });
  document.addEventListener("scroll", hide, { capture: true, passive: true });
  document.addEventListener("tetsudo:shown", hide);
}
