/* The clock of the player to act counts down, or on beyond zero. The server draws all clocks anew with each move. */

import { on } from "../page/dispatch.js";

let face = null;
let end = 0;

function start() {
  face = document.querySelector("#clock [data-left]");
  if (face) end = Date.now() + Number(face.dataset.left);
}

function count() {
  if (!face) return;
  const left = end - Date.now();
  const seconds = Math.abs(Math.ceil(left / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (parts[0] === 0) parts.shift();
  const text = parts.map((part, place) => (place ? String(part).padStart(2, "0") : part)).join(":");
  face.textContent = (left < 0 && seconds ? "−" : "") + text;
  face.classList.toggle("over", left < 0);
}

on("tetsudo:shown", start);
start();
setInterval(count, 1000);
