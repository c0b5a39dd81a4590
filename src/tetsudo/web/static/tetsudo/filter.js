// A search box (data-filter: what it searches) that hides the entries without the words. Works on what is there now and later.

const fold = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

document.addEventListener("input", (event) => {
  const box = event.target.closest("[data-filter]");
  if (!box) return;
  const words = fold(box.value).split(/\s+/).filter(Boolean);
  for (const entry of document.querySelectorAll(box.dataset.filter)) {
    const text = fold(entry.textContent);
    entry.hidden = !words.every((word) => text.includes(word));
  }
});
