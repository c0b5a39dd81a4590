/* Tools: the folds of the row under the turn line. One is open at a time, as they share a name. */

import { on } from "../page/dispatch.js";
import { main } from "../table/position.js";
import { phone } from "../table/tabs.js";

const high = matchMedia("(min-height: 640px)");

let isReading = false; // the guide, opened by the viewer

const openTool = () => document.querySelector(".tool[open]");

function shut(tool) {
  isReading = false;
  tool.open = false;
}

function close(tool) {
  shut(tool);
  tool.querySelector("summary").focus();
}

on("click", "[data-open-tool]", (_event, button) => {
  const tool = document.querySelector(`.tool[data-keep="${button.dataset.openTool}"]`);
  tool.open = true;
  tool.querySelector(".tool-sheet select, .tool-sheet button").focus();
});

on("keydown", (event) => {
  const tool = openTool();
  if (event.key !== "Escape" || !tool || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  close(tool);
});

// In a narrow window a sheet covers the choices: it closes when something is chosen, and at a press beside it.
// The guide covers none where there is room above them (`guide.css`).
on("click", (event) => {
  const tool = phone.matches && openTool();
  if (!tool || (high.matches && tool.closest("#guide"))) return;
  const isChosen = event.target.closest(
    ".tool-sheet [data-action]:not([aria-disabled=true]), .tool-sheet [data-to-hex]",
  );
  if (isChosen || !event.target.closest(".tools")) shut(tool);
});

// The tabs are under a sheet, or beside it
on("click", "#tabs", () => {
  const tool = openTool();
  if (tool) shut(tool);
});

// A new lesson opens where it covers nothing that the decision needs, unless the viewer has closed it

let closedLesson = null;

on(
  "toggle",
  ".tool[data-lesson]",
  (_event, tool) => {
    closedLesson = tool.open ? null : tool.dataset.lesson;
  },
  { capture: true },
);

// Where it does, the viewer opens it, and then it stays open from one lesson to the next

on("click", ".tool > summary", (_event, summary) => {
  isReading = Boolean(summary.closest("#guide")) && !summary.parentElement.open;
});

function openLesson() {
  const lesson = document.querySelector(".tool[data-lesson]");
  const coversMap = main.classList.contains("tall") && main.dataset.about === "map";
  const goesOn = isReading && high.matches && main.dataset.tab === "turn";
  if (!lesson || coversMap || (phone.matches && !goesOn) || openTool()) return;
  if (lesson.dataset.lesson !== closedLesson) lesson.open = true;
}

on("tetsudo:shown htmx:afterSettle", openLesson);
openLesson();
