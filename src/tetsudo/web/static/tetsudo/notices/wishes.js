/* The page of notices: desktop notifications of this browser, and its subscription to push messages. */

const DESKTOP = "tetsudo-desktop"; // read by table/sounds.js

const usual = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zone = document.querySelector("form[data-new] #id_zone");
if (zone && usual) zone.value = usual;

// Desktop notifications

const desktop = document.getElementById("desktop");

function showDesktop() {
  const button = desktop.querySelector("button");
  const isOn = localStorage.getItem(DESKTOP) && Notification.permission === "granted";
  button.textContent = isOn ? button.dataset.on : button.dataset.off;
}

if (desktop && "Notification" in window) {
  desktop.hidden = false;
  showDesktop();
  desktop.querySelector("button").addEventListener("click", async () => {
    if (localStorage.getItem(DESKTOP)) localStorage.removeItem(DESKTOP);
    else if ((await Notification.requestPermission()) === "granted") localStorage.setItem(DESKTOP, "1");
    showDesktop();
  });
}

// Push messages

const form = document.getElementById("device");

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("denied");
  const registration = await navigator.serviceWorker.register(form.dataset.worker);
  await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: form.dataset.key };
  const { endpoint, keys } = (await registration.pushManager.subscribe(options)).toJSON();
  Object.assign(form.elements.endpoint, { value: endpoint });
  Object.assign(form.elements.public, { value: keys.p256dh });
  Object.assign(form.elements.secret, { value: keys.auth });
  form.submit();
}

if (form && "PushManager" in window) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    subscribe().catch(() => {
      form.querySelector("[role=status]").textContent = form.dataset.denied;
    });
  });
}
