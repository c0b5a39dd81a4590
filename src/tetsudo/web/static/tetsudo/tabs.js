/* One panel at a time, chosen by its tab; the market may lie under the map instead. Both are remembered. */

const tabs = [...document.querySelectorAll("[role=tab]")];
const phone = matchMedia("(max-width: 899px)");
const side = document.querySelector(".side");
const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
const remembered = (key) => { try { return localStorage.getItem(`tetsudo-${key}`); } catch { return null; } };
const remember = (key, value) => { try { localStorage.setItem(`tetsudo-${key}`, value); } catch { /* then not */ } };

export const chosen = () => side.dataset.tab;

/** Which tab one has chosen. */
export const usual = () => remembered("tab") ?? "companies";

/** Open a tab; unless somebody has asked for it, it is not what he finds the next time. */
export function choose(name, isAsked = true) {
  const usable = tabs.filter((tab) => tab.offsetParent !== null);
  const tab = usable.find((each) => each.dataset.tab === name) ?? usable[0];
  for (const each of tabs) {
    each.setAttribute("aria-selected", String(each === tab));
    each.tabIndex = each === tab ? 0 : -1;
    if (each.dataset.tab !== "turn") panelOf(each).hidden = each !== tab;
  }
  side.dataset.tab = tab.dataset.tab;
  if (isAsked) remember("tab", tab.dataset.tab);
  document.dispatchEvent(new CustomEvent("tetsudo:tab", { detail: tab.dataset.tab }));
}

for (const tab of tabs) tab.addEventListener("click", () => choose(tab.dataset.tab));

const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -99, End: 99 };

document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
  if (!KEYS[event.key]) return;
  event.preventDefault();
  const usable = tabs.filter((tab) => tab.offsetParent !== null);
  const at = usable.indexOf(document.activeElement) + KEYS[event.key];
  const next = usable[Math.abs(KEYS[event.key]) > 1 ? Math.min(Math.max(at, 0), usable.length - 1) : (at + usable.length) % usable.length];
  choose(next.dataset.tab);
  next.focus();
});

const first = () => (phone.matches ? "turn" : usual());
phone.addEventListener("change", () => choose(first(), false));
choose(first(), false);

// The market under the map

const pin = document.getElementById("pin");
const pinned = document.getElementById("pinned");
const market = document.getElementById("market");
const home = market.parentElement;

function place(isPinned) {
  pin.setAttribute("aria-pressed", String(isPinned));
  pinned.hidden = !isPinned;
  (isPinned ? pinned : home).append(market);
}

pin.addEventListener("click", () => {
  const isPinned = pin.getAttribute("aria-pressed") !== "true";
  remember("pinned", isPinned ? "1" : "");
  place(isPinned);
});

const mayPin = () => remembered("pinned") === "1" && !phone.matches;
phone.addEventListener("change", () => place(mayPin()));
if (mayPin()) place(true);
