/* Marks beside the names of companies and players on which the viewer has a note. The page's script sets them: what the
   server draws of a table, it may draw for others as well. */

import { on } from "../page/dispatch.js";

const PLACES = {
  company: (symbol) => `#matrix tr[data-company="${symbol}"] > th, #companies [data-company="${symbol}"] .full`,
  player: (seat) => `#matrix thead .seat-${seat}`,
};

/** What each note is about, and its text: from the fields, or before they are fetched from the page. */
function notes() {
  const fields = [...document.querySelectorAll("#panel-notes [data-about]")];
  if (fields.length > 0) return fields.map((field) => [field.dataset.about, field.value.trim()]);
  return Object.entries(JSON.parse(document.getElementById("noted")?.textContent ?? "{}"));
}

function mark() {
  for (const before of document.querySelectorAll(".noted")) before.remove();
  for (const [about, note] of notes()) {
    const [kind, word] = about.split(":");
    if (note) for (const place of document.querySelectorAll(PLACES[kind](CSS.escape(word)))) add(place, note);
  }
}

function add(place, note) {
  const sign = document.createElement("i");
  sign.className = "noted";
  sign.setAttribute("role", "img");
  sign.title = note;
  sign.setAttribute("aria-label", note);
  if (place.matches("th")) place.append(sign);
  else place.after(sign);
}

on("tetsudo:shown", mark);
on("input", "#panel-notes [data-about]", mark);
on("htmx:afterSettle", "#panel-notes", mark); // the fields are there
mark();
