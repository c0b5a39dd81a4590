/* Dates of live games: shown in the viewer's own time, and typed in it. The form says which time zone that is. */

import { on } from "../page/dispatch.js";

const language = document.documentElement.lang;
const region = navigator.languages.find((each) => each.startsWith(language)) ?? language; // en-GB, for example
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function showDates() {
  for (const field of document.querySelectorAll("[data-zone]")) field.value = zone;
  for (const field of document.querySelectorAll("[data-local-field]")) {
    const date = new Date(field.dataset.localField);
    const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
    field.value = local.toISOString().slice(0, 16);
    delete field.dataset.localField;
  }
  for (const time of document.querySelectorAll("time[data-local]")) {
    const date = new Date(time.dateTime);
    time.textContent = date.toLocaleString(region, { dateStyle: "full", timeStyle: "short" });
  }
}

on("htmx:afterSettle", showDates); // the server has drawn them again
showDates();
