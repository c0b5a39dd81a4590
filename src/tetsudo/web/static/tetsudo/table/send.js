/* Everything that changes a table is sent from here, one post at a time. A second click, or a click on an outdated page,
   does no harm: the answer is the current position. If the server cannot take a post now, it is kept and sent again, for
   the same position. */

import { on } from "../page/dispatch.js";
import { isPast, main } from "./position.js";

const RETRY_STATUS = [502, 503, 504]; // of the server, or of the proxy before it
const MAX_RETRY_SECONDS = 60;
const DEFAULT_RETRY_SECONDS = 3;

let isUnderWay = false;
let refusal = null; // the last answer with an error
let giveUp = () => {}; // ends the wait for the next attempt

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
    showLost();
  } finally {
    isUnderWay = false;
    acts.removeAttribute("aria-busy");
  }
  if (!isPast() && location.pathname !== main.dataset.base) history.replaceState({}, "", main.dataset.base);
  const isGone = !document.activeElement || document.activeElement === document.body;
  if (hadFocus && isGone) document.getElementById("hand")?.focus({ preventScroll: true });
}

/** Post until there is an answer, or the viewer gives up. */
async function post(url, values) {
  for (let tries = true; tries; ) {
    const acts = document.getElementById("acts");
    refusal = null;
    await window.htmx.ajax("POST", url, { source: acts, target: acts, swap: "none", values });
    tries = RETRY_STATUS.includes(refusal?.status) && (await waitToRetry(refusal));
  }
  document.querySelector(".notice.waits")?.remove();
}

/** Wait as long as the server asks, and at random a little longer, since all pages wait; false if the viewer gave up. */
function waitToRetry(answer) {
  const seconds = Math.min(Number(answer.getResponseHeader("Retry-After")) || DEFAULT_RETRY_SECONDS, MAX_RETRY_SECONDS);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000 * (1 + 0.3 * Math.random()), true);
    giveUp = () => {
      clearTimeout(timer);
      resolve(false);
    };
  });
}

on("click", ".notice.waits button", () => giveUp());

on("htmx:responseError", (event) => {
  refusal = event.detail.xhr;
  showLost(event);
});
on("htmx:sendError", showLost);

/** Notice that there is no answer, or a refusal with its reason (429: too often; 503). */
function showLost(event) {
  const hand = document.getElementById("hand");
  const answer = event?.detail?.xhr;
  const isText = answer?.getResponseHeader("Content-Type")?.startsWith("text/plain");
  const reason = isText && [429, 503].includes(answer.status) ? answer.responseText : "";
  const before = document.querySelector(".notice.lost");
  const waits = isUnderWay && RETRY_STATUS.includes(answer?.status);
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

/** Ask the server about the position on the page: the answer's text, or null if that is not the present one any more. */
export async function ask(url, values = {}) {
  const hand = document.getElementById("hand");
  const map = document.getElementById("map").dataset.map;
  const query = new URLSearchParams({ version: hand.dataset.version, map, ...values });
  try {
    const answer = await fetch(`${url}?${query}`, { headers: { "HX-Request": "true" } });
    return answer.ok ? await answer.text() : null;
  } catch {
    showLost();
    return null;
  }
}
