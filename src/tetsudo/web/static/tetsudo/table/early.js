// On a slow connection the page is there before its modules. This script remembers the button that was pressed
// meanwhile, and presses it again once acts.js is ready, so that no move is lost. It must run first, so it is no module.
{
  const PRESSED = "[data-action], [data-post], .amount button";
  let pressed = null;

  const keep = (event) => {
    pressed = event.target.closest?.(PRESSED) ?? pressed;
  };
  const stay = (event) => {
    if (event.target.matches(".amount")) event.preventDefault();
  };

  document.addEventListener("click", keep);
  document.addEventListener("submit", stay);
  document.addEventListener(
    "tetsudo:listens",
    () => {
      document.removeEventListener("click", keep);
      document.removeEventListener("submit", stay);
      pressed?.click();
    },
    { once: true },
  );
}
