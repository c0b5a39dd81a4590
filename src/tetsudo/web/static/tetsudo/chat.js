/* Chat: what came after the last message shown is fetched when the table says that there is more. What others wrote
   counts as new until the chat has been before one's eyes, here or on another device: the site keeps up to where. */

import { main } from "./shown.js";

const messages = () => document.getElementById("messages");
const unread = document.getElementById("unread");
const sinceUnread = document.getElementById("since-unread");
let read = 0; // the last message that counts as read
let fetching = null;
let sending = Promise.resolve();

const lastShown = () => Number(messages().querySelector("li[data-message]:last-of-type")?.dataset.message ?? 0);

async function catchUp() {
  fetching ??= load(`${main.dataset.chat}?after=${lastShown()}`).catch(() => false).finally(() => { fetching = null; });
  return fetching;
}

async function load(url, options) {
  const answer = await fetch(url, options);
  read = Math.max(read, Number(answer.headers.get("Chat-Read") ?? 0));
  if (answer.status >= 500) return refuse(answer);
  const text = await answer.text();
  if (!answer.ok) clearRefusal();
  if (answer.ok || text.startsWith("<li")) messages().insertAdjacentHTML("beforeend", text);
  dropDoubles();
  return answer.ok;
}

/** The site cannot keep it now: what was typed stays, and the reason is said. */
async function refuse(answer) {
  const line = document.createElement("li");
  line.className = "refusal";
  line.textContent = answer.headers.get("Content-Type")?.startsWith("text/plain") ? await answer.text() : "";
  clearRefusal();
  if (line.textContent) messages().append(line);
  return false;
}

function clearRefusal() {
  messages().querySelectorAll(".refusal").forEach((line) => line.remove());
}

/** Our own message may come by both ways. */
function dropDoubles() {
  const seen = new Set();
  for (const line of messages().querySelectorAll("li[data-message]")) {
    if (seen.has(line.dataset.message)) line.remove();
    seen.add(line.dataset.message);
  }
}

document.addEventListener("tetsudo:chat", async (event) => {
  if (event.detail > lastShown() && (await catchUp())) look();
});

// What is new

/** Begin anew with a table's chat: the page says up to where it was read; who watches has read what there is. */
function begin() {
  const { read: mark } = messages().dataset;
  read = mark ? Number(mark) : lastShown();
  look();
}

const isBefore = () => document.visibilityState === "visible" && messages().checkVisibility();

/** Mark what is new; where the chat is before one's eyes, it is read. */
function look() {
  if (isBefore() && lastShown() > read) tellRead();
  const news = [...messages().querySelectorAll("li[data-message]:not([data-own])")].filter((line) => Number(line.dataset.message) > read);
  for (const place of [unread, sinceUnread]) {
    place.hidden = !news.length;
    place.querySelector("[data-number]").textContent = news.length;
  }
}

function tellRead() {
  read = lastShown();
  if (!("read" in messages().dataset) || "stale" in messages().dataset) return;
  const headers = { ...JSON.parse(document.body.getAttribute("hx-headers")), "HX-Request": "true" };
  fetch(`${main.dataset.chat}read/`, { method: "POST", body: new URLSearchParams({ message: read }), headers, keepalive: true }).catch(() => {});
}

for (const name of ["tetsudo:tab", "visibilitychange"]) document.addEventListener(name, look);
sinceUnread.addEventListener("click", () => document.getElementById("tab-chat").click());

/** One message after another: the answer to an older one says nothing of this. */
async function send(form, data) {
  clearRefusal();
  data.set("after", lastShown());
  const headers = { ...JSON.parse(document.body.getAttribute("hx-headers")), "HX-Request": "true" };
  const sent = await load(form.action, { method: "POST", body: data, headers }).catch(() => false);
  if (sent && form.text.value.trim() === data.get("text").trim()) form.reset(); // unless more was typed meanwhile
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "chat-form") return;
  event.preventDefault();
  const data = new FormData(form);
  sending = sending.then(() => send(form, data));
});

document.addEventListener("tetsudo:entered", begin);
begin();
