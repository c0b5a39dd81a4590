// Buttons that copy what stands in the field named by data-copy. Without this module the field is there to be copied by hand.

const COPIED = 2000; // milliseconds for which a button says that it did

function text(field) {
  field.select();
  return navigator.clipboard ? navigator.clipboard.writeText(field.value) : Promise.resolve(document.execCommand("copy"));
}

/** The address of what is shown; where a browser lets nothing be copied so, it stands in its own line. */
const address = () => navigator.clipboard?.writeText(location.href);

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-copy-address]");
  if (!button) return;
  await ("copy" in button.dataset ? text(document.getElementById(button.dataset.copy)) : address());
  const before = button.textContent;
  button.textContent = button.dataset.copied;
  setTimeout(() => { button.textContent = before; }, COPIED);
});
