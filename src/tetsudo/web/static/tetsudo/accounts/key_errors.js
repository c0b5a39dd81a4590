/* Says that a passkey or security key was not used: the dialogue was closed, or the browser knows none for this site. */

const place = document.getElementById("key-error");

document.addEventListener("allauth.error", (event) => {
  event.preventDefault(); // django-allauth would only write it to the console
  place.textContent = place.dataset.text;
  place.hidden = false;
});
