/* Plans: the dialog is fetched when it is wanted, and stands outside of what moves swap. */

import { send } from "./send.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-plan]");
  if (!button || document.querySelector("dialog.planning")) return;
  const answer = await fetch(button.dataset.plan, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.ok) open(await answer.text());
});

function open(text) {
  const holder = document.createElement("template");
  holder.innerHTML = text;
  const dialog = holder.content.querySelector("dialog");
  document.body.append(dialog);
  const first = dialog.querySelector("details");
  if (first && !dialog.querySelector("details[open]")) first.open = true;
  dialog.addEventListener("close", () => {
    dialog.remove();
    document.querySelector("[data-plan]")?.focus({ preventScroll: true });
  });
  dialog.addEventListener("change", amount);
  dialog.addEventListener("submit", plan);
  dialog.showModal();
}

/** What stands in a form's amount is what the chosen thing costs. */
function amount(event) {
  const { sets } = event.target.dataset;
  if (sets) event.target.form.elements[sets].value = event.target.selectedOptions[0]?.dataset.amount ?? "";
}

function plan(event) {
  if (!event.target.matches("[data-plan-form]")) return;
  event.preventDefault();
  const dialog = event.currentTarget, sent = new FormData(event.target);
  const values = { seat: dialog.querySelector('[name="seat"]').value };
  for (const name of new Set(sent.keys())) values[name] = name === "steps" ? sent.getAll(name) : sent.get(name);
  dialog.close();
  send(dialog.dataset.to, values);
}
