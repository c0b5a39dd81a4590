// On a slow connection the page is there before its modules. This script remembers the button and the tab that were
// pressed meanwhile, and presses them again once their modules listen, so that no move is lost. It must run first, so
// it is no module.
{
  /** Press again, once `signal` is heard, what was pressed last of the elements that match. */
  const keepFor = (signal, selector) => {
    let pressed = null;
    const keep = (event) => {
      pressed = event.target.closest?.(selector) ?? pressed;
    };
    document.addEventListener("click", keep);
    document.addEventListener(
      signal,
      () => {
        document.removeEventListener("click", keep);
        pressed?.click();
      },
      { once: true },
    );
  };

  keepFor("tetsudo:tabs", "[role=tab], #more");
  keepFor("tetsudo:listens", "[data-action], [data-post], .amount button");

  const stay = (event) => {
    if (event.target.matches(".amount")) event.preventDefault();
  };
  document.addEventListener("submit", stay);
  document.addEventListener("tetsudo:listens", () => document.removeEventListener("submit", stay), { once: true });
}
