/* One panel at a time, chosen by its tab and remembered. On narrow screens the turn, the map and the shares are tabs, too,
   and the further ones are behind "More". Where the details lie over the map's foot, a second press on a tab closes them. */

const tabs = [...document.querySelectorAll("[role=tab]")];
const phone = matchMedia("(max-width: 899px), (max-height: 480px)");
const details = document.getElementById("details");
const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
const remembered = (key) => { try { return localStorage.getItem(`tetsudo-${key}`); } catch { return null; } };
const remember = (key, value) => { try { localStorage.setItem(`tetsudo-${key}`, value); } catch { /* then not */ } };

const tabList = document.getElementById("tabs");
const more = document.getElementById("more");

export const chosen = () => details.dataset.tab;

const ZONES = ["turn", "map", "matrix"]; // they are seen beside the panels on wide screens

/** Which tab one has chosen. */
export const usual = () => remembered("tab") ?? "companies";

/** Further tabs may be behind "More". */
const isUsable = (tab) => tab.offsetParent !== null || (more.offsetParent !== null && tab.matches(".further"));

function unfold(isOpen) {
  tabList.classList.toggle("is-more", isOpen);
  more.setAttribute("aria-expanded", String(isOpen));
}

more.addEventListener("click", () => unfold(!tabList.classList.contains("is-more")));

document.addEventListener("click", (event) => {
  if (!event.target.closest("#tabs, #more")) unfold(false);
});

/** Open a tab; unless somebody has asked for it, it is not what he finds the next time. */
export function choose(name, isAsked = true) {
  const usable = tabs.filter(isUsable);
  const tab = usable.find((each) => each.dataset.tab === name) ?? usable[0];
  for (const each of tabs) {
    each.setAttribute("aria-selected", String(each === tab));
    each.tabIndex = each === tab ? 0 : -1;
    if (!ZONES.includes(each.dataset.tab)) panelOf(each).hidden = each !== tab;
  }
  unfold(false);
  more.classList.toggle("is-chosen", tab.matches(".further"));
  details.dataset.tab = tab.dataset.tab;
  details.parentElement.parentElement.dataset.tab = tab.dataset.tab;
  if (isAsked) remember("tab", tab.dataset.tab);
  document.dispatchEvent(new CustomEvent("tetsudo:tab", { detail: tab.dataset.tab }));
}

for (const tab of tabs) {
  tab.addEventListener("click", () => {
    const isOpen = details.dataset.open === "1" && tab.dataset.tab === chosen();
    details.dataset.open = isOpen ? "" : "1";
    choose(tab.dataset.tab);
  });
}

const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -99, End: 99 };

tabList.addEventListener("keydown", (event) => {
  if (!KEYS[event.key]) return;
  event.preventDefault();
  const usable = tabs.filter(isUsable);
  const at = usable.indexOf(document.activeElement) + KEYS[event.key];
  const next = usable[Math.abs(KEYS[event.key]) > 1 ? Math.min(Math.max(at, 0), usable.length - 1) : (at + usable.length) % usable.length];
  choose(next.dataset.tab);
  if (next.offsetParent === null) unfold(true);
  next.focus();
});

const first = () => (phone.matches ? "turn" : usual());
phone.addEventListener("change", () => choose(first(), false));
choose(first(), false);
