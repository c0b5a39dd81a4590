"""Measurement of layout shifts on a page, each with what moved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from playwright.sync_api import Page

SCRIPT: Final = """
window.shifts = [];
{
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  const name = (node) => {
    const each = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (!each) return "something that is gone";
    const near = each.parentElement?.closest("[id]")?.id ?? "";
    const kind = each.getAttribute("class")?.replaceAll(" ", ".") ?? "";
    return `#${near} ${each.localName}${each.id && `#${each.id}`}${kind && `.${kind}`}`;
  };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      const moved = sources.map((each) => `${name(each.node)}: ${box(each.previousRect)} to ${box(each.currentRect)}`);
      window.shifts.push({ value, is_asked: hadRecentInput, moved });
    }
  }).observe({ type: "layout-shift", buffered: true });
}
"""
"""Script that records layout shifts, also those within 500 ms after input, which web vitals leave out."""


@dataclass(frozen=True)
class Shift:
    """A layout shift: its value, whether it followed input, and the elements that moved with their boxes."""

    value: float
    is_asked: bool
    moved: list[str]


@dataclass
class Shifts:
    """Layout shifts of a page since the last look."""

    page: Page
    found: list[Shift] = field(default_factory=list)

    @classmethod
    def watch(cls, page: Page) -> Shifts:
        """Record shifts on all documents that the page opens from now on."""
        page.add_init_script(SCRIPT)
        return cls(page)

    def take(self) -> list[Shift]:
        """Shifts since the last call; before another document is opened, call this."""
        new = [Shift(**each) for each in self.page.evaluate("window.shifts.splice(0)")]
        self.found += new
        return new

    @property
    def total(self) -> float:
        """Sum of all values, also of those after input."""
        return sum(each.value for each in self.found)

    @property
    def unasked(self) -> float:
        """Sum of the values without input: at least the web vital, which adds up those of its worst five seconds."""
        return sum(each.value for each in self.found if not each.is_asked)

    def greatest(self, count: int = 1) -> list[Shift]:
        """The greatest shifts."""
        return sorted(self.found, key=lambda each: -each.value)[:count]
