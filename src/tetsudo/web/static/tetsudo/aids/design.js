// The designer's workbench: painting hexes, drawing track, marks of problems, keys. The server draws everything.

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const chosen = () => $("#chosen")?.value ?? "";

// Painting

const CHOOSE = "choose";
const BRUSH_KEY = "tetsudo-brush";
const ZOOM_KEY = "tetsudo-zoom";
const ZOOM_STEP = 1.25;
const MAX_ZOOM = 4;

const brush = () => $("#brushes [name=brush]:checked")?.value ?? CHOOSE;
const hexOf = (name) => all("#map .hex").find((hex) => hex.dataset.hex === name);
let stroke = null;

const choose = (name) => {
  const map = $("#map");
  if (!map || !name) return;
  htmx.ajax("GET", `${map.dataset.hexAddress}?hex=${encodeURIComponent(name)}`, { target: "#side", swap: "innerHTML" });
};

const paint = (names) => {
  const form = $("#brushes");
  $("[name=hexes]", form).value = names.join(" ");
  htmx.trigger(form, "paint");
};

const use = (name) => {
  if (brush() === CHOOSE) choose(name);
  else paint([name]);
};

const extend = (hex) => {
  if (!hex || stroke.has(hex.dataset.hex)) return;
  stroke.add(hex.dataset.hex);
  hex.classList.add("is-painted");
};

const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("#map .hex");

document.addEventListener("pointerdown", (event) => {
  const hex = event.target.closest?.("#map .hex");
  if (!hex || event.button !== 0) return;
  if (brush() === CHOOSE) return;
  event.preventDefault();
  $("#map").focus({ preventScroll: true });
  event.target.releasePointerCapture?.(event.pointerId);
  stroke = new Set();
  extend(hex);
});

document.addEventListener("pointermove", (event) => {
  if (stroke) extend(under(event));
});

document.addEventListener("pointerup", () => {
  if (!stroke) return;
  const names = [...stroke];
  stroke = null;
  paint(names);
});

document.addEventListener("pointercancel", () => {
  stroke = null;
  for (const hex of all(".is-painted")) hex.classList.remove("is-painted");
});

document.addEventListener("click", (event) => {
  const hex = event.target.closest?.("#map .hex");
  if (hex && brush() === CHOOSE) choose(hex.dataset.hex);
});

// Drawing track: one end, then the other

let firstEnd = null;

const takeEnd = (handle) => {
  if (!firstEnd?.isConnected) {
    firstEnd = handle;
    handle.classList.add("is-first");
    handle.setAttribute("aria-pressed", "true");
    return;
  }
  const [a, b] = [firstEnd.dataset.end, handle.dataset.end];
  firstEnd.classList.remove("is-first");
  firstEnd.removeAttribute("aria-pressed");
  firstEnd = null;
  if (a === b) return;
  const board = handle.closest(".draw");
  const values = { op: "track", chosen: board.dataset.chosen, a, b };
  htmx.ajax("POST", board.dataset.edit, { target: "#side", swap: "innerHTML", values });
};

document.addEventListener("click", (event) => {
  const handle = event.target.closest?.(".draw .handle");
  if (handle) takeEnd(handle);
});

// Keys

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

