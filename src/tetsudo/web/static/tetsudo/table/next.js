/* Other tables that wait for the viewer: their number in the title and on the app's icon, and the way to the next one. */

import { on } from "../page/dispatch.js";
import { isPast, main, setCount } from "./position.js";
import { notify } from "./sounds.js";

const PAUSE_MS = 1500;

let waiting; // unknown until the server has answered
let wasTurn = false;

async function ask() {
  const link = document.getElementById("next");
  if (!link) return;
  const answer = await fetch(`${link.dataset.count}?from=${main.dataset.table}`).catch(() => null);
  if (!answer?.ok) return;
  const before = waiting ?? { others: Infinity };
  waiting = await answer.json();
  link.hidden = !waiting.others;
  link.href = waiting.url ?? link.href;
  setCount(waiting.others);
  navigator.setAppBadge?.(waiting.count)?.catch(() => {});
  if (waiting.others > before.others) notify(`${main.dataset.yourTurn} – ${waiting.name}`, "next");
  offer();
}

/** After the viewer's move, offer the next table where the confirm button was. */
function offer() {
  const place = document.querySelector("#acts .confirm .finish");
  if (!waiting?.others || isPast() || place?.childElementCount !== 0) return;
  const link = document.getElementById("next").cloneNode(true);
  link.removeAttribute("id");
  link.classList.add("primary");
  place.append(link);
}

on("tetsudo:shown", () => {
  const isTurn = document.getElementById("standing").dataset.turn === "1";
  if (wasTurn && !isTurn) ask();
  else offer();
  wasTurn = isTurn;
});

on("tetsudo:waiting", ask);
on("tetsudo:entered", ask);

setTimeout(ask, PAUSE_MS); // after everything that the page needs at once
