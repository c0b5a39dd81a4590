/* Select, then confirm: a press on an action selects it, shows its effects beside it and fills the confirm button. That
   button, Enter, or a second press performs it. Cells of the matrix select shares, too. Nothing here knows a rule.

     select({label, action, amount, perform, button})   selects something: its text, and a function that performs it
     deselect()                                         selects nothing */

import { on } from "../page/dispatch.js";
import { ask, send } from "../table/send.js";

const acts = document.getElementById("acts");

let selected = null; // what the confirm button performs
let requests = 0; // for effects: only the last answer counts

const confirmButton = () => acts.querySelector("[data-confirm]");
const ledger = () => document.getElementById("ledger");
const isDisabled = (button) => button.disabled || button.getAttribute("aria-disabled") === "true";
const version = () => document.getElementById("hand")?.dataset.version;

export function select(what) {
  release();
  selected = { ...what, version: version() };
  what.button?.setAttribute("aria-pressed", "true");
  const button = confirmButton();
  if (button) {
    button.disabled = false;
    button.textContent = what.label;
  }
  showEffects(what);
}

export function deselect() {
  if (!selected) return;
  release();
  const button = confirmButton();
  if (!button) return;
  button.disabled = true;
  button.textContent = button.dataset.nothing;
}

function release() {
  selected?.button?.setAttribute("aria-pressed", "false");
  for (const cell of document.querySelectorAll("#matrix [aria-pressed=true]"))
    cell.setAttribute("aria-pressed", "false");
  selected = null;
}

/** The ledger: figures before and after the selected action. */
async function showEffects({ action, amount }) {
  requests += 1;
  const request = requests;
  if (!ledger() || !action) return;
  const text = await ask(ledger().dataset.ledger, { action, ...(amount !== undefined && { amount }) });
  if (request === requests && text && ledger()) ledger().innerHTML = text;
}

// Actions

/** Perform a button's action at once. */
export function perform(button) {
  if (isDisabled(button)) return;
  const { action, post, shown } = button.dataset;
  if (shown) send(post, { shown, version: document.getElementById("main").dataset.now });
  else if (post) send(post, {});
  else {
    const amount = amountOf(button);
    send(document.getElementById("hand").dataset.act, { action, ...(amount !== undefined && { amount }) });
  }
}

const amountOf = (button) => button.closest(".amount")?.elements.amount.value;

/** A press on an action: the first one selects it, the second one performs it. */
export function selectOrPerform(button) {
  if (isDisabled(button)) return;
  if (selected?.button === button) perform(button);
  else selectButton(button);
}

function selectButton(button) {
  const card = button.closest("[data-card]");
  if (card) openCard(card.dataset.card);
  select({
    button,
    label: labelOf(button),
    action: button.dataset.action,
    amount: amountOf(button),
    perform: () => perform(button),
  });
  if (card) markCell(card.dataset.card, button.closest("[data-slot]")?.dataset.slot);
}

/** Text of the confirm button for an action. */
function labelOf(button) {
  const form = button.closest(".amount");
  if (!form) return button.closest("#routes") ? button.textContent.trim() : button.dataset.says;
  const about = button.closest(".line")?.querySelector(".name")?.textContent.trim();
  const unit = form.querySelector(".unit")?.textContent ?? "";
  return `${button.textContent.trim()} ${unit}${form.elements.amount.value}${about ? `: ${about}` : ""}`;
}

export const isSelectable = (button) =>
  button.matches(":is(.decision, .tool-sheet) [data-action]") && !button.matches("[data-lay-now]");

/** Changing an amount selects its action. */
let settling;
export function amountChanged(form) {
  const button = form.querySelector("[data-action]");
  if (!button || isDisabled(button)) return;
  clearTimeout(settling);
  settling = setTimeout(() => button.isConnected && selectButton(button), 120);
}

// Cards of companies

const cards = () => [...acts.querySelectorAll("[data-card]")];

let openSymbol = ""; // of the open card
let cardVersion = ""; // the position in which it was opened

/** Open a company's card, and close the others; with "", close all of them. */
function openCard(symbol) {
  openSymbol = symbol;
  cardVersion = version();
  for (const card of cards()) card.hidden = card.dataset.card !== symbol;
  const isOpen = cards().some((card) => !card.hidden);
  acts.querySelector(".controls.shares")?.toggleAttribute("hidden", isOpen);
}

function closeCard() {
  const card = cards().find((each) => !each.hidden);
  if (!card) return;
  openCard("");
  deselect();
  acts.querySelector(`.deal[data-choose="${CSS.escape(card.dataset.card)}"]`)?.focus();
}

function markCell(symbol, slot) {
  const cell = document.querySelector(`#matrix [data-choose="${CSS.escape(symbol)}"][data-slot="${slot}"]`);
  cell?.setAttribute("aria-pressed", "true");
}

/** A press on a company, or on a cell of the matrix, opens the company's card; a cell's only action is selected, too. */
function choose(source) {
  const { choose: symbol, slot } = source.dataset;
  const card = cards().find((each) => each.dataset.card === symbol);
  if (!card) return;
  const button = slot && card.querySelector(`[data-slot="${slot}"] [data-action]:not([aria-disabled=true])`);
  const isOnlyOne = button && card.querySelectorAll(`[data-slot="${slot}"] [data-action*='"par"']`).length < 2;
  if (isOnlyOne) {
    selectOrPerform(button);
    return;
  }
  openCard(symbol);
  deselect();
  markCell(symbol, slot);
  if (!source.closest("#matrix")) card.querySelector(".slots [data-action], .slots button, .back")?.focus();
}

on("click", "[data-choose]", (_event, source) => choose(source));
on("click", "[data-back]", closeCard);
on("click", "[data-confirm]", () => selected?.perform());

on("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) closeCard();
});

// The usual action is preselected. A selection survives new parts, as long as the position is the same.

function restore() {
  if (openSymbol && cardVersion === version()) openCard(openSymbol);
  if (selected?.button?.isConnected) return;
  const before = selected?.version === version() ? selected : null;
  selected = null;
  if (before?.button && reselect(before)) return;
  const primary = [...acts.querySelectorAll(".choosing button.primary[data-action]")];
  const usual = primary.find((each) => isSelectable(each) && !isDisabled(each));
  if (usual) selectButton(usual);
  else if (confirmButton() && !confirmButton().disabled) deselect();
}

/** Select the same action among the new parts; false if it is not there. */
function reselect({ action, amount }) {
  const button = [...acts.querySelectorAll(":is(.decision, .tool-sheet) [data-action]")].find(
    (each) => each.dataset.action === action,
  );
  if (!button || isDisabled(button)) return false;
  for (const input of button.closest(".amount")?.querySelectorAll("input") ?? []) input.value = amount;
  selectButton(button);
  return true;
}

on("tetsudo:shown htmx:afterSettle tetsudo:run", restore);

restore();
