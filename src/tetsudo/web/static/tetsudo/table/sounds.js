/* A short sound when the viewer's turn begins, if they want it (preferences.py), and a desktop notification, if they
   want that (notices/wishes.js). Browsers play sounds only after a click on the page. */

import { on } from "../page/dispatch.js";
import { main } from "./position.js";

const NOTES_HZ = [660, 880];
const NOTE_SECONDS = 0.12;

let wasTurn = true; // no sound when the page opens

on("tetsudo:shown", () => {
  const isTurn = document.getElementById("standing").dataset.turn === "1";
  if (isTurn && !wasTurn && document.documentElement.dataset.sounds === "on") play();
  if (isTurn && !wasTurn) notify(document.title, `turn-${main.dataset.table}`);
  wasTurn = isTurn;
});

on("tetsudo:entered", () => {
  wasTurn = true;
});

/** Show a desktop notification, if the page cannot be seen. It replaces an earlier one with the same tag. */
export function notify(text, tag) {
  try {
    if (!document.hidden || !localStorage.getItem("tetsudo-desktop")) return;
    const shown = new Notification(text, { tag });
    shown.onclick = () => window.focus();
  } catch {
    // the browser shows none from pages: the title says it, too
  }
}

function play() {
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.value = 0.06;
  volume.connect(audio.destination);
  NOTES_HZ.forEach((note, place) => {
    const tone = audio.createOscillator();
    tone.frequency.value = note;
    tone.connect(volume);
    tone.start(audio.currentTime + place * NOTE_SECONDS);
    tone.stop(audio.currentTime + (place + 1) * NOTE_SECONDS);
    if (place === NOTES_HZ.length - 1) tone.onended = () => audio.close();
  });
}
