/* Replaces only what differs. Most of a panel stays as it was after a move: the browser then has less to lay out.

     merge(old, news)   makes the children of `old` those of `news`; equal ones stay where they are */

export function merge(old, news) {
  const [out, into, rest] = difference([...old.childNodes], [...news.childNodes]);
  if (out.length === into.length && out.every((each, at) => isSameFrame(each, into[at]))) {
    for (const [at, each] of out.entries()) merge(each, into[at]);
    return;
  }
  for (const each of out) each.remove();
  for (const each of into) {
    old.insertBefore(each, rest);
    if (each.nodeType === Node.ELEMENT_NODE) window.htmx.process(each);
  }
}

/** What to take out, what to put there, and the node after it, or null: all without equal nodes before and after. */
function difference(olds, news) {
  const shorter = Math.min(olds.length, news.length);
  let before = 0;
  while (before < shorter && olds[before].isEqualNode(news[before])) before += 1;
  let after = 0;
  while (after < shorter - before && olds.at(-1 - after).isEqualNode(news.at(-1 - after))) after += 1;
  return [
    olds.slice(before, olds.length - after),
    news.slice(before, news.length - after),
    olds[olds.length - after] ?? null,
  ];
}

/** True for two elements that differ in their children only, and have elements among them. */
const isSameFrame = (one, other) =>
  one.firstElementChild && other.firstElementChild && one.cloneNode(false).isEqualNode(other.cloneNode(false));
