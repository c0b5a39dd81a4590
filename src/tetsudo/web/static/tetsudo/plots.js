/* Plots: a thin line through the round under the pointer in all of them, and in the history track; its values stand
   beside the marks. By keys too. The values are those of the table behind each plot. */

const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -5, PageUp: 5, Home: -Infinity, End: Infinity };

const figures = () => [...document.querySelectorAll(".plot-figure")];
const rowsOf = (figure) => figure.querySelectorAll(".plot-table tbody tr");
const clamp = (at, last) => Math.min(Math.max(at, 0), last);

let pointed = null; // a round; nobody points at one

/** Point at a round in all plots, or (null) at none: then the last one's values are shown. */
function point(at) {
  pointed = at;
  figures().forEach((figure) => show(figure, at));
  const row = at === null ? null : figures().map(rowsOf)[0]?.[at];
  mark(row);
}

function show(figure, at) {
  const rows = rowsOf(figure);
  const last = rows.length - 1;
  const round = at === null ? last : clamp(at, last);
  const values = [...rows[round].cells].map((cell) => cell.textContent.trim());
  figure.querySelectorAll(".plot-value").forEach((value, line) => { value.textContent = values[line + 1]; });
  figure.querySelector(".plot-round").textContent = at === null ? "" : values[0];
  figure.querySelectorAll("svg.plot").forEach((plot) => drawLine(plot, at === null ? null : round / Math.max(1, last)));
  rows.forEach((row, number) => row.classList.toggle("is-pointed", at !== null && number === round));
  say(figure, round);
}

function drawLine(plot, part) {
  const cursor = plot.querySelector(".cursor");
  cursor.setAttribute("visibility", part === null ? "hidden" : "visible");
  if (part === null) return;
  const left = Number(plot.dataset.left);
  cursor.setAttribute("transform", `translate(${(left + (Number(plot.dataset.right) - left) * part).toFixed(1)})`);
}

/** What a reader hears of the plot that has the focus. */
function say(figure, round) {
  const frame = figure.querySelector(".plot-frame");
  const row = rowsOf(figure)[round];
  const names = [...figure.querySelectorAll(".plot-legend .plot-name")].map((name) => name.textContent);
  const values = [...row.cells].map((cell) => cell.textContent.trim());
  frame.setAttribute("aria-valuenow", round);
  frame.setAttribute("aria-valuetext", `${values[0]}: ${names.map((name, line) => `${name} ${values[line + 1]}`).join(", ")}`);
}

/** The same round in the track under the map, where there is one, and in the table of operating rounds. */
function mark(row) {
  const start = row ? Number(row.dataset.start) : NaN;
  const segments = [...document.querySelectorAll("#track .segments > span")];
  const here = segments.filter((each) => Number(each.dataset.start) <= start).pop();
  segments.forEach((each) => each.classList.toggle("is-pointed", each === here));
  const name = row?.cells[0].textContent.trim();
  document.querySelectorAll(".runs").forEach((table) => {
    const column = [...table.tHead.rows[0].cells].findIndex((cell) => cell.textContent.trim() === name);
    for (const each of table.rows) [...each.cells].forEach((cell, number) => cell.classList.toggle("is-pointed", number > 0 && number === column));
  });
}

// By hand

document.addEventListener("pointermove", (event) => {
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

// By keys

document.addEventListener("keydown", (event) => {
  const frame = event.target.closest?.(".plot-frame");
  if (!frame || event.ctrlKey || event.metaKey || event.altKey) return;
  const rows = rowsOf(frame.closest(".plot-figure"));
  if (event.key === "Enter" && pointed !== null) rows[pointed].querySelector("a").click();
  if (event.key === "Escape") point(null);
  if (!(event.key in KEYS)) return;
  event.preventDefault();
  point(clamp((pointed ?? rows.length - 1) + KEYS[event.key], rows.length - 1));
});

document.addEventListener("focusout", (event) => {
  if (event.target.matches?.(".plot-frame")) point(null);
});

// The table of operating rounds: what companies earned, or what one player had of it

document.addEventListener("change", (event) => {
  if (event.target.name !== "got") return;
  const seat = event.target.value;
  const table = event.target.closest(".rounds-table").querySelector(".runs");
  for (const cell of table.querySelectorAll("[data-got]")) {
    const [earned, price] = [cell.querySelector(".earned"), cell.querySelector("small")];
    earned.dataset.plain ??= earned.innerHTML;
    if (seat === "") earned.innerHTML = earned.dataset.plain;
    else earned.textContent = cell.dataset.got.split(" ")[Number(seat)] || "–";
    price.hidden = seat !== "";
  }
});

// On a table's page they are fetched when they are looked at, and again as the game goes on

const panel = document.getElementById("plots");
let fetched = "";

async function fetchPlots() {
  if (!panel || panel.closest("[hidden]")) return;
  const wanted = document.getElementById("main").dataset.now ?? "";
  if (fetched === wanted) return;
  fetched = wanted;
  try {
    const answer = await fetch(panel.dataset.address, { headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(answer.statusText);
    const there = [...panel.querySelectorAll("details[open]")].map((each) => each.closest("figure")?.id);
    panel.innerHTML = await answer.text();
    there.forEach((id) => panel.querySelector(`#${id} details`)?.setAttribute("open", ""));
    start();
  } catch {
    fetched = ""; // it is asked for again when somebody looks again
  }
}

document.addEventListener("tetsudo:tab", () => queueMicrotask(fetchPlots));
document.addEventListener("tetsudo:shown", fetchPlots);
document.addEventListener("tetsudo:entered", () => {
  fetched = "";
  panel.replaceChildren();
});

/** Before anybody points at anything, readers hear the last round's values. */
function start() {
  figures().forEach((figure) => say(figure, rowsOf(figure).length - 1));
}

start();
fetchPlots();
