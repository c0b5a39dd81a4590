/* What if, in place: a branch is begun, entered and left within the page. What the page has of a table for itself
   (addresses, head, tree, chat) is taken from the other table's page; all else comes as parts, as after a move.

   On document: "tetsudo:entered" when the page has become another table's, before its parts come. */

import { main, rename, show } from "./shown.js";

const OWN = ["tab", "about", "compared", "version"]; // what modules have written there, or parts bring

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "branch") return;
  event.preventDefault();
  go(() => fetch(form.action, { method: "POST", body: new FormData(form) }), () => form.submit());
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-enter]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  link.closest("[popover]")?.hidePopover();
  if (new URL(link.href).pathname !== main.dataset.base) enter(link.href);
});

addEventListener("popstate", () => {
  if (!location.pathname.startsWith(main.dataset.base)) enter(location.href, true);
});

const enter = (address, isBack = false) => go(() => fetch(address), () => location.assign(address), isBack);

let isUnderWay = false;

/** Fetch a table's page and become it; what is no such page is shown as browsers do. */
async function go(ask, otherwise, isBack = false) {
  if (isUnderWay) return;
  isUnderWay = true;
  try {
    const answer = await ask();
    const there = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
    if (there && there.getElementById("hand")) await become(there, new URL(answer.url), isBack);
    else otherwise();
  } catch {
    otherwise();
  } finally {
    isUnderWay = false;
  }
}

async function become(there, { pathname }, isBack) {
  if (!isBack) history.pushState({}, "", pathname);
  take(there.getElementById("main").dataset);
  document.querySelector("header.top").replaceWith(there.querySelector("header.top"));
  for (const id of ["tree", "panel-chat"]) {
    document.getElementById(id).replaceChildren(...there.getElementById(id).childNodes);
    window.htmx.process(document.getElementById(id));
  }
  document.getElementById("branch").hidden = there.getElementById("branch").hidden;
  document.getElementById("plots").dataset.address = there.getElementById("plots").dataset.address;
  rename(there.title);
  document.dispatchEvent(new CustomEvent("tetsudo:entered"));
  await show(pathname === main.dataset.base ? main.dataset.parts : `${pathname}parts/`, true);
}

/** The addresses of a table, and how far it is. */
function take(theirs) {
  for (const name of Object.keys(main.dataset)) if (!OWN.includes(name)) delete main.dataset[name];
  for (const [name, value] of Object.entries(theirs)) if (!OWN.includes(name)) main.dataset[name] = value;
}
