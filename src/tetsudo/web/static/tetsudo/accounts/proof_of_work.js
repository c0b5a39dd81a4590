// Solves an ALTCHA challenge: finds the number whose SHA-256 after the salt is the one asked for.
// The SHA-256 is written out, since browsers have theirs only over HTTPS, and a call of it costs more than this.

const BATCH = 2000; // numbers between two pauses, so that the page stays alive

const primes = [];
for (let number = 2; primes.length < 64; number++) {
  if (primes.every((prime) => number % prime)) primes.push(number);
}
const fraction = (value) => ((value - Math.floor(value)) * 2 ** 32) | 0;
const K = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const words = new Int32Array(64);
const state = new Int32Array(8);

const turn = (word, by) => (word >>> by) | (word << (32 - by));

// The eight words of the hash of an ASCII text, in an array that the next call overwrites
function hash(text) {
  const blocks = new Int32Array(((text.length + 72) >> 6) << 4);
  for (let i = 0; i < text.length; i++) blocks[i >> 2] |= text.charCodeAt(i) << (24 - 8 * (i & 3));
  blocks[text.length >> 2] |= 0x80 << (24 - 8 * (text.length & 3));
  blocks[blocks.length - 1] = text.length * 8;
  state.set(START);
  for (let block = 0; block < blocks.length; block += 16) compress(blocks.subarray(block, block + 16));
  return state;
}

function compress(block) {
  words.set(block);
  for (let i = 16; i < 64; i++) {
    const x = words[i - 15];
    const y = words[i - 2];
    const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    words[i] = words[i - 16] + low + words[i - 7] + high;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + words[i]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => {
    state[place] += word;
  });
}

export const sha256 = (text) => Array.from(hash(text), (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");

export async function solve({ algorithm, challenge, maxNumber, salt, signature }) {
  const first = parseInt(challenge.slice(0, 8), 16) | 0;
  for (let number = 0; number <= maxNumber; number++) {
    const text = salt + number;
    if (hash(text)[0] === first && sha256(text) === challenge) {
      return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
    }
    if (number % BATCH === BATCH - 1) await new Promise((resume) => setTimeout(resume));
  }
  return "";
}

for (const field of globalThis.document?.querySelectorAll("input[data-challenge]") ?? []) {
  const solution = solve(JSON.parse(field.dataset.challenge)).then((found) => (field.value = found));
  field.form.addEventListener("submit", async (event) => {
    if (field.value || "isTried" in field.dataset) return;
    event.preventDefault();
    await solution;
    field.dataset.isTried = "";
    event.target.requestSubmit(event.submitter);
  });
}