const centre = (hex) => {
  const box = $(".ring", hex).getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

// The nearest hex in a direction; on a diagonal grid two are equally near, and the first one is taken.
const neighbour = (from, [dx, dy]) => {
  const [x, y] = centre(from);
  let best = null;
  let least = Infinity;
  for (const hex of all("#map .hex")) {
    const [u, v] = centre(hex);
    const along = (u - x) * dx + (v - y) * dy;
    const across = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    if (along > 1 && along + 2 * across < least && across < 1.8 * along) {
      best = hex;
      least = along + 2 * across;
    }
  }
  return best;
};

const press = (step) => {
  const button = $(`#bar button[value=${step}]`);
  if (button && !button.disabled) button.click();
};

const shortcut = (event) => {
  const key = event.key.toLowerCase();
  if (key === "s") return "save";
  if (event.target.matches?.("input, textarea")) return null; // a field undoes its own text
  if (key === "y" || (key === "z" && event.shiftKey)) return "redo";
  return key === "z" ? "undo" : null;
};

const keyOnMap = (event) => {
  const current = hexOf(chosen());
  if (ARROWS[event.key]) {
    const next = current ? neighbour(current, ARROWS[event.key]) : $("#map .hex");
    if (next) choose(next.dataset.hex);
  } else if (event.key === "Enter" || event.key === " ") {
    if (current) use(chosen());
  } else if (event.key === "Delete" && current) {
    $("#brushes [value=remove]").checked = true;
    paint([chosen()]);
  } else return false;
  return true;
};

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    const step = shortcut(event);
    if (!step) return;
    event.preventDefault();
    document.activeElement?.dispatchEvent(new Event("change", { bubbles: true }));
    press(step);
    return;
  }
  if (event.altKey) return;
  const handle = event.target.closest?.(".draw .handle");
  if (handle && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    takeEnd(handle);
  } else if (event.target.id === "map" && keyOnMap(event)) event.preventDefault();
});

// Marks: the chosen hex or tile, and problems beside what they belong to

const mark = () => {
  for (const hex of all("#map .hex.is-chosen")) hex.classList.remove("is-chosen");
  const hex = hexOf(chosen());
  if (hex) {
    hex.classList.add("is-chosen");
    hex.parentNode.append(hex); // on top of its neighbours
  }
  for (const tile of all("#tile-list [data-tile]"))
    tile.dataset.tile === chosen() ? tile.setAttribute("aria-current", "true") : tile.removeAttribute("aria-current");
};

const showProblems = () => {
  const faults = all("#problems li");
  const wrong = new Set(faults.map((each) => each.dataset.problemHex ?? each.dataset.problemTile));
  for (const each of all("#map .hex, #tile-list [data-tile]"))
    each.classList.toggle("has-problem", wrong.has(each.dataset.hex ?? each.dataset.tile));
  for (const list of all(".own-problems")) {
    const own = faults.filter(
      (each) => (each.dataset.problemHex ?? each.dataset.problemTile) === list.dataset.problemsOf,
    );
    list.replaceChildren(
      ...own.map((each) => {
        const line = document.createElement("li");
        line.textContent = $("span", each).textContent;
        return line;
      }),
    );
    list.hidden = !own.length;
  }
};

document.addEventListener("htmx:afterSettle", () => {
  mark();
  showProblems();
});

// A tile that was added from the catalogue leaves it.
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) event.detail.elt.closest?.(".catalogue li")?.remove();
});

// Where the chosen hex or tile stands below the map or the tiles, a choice scrolls to it, if it cannot be seen.
const MIN_SEEN = 120;

document.addEventListener("htmx:afterSwap", (event) => {
  const side = event.target;
  if (side.id !== "side" || event.detail.requestConfig?.verb !== "get") return;
  if (side.getBoundingClientRect().top > innerHeight - MIN_SEEN) side.scrollIntoView({ block: "start" });
});

// Zoom and brush, kept while the browser is open

const kept = (key) => {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
};

const keep = (key, value) => {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // nothing is stored: for this page only
  }
};

let zoom = Number(kept(ZOOM_KEY)) || 1;
const showZoom = () => document.documentElement.style.setProperty("--zoom", zoom);

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-zoom]");
  if (!button) return;
  zoom = Math.min(MAX_ZOOM, Math.max(1, zoom * ZOOM_STEP ** Number(button.dataset.zoom)));
  keep(ZOOM_KEY, zoom);
  showZoom();
});

document.addEventListener("change", (event) => {
  if (event.target.name === "brush") keep(BRUSH_KEY, event.target.value);
});

const last = kept(BRUSH_KEY);
const button = last && all("#brushes [name=brush]").find((each) => each.value === last);
if (button) button.checked = true;
showZoom();
mark();
