/* Chat: when the table says that there are messages, those after the last one shown are fetched. Messages of others are
   unread until the chat has been in view, here or on another device: the server keeps the last message read. */

import { on } from "../page/dispatch.js";
import { main } from "./position.js";

const messages = () => document.getElementById("messages");
const unread = document.getElementById("unread");
const sinceUnread = document.getElementById("since-unread");
let lastRead = 0; // number of a message
let fetching = null;
let sending = Promise.resolve();

const lastShown = () => Number(messages().querySelector("li[data-message]:last-of-type")?.dataset.message ?? 0);

const headers = () => ({ ...JSON.parse(document.body.getAttribute("hx-headers")), "HX-Request": "true" });

async function catchUp() {
  fetching ??= load(`${main.dataset.chat}?after=${lastShown()}`)
    .catch(() => false)
    .finally(() => {
      fetching = null;
    });
  return fetching;
}

async function load(url, options) {
  const answer = await fetch(url, options);
  lastRead = Math.max(lastRead, Number(answer.headers.get("Chat-Read") ?? 0));
  if (answer.status >= 500) return showRefusal(answer);
  const text = await answer.text();
  if (!answer.ok) clearRefusal();
  if (answer.ok || text.startsWith("<li")) messages().insertAdjacentHTML("beforeend", text);
  dropDuplicates();
  return answer.ok;
}

/** The server cannot store the message now: say why, and keep the text in its field. */
async function showRefusal(answer) {
  const line = document.createElement("li");
  line.className = "refusal";
  line.textContent = answer.headers.get("Content-Type")?.startsWith("text/plain") ? await answer.text() : "";
  clearRefusal();
  if (line.textContent) messages().append(line);
  return false;
}

function clearRefusal() {
  for (const line of messages().querySelectorAll(".refusal")) line.remove();
}

/** A message sent from here comes with the answer, and may come from the stream as well. */
function dropDuplicates() {
  const seen = new Set();
  for (const line of messages().querySelectorAll("li[data-message]")) {
    if (seen.has(line.dataset.message)) line.remove();
    seen.add(line.dataset.message);
  }
}

on("tetsudo:chat", async (event) => {
  if (event.detail > lastShown() && (await catchUp())) update();
});

// Unread messages

/** Start with a table's chat. The page has the last message read; for spectators, all messages so far are read. */
function start() {
  const { read } = messages().dataset;
  lastRead = read ? Number(read) : lastShown();
  update();
}

const isInView = () => document.visibilityState === "visible" && messages().checkVisibility();

/** Count the unread messages; if the chat is in view, they are read. */
function update() {
  if (isInView() && lastShown() > lastRead) markRead();
  const others = [...messages().querySelectorAll("li[data-message]:not([data-own])")];
  const count = others.filter((line) => Number(line.dataset.message) > lastRead).length;
  for (const place of [unread, sinceUnread]) {
    place.hidden = count === 0;
    place.querySelector("[data-number]").textContent = count;
  }
}

function markRead() {
  lastRead = lastShown();
  if (!("read" in messages().dataset) || "stale" in messages().dataset) return;
  fetch(`${main.dataset.chat}read/`, {
    method: "POST",
    body: new URLSearchParams({ message: lastRead }),
    headers: headers(),
    keepalive: true,
  }).catch(() => {});
}

on("tetsudo:tab visibilitychange", update);
sinceUnread.addEventListener("click", () => document.getElementById("tab-chat").click());

// Sending, one message after another

async function send(form, data) {
  clearRefusal();
  data.set("after", lastShown());
  const isSent = await load(form.action, { method: "POST", body: data, headers: headers() }).catch(() => false);
  if (isSent && form.text.value.trim() === data.get("text").trim()) form.reset(); // unless more was typed meanwhile
}

on("submit", "#chat-form", (event, form) => {
  event.preventDefault();
  const data = new FormData(form);
  sending = sending.then(() => send(form, data));
});

on("tetsudo:entered", start);
start();
