/* Plans, and corrections at tables for cardboard: the dialog is fetched when it is opened. It is outside of the parts that moves swap. */

import { on } from "../page/dispatch.js";
import { send } from "../table/send.js";

on("click", "[data-plan]", async (_event, button) => {
  if (document.querySelector("dialog.planning")) return;
  const answer = await fetch(button.dataset.plan, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.ok) open(await answer.text(), button.dataset.plan);
});

function open(html, address) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const dialog = template.content.querySelector("dialog");
  document.body.append(dialog);
  const first = dialog.querySelector("details");
  if (first && !dialog.querySelector("details[open]")) first.open = true;
  dialog.addEventListener("close", () => {
    dialog.remove();
    document.querySelector(`[data-plan="${address}"]`)?.focus({ preventScroll: true });
  });
  dialog.addEventListener("change", setAmount);
  dialog.addEventListener("submit", submit);
  dialog.showModal();
}

/** The amount defaults to the price of the selected item. */
function setAmount(event) {
  const { sets } = event.target.dataset;
  if (sets) event.target.form.elements[sets].value = event.target.selectedOptions[0]?.dataset.amount ?? "";
}

function submit(event) {
  if (!event.target.matches("[data-plan-form]")) return;
  event.preventDefault();
  const dialog = event.currentTarget;
  const data = new FormData(event.target);
  const values = { seat: dialog.querySelector('[name="seat"]').value };
  for (const name of new Set(data.keys())) values[name] = name === "steps" ? data.getAll(name) : data.get(name);
  dialog.close();
  send(dialog.dataset.to, values);
}
