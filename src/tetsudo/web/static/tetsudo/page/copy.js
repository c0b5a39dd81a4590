// Buttons that copy a field (data-copy: its id), or the page's address. Without this module a field can be copied by hand.

import { on } from "./dispatch.js";

const COPIED_MS = 2000; // for which a button says "Copied"

function copyField(field) {
  field.select();
  return navigator.clipboard ? navigator.clipboard.writeText(field.value) : document.execCommand("copy");
}

const copyAddress = () => navigator.clipboard?.writeText(location.href);

on("click", "[data-copy], [data-copy-address]", async (_event, button) => {
  await ("copy" in button.dataset ? copyField(document.getElementById(button.dataset.copy)) : copyAddress());
  const text = button.textContent;
  button.textContent = button.dataset.copied;
  setTimeout(() => {
    button.textContent = text;
  }, COPIED_MS);
});
