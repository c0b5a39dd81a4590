/* Glossary terms: a card beside a term says what it means. A tap or click opens the card, Enter the glossary. */

import { cards } from "./card.js";
import { on } from "./dispatch.js";

const isTable = document.body.classList.contains("at-table");
const termOf = (event) => event.target.closest?.("a.term") ?? null;

cards("term-card", termOf, (term) => {
  const meaning = document.createElement("p");
  meaning.textContent = term.getAttribute("aria-description");
  const links = document.createElement("p");
  links.className = "small";
  if (term.dataset.clause) links.append(link(term.dataset.rule, term.dataset.clause), " · ");
  links.append(link(term.href, document.body.dataset.glossary));
  return [meaning, links];
});

function link(href, text) {
  const made = document.createElement("a");
  made.href = href;
  made.textContent = text;
  if (isTable) {
    made.target = "_blank";
    made.rel = "noopener";
  }
  return made;
}

on("click", "a.term", (event, term) => {
  if (event.detail)
    event.preventDefault(); // by pointer: the card is enough
  else if (isTable) term.target = "_blank"; // by key: keep the table open
});
