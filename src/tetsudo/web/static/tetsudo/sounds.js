/* A short sound when it becomes one's turn, for who wants that (preferences.py). Browsers let it be heard once somebody
   has clicked on the page. */

const NOTES = [660, 880];
const LENGTH = 0.12;

let wasTurn = true; // nothing sounds at the first look

document.addEventListener("tetsudo:shown", () => {
  const isTurn = document.getElementById("standing").dataset.turn === "1";
  if (isTurn && !wasTurn && document.documentElement.dataset.sounds === "on") ring();
  wasTurn = isTurn;
});

document.addEventListener("tetsudo:entered", () => { wasTurn = true; });

function ring() {
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.value = 0.06;
  volume.connect(audio.destination);
  NOTES.forEach((note, place) => {
    const tone = audio.createOscillator();
    tone.frequency.value = note;
    tone.connect(volume);
    tone.start(audio.currentTime + place * LENGTH);
    tone.stop(audio.currentTime + (place + 1) * LENGTH);
    if (place === NOTES.length - 1) tone.onended = () => audio.close();
  });
}
