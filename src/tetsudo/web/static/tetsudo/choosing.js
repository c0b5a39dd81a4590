/* A choice is made first and done then: a press on it shows what it comes to beside it, and fills the button below.
   That button, Enter, or a second press does it. Shares are chosen in the matrix, too. Nothing here knows a rule.

     offer({says, action, amount, deed})   something was chosen: what it is, and what does it
     withdraw()                            it is chosen no more */

import { ask, send } from "./send.js";

const acts = document.getElementById("acts");

let chosen = null; // what the button below would do
let asking = 0;

const confirm = () => acts.querySelector("[data-confirm]");
const ledger = () => document.getElementById("ledger");
const isOff = (button) => button.disabled || button.getAttribute("aria-disabled") === "true";

export const hasChosen = () => chosen !== null;

export function offer(what) {
  release();
  chosen = { ...what, version: version() };
  what.button?.setAttribute("aria-pressed", "true");
  const button = confirm();
  if (button) {
    button.disabled = false;
    button.textContent = what.says;
  }
  reckon(what);
}

export function withdraw() {
  if (!chosen) return;
  release();
  const button = confirm();
  if (!button) return;
  button.disabled = true;
  button.textContent = button.dataset.nothing;
}

function release() {
  chosen?.button?.setAttribute("aria-pressed", "false");
  for (const cell of document.querySelectorAll("#matrix [aria-pressed=true]")) cell.setAttribute("aria-pressed", "false");
  chosen = null;
}

export function confirmed() {
  chosen?.deed();
}

/** What stands beside it, with and without the choice. */
async function reckon({ action, amount }) {
  const mine = (asking += 1);
  if (!ledger() || !action) return;
  const text = await ask(ledger().dataset.ledger, { action, ...(amount !== undefined && { amount }) });
  if (mine === asking && text && ledger()) ledger().innerHTML = text;
}

// Choices

/** Do what a button carries, at once. */
export function press(button) {
  if (isOff(button)) return;
  if (button.dataset.shown) return send(button.dataset.post, { shown: button.dataset.shown, version: document.getElementById("main").dataset.now });
  if (button.dataset.post) return send(button.dataset.post, {});
  const amount = amountOf(button);
  send(document.getElementById("hand").dataset.act, { action: button.dataset.action, ...(amount !== undefined && { amount }) });
}

const amountOf = (button) => button.closest(".amount")?.elements.amount.value;

/** A press on a choice: the first one chooses it, the second one does it. */
export function take(button) {
  if (isOff(button)) return;
  if (chosen?.button === button) press(button);
  else choose(button);
}

function choose(button) {
  const card = button.closest("[data-card]");
  if (card) open(card.dataset.card);
  offer({ button, says: told(button), action: button.dataset.action, amount: amountOf(button), deed: () => press(button) });
  if (card) mark(card.dataset.card, button.closest("[data-slot]")?.dataset.slot);
}

/** What the button below says of a choice. */
function told(button) {
  const form = button.closest(".amount");
  if (!form) return button.closest("#routes") ? button.textContent.trim() : button.dataset.says;
  const about = button.closest(".line")?.querySelector(".name")?.textContent.trim();
  const unit = form.querySelector(".unit")?.textContent ?? "";
  return `${button.textContent.trim()} ${unit}${form.elements.amount.value}${about ? `: ${about}` : ""}`;
}

export const isChoice = (button) => button.matches(".decision [data-action]") && !button.matches("[data-lay-now]");

/** An amount was changed: that is a choice, too. */
let settled;
export function weigh(form) {
  const button = form.querySelector("[data-action]");
  if (!button || isOff(button)) return;
  clearTimeout(settled);
  settled = setTimeout(() => button.isConnected && choose(button), 120);
}

// Cards of companies

const cards = () => [...acts.querySelectorAll("[data-card]")];

function open(symbol) {
  for (const card of cards()) card.hidden = card.dataset.card !== symbol;
  acts.querySelector(".controls.shares")?.toggleAttribute("hidden", cards().some((card) => !card.hidden));
}

export function back() {
  const card = cards().find((each) => !each.hidden);
  if (!card) return false;
  open("");
  withdraw();
  acts.querySelector(`.deal[data-choose="${CSS.escape(card.dataset.card)}"]`)?.focus();
  return true;
}

function mark(symbol, slot) {
  const cell = document.querySelector(`#matrix [data-choose="${CSS.escape(symbol)}"][data-slot="${slot}"]`);
  cell?.setAttribute("aria-pressed", "true");
}

/** A company, or a cell of the matrix: its card opens; a cell that is lit is chosen, too. */
function point(source) {
  const { choose: symbol, slot } = source.dataset;
  const card = cards().find((each) => each.dataset.card === symbol);
  if (!card) return;
  const button = slot && card.querySelector(`[data-slot="${slot}"] [data-action]:not([aria-disabled=true])`);
  const isOne = button && card.querySelectorAll(`[data-slot="${slot}"] [data-action*='"par"']`).length < 2;
  if (isOne) return take(button);
  open(symbol);
  withdraw();
  mark(symbol, slot);
  if (!source.closest("#matrix")) card.querySelector(".slots [data-action], .slots button, .back")?.focus();
}

document.addEventListener("click", (event) => {
  const source = event.target.closest("[data-choose]");
  if (source) point(source);
  if (event.target.closest("[data-back]")) back();
  if (event.target.closest("[data-confirm]")) confirmed();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) back();
});

// What is usual is chosen already; what was chosen stays so, if the same may be done there as before

function begin() {
  if (chosen?.button?.isConnected) return;
  const before = chosen?.version === version() ? chosen : null;
  chosen = null;
  if (before?.button && again(before)) return;
  const usual = [...acts.querySelectorAll(".choosing button.primary[data-action]")].find((each) => isChoice(each) && !isOff(each));
  if (usual) choose(usual);
  else if (confirm() && !confirm().disabled) withdraw();
}

const version = () => document.getElementById("hand")?.dataset.version;

/** The parts have come anew for the same position: choose there what was chosen. */
function again({ action, amount }) {
  const button = [...acts.querySelectorAll(".decision [data-action]")].find((each) => each.dataset.action === action);
  if (!button || isOff(button)) return false;
  for (const input of button.closest(".amount")?.querySelectorAll("input") ?? []) input.value = amount;
  choose(button);
  return true;
}

document.addEventListener("tetsudo:shown", begin);
document.addEventListener("htmx:afterSettle", begin);
document.addEventListener("tetsudo:run", begin);

begin();
