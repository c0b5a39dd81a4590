/* Plots: a thin line through the round under the pointer, in all plots and in the history track; the round's values are
   beside the marks. Keys move it as well. The values are those of the table behind each plot. */

import { isShortcut, on } from "../page/dispatch.js";

const KEYS = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -5,
  PageUp: 5,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

const figures = () => [...document.querySelectorAll(".plot-figure")];
const rowsOf = (figure) => figure.querySelectorAll(".plot-table tbody tr");
const clamp = (at, last) => Math.min(Math.max(at, 0), last);

let pointed = null; // number of a round, or null

/** Point at a round in all plots; with null, show the values of the last round. */
function point(at) {
  pointed = at;
  for (const figure of figures()) show(figure, at);
  const row = at === null ? null : figures().map(rowsOf)[0]?.[at];
  markRound(row);
}

const textsOf = (row) => [...row.cells].map((cell) => cell.textContent.trim());

function show(figure, at) {
  const rows = rowsOf(figure);
  const last = rows.length - 1;
  const round = at === null ? last : clamp(at, last);
  const texts = textsOf(rows[round]);
  figure.querySelectorAll(".plot-value").forEach((value, line) => {
    value.textContent = texts[line + 1];
  });
  figure.querySelector(".plot-round").textContent = at === null ? "" : texts[0];
  const part = at === null ? null : round / Math.max(1, last);
  for (const plot of figure.querySelectorAll("svg.plot")) drawLine(plot, part);
  rows.forEach((row, number) => {
    row.classList.toggle("is-pointed", at !== null && number === round);
  });
  describe(figure, round);
}

function drawLine(plot, part) {
  const cursor = plot.querySelector(".cursor");
  cursor.setAttribute("visibility", part === null ? "hidden" : "visible");
  if (part === null) return;
  const left = Number(plot.dataset.left);
  cursor.setAttribute("transform", `translate(${(left + (Number(plot.dataset.right) - left) * part).toFixed(1)})`);
}

/** Text for screen readers: a plot is a slider over rounds. */
function describe(figure, round) {
  const frame = figure.querySelector(".plot-frame");
  const names = [...figure.querySelectorAll(".plot-legend .plot-name")].map((name) => name.textContent);
  const texts = textsOf(rowsOf(figure)[round]);
  const values = names.map((name, line) => `${name} ${texts[line + 1]}`);
  frame.setAttribute("aria-valuenow", round);
  frame.setAttribute("aria-valuetext", `${texts[0]}: ${values.join(", ")}`);
}

/** Mark a round in the history track, where there is one, and in the table of operating rounds. */
function markRound(row) {
  const start = row ? Number(row.dataset.start) : Number.NaN;
  const segments = [...document.querySelectorAll("#track .segments > span")];
  const here = segments.filter((each) => Number(each.dataset.start) <= start).pop();
  for (const each of segments) each.classList.toggle("is-pointed", each === here);
  const name = row?.cells[0].textContent.trim();
  for (const table of document.querySelectorAll(".runs")) {
    const column = [...table.tHead.rows[0].cells].findIndex((cell) => cell.textContent.trim() === name);
    for (const { cells } of table.rows) {
      [...cells].forEach((cell, number) => {
        cell.classList.toggle("is-pointed", number > 0 && number === column);
      });
    }
  }
}

// Pointer and keys

on("pointermove", (event) => {
  const frame = event.target.closest?.(".plot-frame");
  if (!frame) {
    if (pointed !== null && !document.activeElement?.matches(".plot-frame")) point(null);
    return;
  }
  const plot = [...frame.querySelectorAll("svg.plot")].find((each) => each.checkVisibility());
  const box = plot.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * plot.viewBox.baseVal.width;
  const left = Number(plot.dataset.left);
  const last = rowsOf(frame.closest(".plot-figure")).length - 1;
  const at = clamp(Math.round(((x - left) / (Number(plot.dataset.right) - left)) * last), last);
  if (at !== pointed) point(at);
});

on("keydown", ".plot-frame", (event, frame) => {
  if (isShortcut(event)) return;
  const rows = rowsOf(frame.closest(".plot-figure"));
  if (event.key === "Enter" && pointed !== null) rows[pointed].querySelector("a").click();
  if (event.key === "Escape") point(null);
  if (!(event.key in KEYS)) return;
  event.preventDefault();
  point(clamp((pointed ?? rows.length - 1) + KEYS[event.key], rows.length - 1));
});

on("focusout", (event) => {
  if (event.target.matches?.(".plot-frame")) point(null);
});

// The table of operating rounds: the companies' revenue, or one player's share of it

on("change", "[name=got]", (_event, choice) => {
  const seat = choice.value;
  const table = choice.closest(".rounds-table").querySelector(".runs");
  for (const cell of table.querySelectorAll("[data-got]")) {
    const earned = cell.querySelector(".earned");
    earned.dataset.plain ??= earned.innerHTML;
    if (seat === "") earned.innerHTML = earned.dataset.plain;
    else earned.textContent = cell.dataset.got.split(" ")[Number(seat)] || "–";
    cell.querySelector("small").hidden = seat !== "";
  }
});

// On the table page, plots are fetched when they come into view, and again after moves

const panel = document.getElementById("plots");
let fetched = ""; // for which version

async function fetchPlots() {
  if (!panel || panel.closest("[hidden]")) return;
  const wanted = document.getElementById("main").dataset.now ?? "";
  if (fetched === wanted) return;
  fetched = wanted;
  try {
    const answer = await fetch(panel.dataset.address, { headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(answer.statusText);
    const open = [...panel.querySelectorAll("details[open]")].map((each) => each.closest("figure")?.id);
    panel.innerHTML = await answer.text();
    for (const id of open) panel.querySelector(`#${id} details`)?.setAttribute("open", "");
    start();
  } catch {
    fetched = ""; // the next look tries again
  }
}

on("tetsudo:tab", () => queueMicrotask(fetchPlots));
on("tetsudo:shown", fetchPlots);
on("tetsudo:entered", () => {
  fetched = "";
  panel.replaceChildren();
});

/** Screen readers first get the values of the last round. */
function start() {
  for (const figure of figures()) describe(figure, rowsOf(figure).length - 1);
}

start();
fetchPlots();
