/* Shows push messages, also while no page is open. A message replaces an earlier one with the same tag. */

self.addEventListener("push", (event) => {
  const { title = "Tetsudo", body, url, tag, count } = event.data?.json() ?? {};
  const shown = self.registration.showNotification(title, { body, tag, data: { url } });
  event.waitUntil(Promise.all([shown, self.navigator.setAppBadge?.(count)]).catch(() => shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});

/** Show a page that is open already, or open a new one. Only pages of this site. */
async function open(address) {
  const url = new URL(address, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((each) => new URL(each.url).pathname === url.pathname);
  await (page ? page.focus() : self.clients.openWindow(url.href));
}
