// On a slow line a page is there before its modules are: what is pressed meanwhile is pressed again once acts.js says
// that it listens, so that nobody waits for a move that was never made. No module itself, since it must be first.
{
  const PRESSED = "[data-action], [data-post], .amount button";
  let pressed = null;

  const keep = (event) => { pressed = event.target.closest?.(PRESSED) ?? pressed; };
  const stay = (event) => { if (event.target.matches(".amount")) event.preventDefault(); };

  document.addEventListener("click", keep);
  document.addEventListener("submit", stay);
  document.addEventListener("tetsudo:listens", () => {
    document.removeEventListener("click", keep);
    document.removeEventListener("submit", stay);
    pressed?.click();
  }, { once: true });
}
