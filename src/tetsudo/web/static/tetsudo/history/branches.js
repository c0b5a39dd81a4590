/* What-if games in place: a branch is created, entered and left without loading another page. The page's own parts of a
   table (addresses, head, tree, chat) come from the other table's page; everything else comes as parts, as after a
   move. */

import { emit, isPlainClick, on } from "../page/dispatch.js";
import { main, rename, show } from "../table/position.js";

const KEPT = ["tab", "about", "compared", "version"]; // data of #main that modules write, or that parts bring

on("submit", "#branch", (event, form) => {
  event.preventDefault();
  go(
    () => fetch(form.action, { method: "POST", body: new FormData(form) }),
    () => form.submit(),
  );
});

on("click", "a[data-enter]", (event, link) => {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  link.closest("[popover]")?.hidePopover();
  if (isUnderWay || new URL(link.href).pathname !== main.dataset.base) enter(link.href);
});

addEventListener("popstate", () => {
  if (!location.pathname.startsWith(main.dataset.base)) enter(location.href, true);
});

let isUnderWay = false;
let wanted = null; // the last table asked for while another was on its way

function enter(address, isBack = false) {
  if (isUnderWay) {
    wanted = [address, isBack];
    return;
  }
  go(
    () => fetch(address),
    () => location.assign(address),
    isBack,
  );
}

/** Fetch a table's page and become it; if the answer is another page, do what a browser does. A second branch asked for
    meanwhile is a double click. */
async function go(ask, otherwise, isBack = false) {
  if (isUnderWay) return;
  isUnderWay = true;
  try {
    const answer = await ask();
    const page = answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    if (page?.getElementById("hand")) await become(page, new URL(answer.url), isBack);
    else otherwise();
  } catch {
    otherwise();
  } finally {
    isUnderWay = false;
    const next = wanted;
    wanted = null;
    if (next && new URL(next[0]).pathname !== main.dataset.base) enter(...next);
  }
}

async function become(page, { pathname }, isBack) {
  if (!isBack) history.pushState({}, "", pathname);
  copyData(page.getElementById("main").dataset);
  document.querySelector("header.top").replaceWith(page.querySelector("header.top"));
  for (const id of ["tree", "panel-chat", "panel-notes"]) {
    document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
    window.htmx.process(document.getElementById(id));
  }
  for (const id of ["branch", "add-to-study"]) document.getElementById(id).hidden = page.getElementById(id).hidden;
  document.getElementById("plots").dataset.address = page.getElementById("plots").dataset.address;
  rename(page.title);
  emit("tetsudo:entered");
  await show(pathname === main.dataset.base ? main.dataset.parts : `${pathname}parts/`, true);
}

/** Take over a table's addresses and its number of moves. */
function copyData(data) {
  for (const name of Object.keys(main.dataset)) if (!KEPT.includes(name)) delete main.dataset[name];
  for (const [name, value] of Object.entries(data)) if (!KEPT.includes(name)) main.dataset[name] = value;
}
