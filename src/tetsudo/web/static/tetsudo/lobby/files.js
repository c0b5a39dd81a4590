// Games brought as files, any number of them: sent one by one, each with a row that says what became of it. One file
// chosen by the form is sent by the form itself, and the browser goes to its table.

import { on } from "../page/dispatch.js";

const form = document.getElementById("bring");
const results = document.getElementById("brought");
const status = results.querySelector("[role=status]");
const list = results.querySelector("ul");
const waiting = []; // files that were not sent yet, with their rows
let isSending = false;

const AGAIN_MS = 400; // between two questions about a file that is being read
const LOST_MS = 3000; // before a file is sent again to a site that did not answer
const MOST_ATTEMPTS = 5;

form.querySelector(".wide").hidden = false;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// Dropping and choosing

on("dragover", (event) => {
  if (![...event.dataTransfer.types].includes("Files")) return;
  event.preventDefault();
  document.body.classList.add("dropping");
});

on("dragleave", (event) => {
  if (!event.relatedTarget) document.body.classList.remove("dropping");
});

on("drop", (event) => {
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  document.body.classList.remove("dropping");
  bring(event.dataTransfer.files);
});

form.addEventListener("submit", (event) => {
  const chosen = form.elements.file;
  if (chosen.files.length < 2) return;
  event.preventDefault();
  bring(chosen.files);
  chosen.value = "";
});

window.addEventListener("beforeunload", (event) => {
  if (isSending) event.preventDefault();
});

// Rows

function bring(files) {
  results.hidden = false;
  for (const file of files) waiting.push({ file, row: list.appendChild(newRow(file)) });
  count();
  if (!isSending) sendAll();
}

function newRow(file) {
  const row = document.createElement("li");
  row.className = "file";
  const name = document.createElement("strong");
  name.textContent = file.name.replace(/\.[^.]*$/, "");
  row.append(name, document.createElement("span"));
  say(row, "waiting", form.dataset.waiting);
  return row;
}

function say(row, state, text) {
  row.dataset.state = state;
  row.lastElementChild.textContent = text;
  row.lastElementChild.className = state === "refused" ? "error" : "quiet";
}

function count() {
  const of = (...states) => states.map((state) => `[data-state=${state}]`).join();
  const numbers = {
    made: of("made"),
    there: of("there"),
    refused: of("refused", "stopped"),
    left: of("waiting", "reading"),
  };
  status.textContent = status.dataset.summary.replace(
    /\{(\w+)\}/g,
    (_, name) => list.querySelectorAll(numbers[name]).length,
  );
}

// Sending

async function sendAll() {
  isSending = true;
  while (waiting.length) {
    const { file, row } = waiting.shift();
    if (file.size > Number(form.dataset.most)) say(row, "refused", form.dataset.large);
    else await send(file, row);
    count();
  }
  isSending = false;
}

async function send(file, first) {
  let row = first;
  let address = form.action;
  const fields = { file, names: form.elements.names.value };
  say(row, "reading", form.dataset.sending);
  for (let failures = 0; failures < MOST_ATTEMPTS; ) {
    const answer = await post(address, address === form.action ? fields : {});
    if (answer?.ok) {
      row = replaced(row, await answer.text());
      if (!row.dataset.again) return;
      address = row.dataset.again;
      failures = 0;
      await pause(AGAIN_MS);
    } else if (answer?.headers.has("Retry-After")) {
      await rest(row, Number(answer.headers.get("Retry-After")));
    } else if (answer) {
      say(row, "refused", await sentenceOf(answer));
      return;
    } else {
      failures += 1;
      await pause(LOST_MS);
    }
  }
  say(row, "refused", form.dataset.lost);
}

async function post(address, fields) {
  const body = new FormData();
  const token = form.elements.csrfmiddlewaretoken.value;
  for (const [name, value] of Object.entries({ ...fields, row: "1", csrfmiddlewaretoken: token }))
    body.append(name, value);
  try {
    return await fetch(address, { method: "POST", body, headers: { "HX-Request": "true" } });
  } catch {
    return null;
  }
}

function replaced(row, html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const found = holder.content.querySelector("li");
  row.replaceWith(found);
  return found;
}

/** Wait as long as the site asks, and say so. */
async function rest(row, seconds) {
  for (let left = seconds; left > 0; left -= 1) {
    say(row, "waiting", form.dataset.later.replace("{seconds}", left));
    await pause(1000);
  }
  say(row, "reading", form.dataset.sending);
}

/** Reason of a refusal: one sentence of plain text, otherwise that the file was lost. */
async function sentenceOf(answer) {
  const isText = (answer.headers.get("Content-Type") ?? "").startsWith("text/plain");
  return isText ? answer.text() : form.dataset.lost;
}
