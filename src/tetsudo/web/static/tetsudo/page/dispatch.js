/* Event listeners on document. Moves swap most of the page, so its elements have no listeners of their own: a listener
   on document serves all elements that match a selector, now and later.

     on("click", "[data-copy]", (event, button) => ...)   an event in an element that matches the selector
     on("keydown", (event) => ...)                        any event of this type
     on("tetsudo:shown tetsudo:run", ...)                 several types
     emit("tetsudo:hex", detail)                          dispatches a custom event

   The last argument may be options of addEventListener, such as { capture: true }. Each call adds a listener, so
   listeners of a type run in the order of the calls, that is, of the imports: ring.js comes before routes.js, which comes
   before upgrades.js.

   Custom events:
     tetsudo:shown     another position is on the page, or this one again
     tetsudo:entered   the page now belongs to another table; its position follows
     tetsudo:now       the game went on while the page shows the past
     tetsudo:chat      there are messages; detail: the number of the last one
     tetsudo:waiting   another table waits for the viewer
     tetsudo:tab       a tab was opened; detail: its name
     tetsudo:view      the map was moved or zoomed
     tetsudo:hex       a hex was clicked; detail: {name, node, city}, node and city null if none was clicked
     tetsudo:run       another run is on the page
     tetsudo:tabs      tabs work now (early.js)
     tetsudo:listens   buttons work now (early.js) */

export function on(types, ...rest) {
  const selector = typeof rest[0] === "string" ? rest.shift() : null;
  const [handler, options] = rest;
  const listener = selector === null ? handler : delegate(selector, handler);
  for (const type of types.split(" ")) document.addEventListener(type, listener, options);
}

const delegate = (selector, handler) => (event) => {
  const element = event.target.closest?.(selector);
  if (element) handler(event, element);
};

export function emit(type, detail) {
  document.dispatchEvent(new CustomEvent(type, { detail }));
}

// Questions about events

/** True if a key was pressed with Ctrl, Alt or the command key: then it belongs to the browser. */
export const isShortcut = (event) => event.ctrlKey || event.metaKey || event.altKey;

/** True if a click only follows a link: it opens no new tab or window. */
export const isPlainClick = (event) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.button);

const FIELDS = "input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]";

/** True if a key was pressed in a field to type in. */
export const isTyping = (event) => event.target.closest?.(FIELDS) !== null;
