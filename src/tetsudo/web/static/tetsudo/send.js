/* The one way to the server for whatever changes something: one post at a time. A second click, or one on a page
   that is behind, does no harm: the answer is how things stand. */

import { isPast, main } from "./shown.js";

let isUnderWay = false;

export async function send(url, values) {
  const hand = document.getElementById("hand");
  if (isUnderWay || !hand) return;
  isUnderWay = true;
  const acts = document.getElementById("acts");
  acts.setAttribute("aria-busy", "true");
  const hadFocus = acts.contains(document.activeElement) || document.activeElement === document.body;
  try {
    await window.htmx.ajax("POST", url, { source: acts, target: acts, swap: "none", values: { version: hand.dataset.version, ...values } });
  } catch {
    lost();
  } finally {
    isUnderWay = false;
    acts.removeAttribute("aria-busy");
  }
  if (!isPast() && location.pathname !== main.dataset.base) history.replaceState({}, "", main.dataset.base);
  const isGone = !document.activeElement || document.activeElement === document.body;
  if (hadFocus && isGone) document.getElementById("hand")?.focus({ preventScroll: true });
}

document.addEventListener("htmx:responseError", lost);
document.addEventListener("htmx:sendError", lost);

/** Say that the server gave no answer, or why it does not do now what was asked (429: too often). */
export function lost(event) {
  const hand = document.getElementById("hand");
  const answer = event?.detail?.xhr;
  const reason = answer?.status === 429 ? answer.responseText : "";
  const before = document.querySelector(".notice.lost");
  if (!hand || (before && !reason)) return;
  before?.remove();
  const notice = document.createElement("p");
  notice.className = "notice refusal lost";
  notice.setAttribute("role", "alert");
  notice.textContent = reason || hand.dataset.lost;
  hand.after(notice);
}

/** Ask the server about the position that is shown; the text, or null if it is not the present one any more. */
export async function ask(url, values = {}) {
  const hand = document.getElementById("hand");
  const map = document.getElementById("map").dataset.map;
  const asked = new URLSearchParams({ version: hand.dataset.version, map, ...values });
  try {
    const answer = await fetch(`${url}?${asked}`, { headers: { "HX-Request": "true" } });
    return answer.ok ? await answer.text() : null;
  } catch {
    lost();
    return null;
  }
}
