/* Tabs: one panel at a time, opened by its tab and remembered. In narrow windows the turn, the map and the shares are
   tabs, too, and some tabs are behind "More". Over a tall map, a second press on a tab closes its panel. */

import { emit, on } from "../page/dispatch.js";

const tabs = [...document.querySelectorAll("[role=tab]")];
export const phone = matchMedia("(max-width: 899px), (max-height: 480px)");
const details = document.getElementById("details");
const tabList = document.getElementById("tabs");
const more = document.getElementById("more");

const ZONES = ["turn", "map", "matrix"]; // not panels: in wide windows they are always in view

const USUAL = { auction: "privates", stock: "market", operating: "companies" };

const round = () => document.getElementById("hand")?.dataset.round;
const key = () => `tetsudo-tab-${round()}`;

/** The tab that the viewer opened last in this kind of round, or the one that fits it. */
export function usualTab() {
  const fitting = USUAL[round()] ?? "companies";
  try {
    return localStorage.getItem(key()) ?? fitting;
  } catch {
    return fitting; // the browser stores nothing
  }
}

function remember(name) {
  try {
    localStorage.setItem(key(), name);
  } catch {
    // the browser stores nothing
  }
}

export const openTab = () => details.dataset.tab;

const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));

/** True if a tab is in view, or behind "More". */
const isUsable = (tab) => tab.offsetParent !== null || (more.offsetParent !== null && tab.matches(".further"));

function showMore(isOpen) {
  tabList.classList.toggle("is-more", isOpen);
  more.setAttribute("aria-expanded", String(isOpen));
}

more.addEventListener("click", () => showMore(!tabList.classList.contains("is-more")));

on("click", (event) => {
  if (!event.target.closest("#tabs, #more")) showMore(false);
});

let isChosen = false; // the viewer has opened a tab in this round

/** Open a tab; only tabs that the viewer opens (`isAsked`) are remembered. */
export function open(name, isAsked = true) {
  const usable = tabs.filter(isUsable);
  const tab = usable.find((each) => each.dataset.tab === name) ?? usable[0];
  for (const each of tabs) {
    each.setAttribute("aria-selected", String(each === tab));
    each.tabIndex = each === tab ? 0 : -1;
    if (!ZONES.includes(each.dataset.tab)) panelOf(each).hidden = each !== tab;
  }
  showMore(false);
  more.classList.toggle("is-chosen", tab.matches(".further"));
  details.dataset.tab = tab.dataset.tab;
  details.parentElement.parentElement.dataset.tab = tab.dataset.tab;
  if (isAsked) {
    isChosen = true;
    remember(tab.dataset.tab);
  }
  emit("tetsudo:tab", tab.dataset.tab);
  if (tab.dataset.tab === "plots") import("../plots/plots.js"); // few look at them during a game
}

for (const tab of tabs) {
  tab.addEventListener("click", () => {
    const isOpen = details.dataset.open === "1" && tab.dataset.tab === openTab();
    details.dataset.open = isOpen ? "" : "1";
    open(tab.dataset.tab);
  });
}

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

tabList.addEventListener("keydown", (event) => {
  const usable = tabs.filter(isUsable);
  const at = usable.indexOf(document.activeElement);
  let next;
  if (event.key === "Home") next = usable[0];
  else if (event.key === "End") next = usable.at(-1);
  else if (event.key in STEPS) next = usable[(at + STEPS[event.key] + usable.length) % usable.length];
  if (!next) return;
  event.preventDefault();
  open(next.dataset.tab);
  if (next.offsetParent === null) showMore(true);
  next.focus();
});

// Another kind of round opens its own tab, unless the viewer has chosen one in this round

let lastRound = round();

on("tetsudo:shown", () => {
  if (round() === lastRound) return;
  lastRound = round();
  if (!phone.matches && !isChosen) open(usualTab(), false);
  isChosen = false;
});

const first = () => (phone.matches ? "turn" : usualTab());
phone.addEventListener("change", () => open(first(), false));
open(first(), false);
emit("tetsudo:tabs"); // early.js
