// On a slow line a page is there before its modules are: what is pressed meanwhile is pressed again once they are,
// so that nobody waits for a move that was never made. No module itself, since it must be first.
{
  const PRESSED = "button[type=button]:not([popovertarget]), .amount button";
  let pressed = null;

  const keep = (event) => { pressed = event.target.closest?.(PRESSED) ?? pressed; };
  const stay = (event) => { if (event.target.matches(".amount")) event.preventDefault(); };

  document.addEventListener("click", keep);
  document.addEventListener("submit", stay);
  document.addEventListener("DOMContentLoaded", () => { // it comes after all modules have run
    document.removeEventListener("click", keep);
    document.removeEventListener("submit", stay);
    pressed?.click();
  });
}
