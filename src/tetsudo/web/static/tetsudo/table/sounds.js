/* A short sound when the viewer's turn begins, if they want it (preferences.py). Browsers play it only after a click on
   the page. */

import { on } from "../page/dispatch.js";

const NOTES_HZ = [660, 880];
const NOTE_SECONDS = 0.12;

let wasTurn = true; // no sound when the page opens

on("tetsudo:shown", () => {
  const isTurn = document.getElementById("standing").dataset.turn === "1";
  if (isTurn && !wasTurn && document.documentElement.dataset.sounds === "on") play();
  wasTurn = isTurn;
});

on("tetsudo:entered", () => {
  wasTurn = true;
});

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
