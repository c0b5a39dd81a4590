// The form of a new table is drawn anew after each choice, but not under the hand that makes the next one: a press
// stops what is on its way, and once it is over the server is asked again, unless the press itself has asked.

const form = document.querySelector("form.new");
let stopped = null;

form.addEventListener("pointerdown", () => {
  const asking = form.matches(".htmx-request") ? form : form.querySelector(".htmx-request");
  if (!asking) return;
  htmx.trigger(asking, "htmx:abort");
  stopped = asking;
});

for (const kind of ["pointerup", "pointercancel"]) {
  window.addEventListener(kind, () => setTimeout(askAgain)); // after the click that the press becomes
}

function askAgain() {
  const asking = stopped;
  stopped = null;
  if (!asking || form.matches(".htmx-request") || form.querySelector(".htmx-request")) return;
  if (asking === form) form.querySelector(".shapes input:checked").dispatchEvent(new Event("change", { bubbles: true }));
  else asking.click();
}

// What was chosen before the scripts were there (a slow net, a form that the browser filled in again) is asked for now.
document.addEventListener("DOMContentLoaded", () => {
  const chosen = [...form.querySelectorAll(".shapes input")].find((input) => input.checked !== input.defaultChecked);
  chosen?.dispatchEvent(new Event("change", { bubbles: true }));
});
