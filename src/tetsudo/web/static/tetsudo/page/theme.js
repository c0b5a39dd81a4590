// Light or dark, as chosen in this browser. It must run before the page is painted, so it is no module.
{
  const KEY = "tetsudo-theme";
  const root = document.documentElement;

  const chosen = () => {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return "";
    }
  };
  const show = (theme) => {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  const keep = (theme) => {
    try {
      theme ? localStorage.setItem(KEY, theme) : localStorage.removeItem(KEY);
    } catch {
      // the browser stores nothing: for this page only
    }
  };

  show(chosen());
  addEventListener("storage", (event) => {
    if (event.key === KEY) show(event.newValue ?? "");
  });
  document.addEventListener("DOMContentLoaded", () => {
    const select = document.getElementById("theme");
    if (!select) return;
    select.value = chosen();
    select.closest("label").hidden = false;
    select.addEventListener("change", () => {
      keep(select.value);
      show(select.value);
    });
  });
}
