/* The one way to the server for whatever changes something: one post at a time. A second click, or one on a page
   that is behind, does no harm: the answer is how things stand. What the server cannot do now is kept and sent again,
   for the position that it was made for. */

import { isPast, main } from "./shown.js";

const LATER = [502, 503, 504]; // the site, or the proxy before it
const LONGEST = 60;

let isUnderWay = false;
let refused = null; // the last answer that was none
let giveUp = () => {}; // ends the waiting for another attempt

export async function send(url, values) {
  const hand = document.getElementById("hand");
  if (isUnderWay || !hand) return;
  isUnderWay = true;
  const acts = document.getElementById("acts");
  acts.setAttribute("aria-busy", "true");
  const hadFocus = acts.contains(document.activeElement) || document.activeElement === document.body;
  try {
    await post(url, { version: hand.dataset.version, ...values });
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

/** Post until there is an answer; somebody may give up meanwhile. */
async function post(url, values) {
  for (let tries = true; tries; ) {
    const acts = document.getElementById("acts");
    refused = null;
    await window.htmx.ajax("POST", url, { source: acts, target: acts, swap: "none", values });
    tries = LATER.includes(refused?.status) && (await another(refused));
  }
  document.querySelector(".notice.waits")?.remove();
}

/** Wait as long as the server asks for, a little longer by chance, since all pages wait; false if somebody gave up. */
function another(answer) {
  const asked = Math.min(Number(answer.getResponseHeader("Retry-After")) || 3, LONGEST);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, asked * 1000 * (1 + 0.3 * Math.random()), true);
    giveUp = () => {
      clearTimeout(timer);
      resolve(false);
    };
  });
}

document.addEventListener("click", (event) => {
  if (event.target.closest(".notice.waits button")) giveUp();
});

document.addEventListener("htmx:responseError", (event) => {
  refused = event.detail.xhr;
  lost(event);
});
document.addEventListener("htmx:sendError", lost);

/** Say that the server gave no answer, or why it does not do now what was asked (429: too often; 503). */
export function lost(event) {
  const hand = document.getElementById("hand");
  const answer = event?.detail?.xhr;
  const isText = answer?.getResponseHeader("Content-Type")?.startsWith("text/plain");
  const reason = isText && [429, 503].includes(answer.status) ? answer.responseText : "";
  const before = document.querySelector(".notice.lost");
  const waits = isUnderWay && LATER.includes(answer?.status);
  if (!hand || (before && (!reason || before.dataset.reason === reason))) return;
  before?.remove();
  const notice = document.createElement("p");
  notice.className = "notice refusal lost";
  notice.setAttribute("role", "alert");
  notice.dataset.reason = reason;
  notice.textContent = reason || hand.dataset.lost;
  if (waits) {
    const stop = document.createElement("button");
    stop.type = "button";
    stop.textContent = hand.dataset.stop;
    notice.classList.add("waits");
    notice.append(` ${hand.dataset.again} `, stop);
  }
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
