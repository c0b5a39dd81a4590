/* Words of the glossary say what they mean in a card beside them. A tap or click shows it; Enter goes to the glossary. */

import { cards } from "./card.js";

const isTable = document.body.classList.contains("at-table");
const wordOf = (event) => event.target.closest?.("a.term") ?? null;

cards("term-card", wordOf, (word) => {
  const says = document.createElement("p");
  says.textContent = word.getAttribute("aria-description");
  const more = document.createElement("p");
  more.className = "small";
  if (word.dataset.clause) more.append(link(word.dataset.rule, word.dataset.clause), " · ");
  more.append(link(word.href, document.body.dataset.glossary));
  return [says, more];
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

document.addEventListener("click", (event) => {
  const word = wordOf(event);
  if (!word) return;
  if (event.detail) event.preventDefault(); // by hand, not by key: the card is the answer
  else if (isTable) word.target = "_blank"; // nobody leaves his table for a word
});
