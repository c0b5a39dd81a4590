"""Building blocks of a table's controls: choices in rows, rows in sections. Templates draw them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tetsudo.core.errors import IllegalAction
from tetsudo.engine.model.title import Company


@dataclass(frozen=True)
class Amount:
    """An amount to choose, from `low` to `high`. `quick`: labelled shortcuts to common amounts."""

    field: str
    low: int
    high: int
    start: int
    step: int = 1
    quick: Sequence[tuple[str, int]] = ()
    unit: str = ""

    @property
    def is_wide(self) -> bool:
        """True if the range is wide enough for a slider."""
        return self.high - self.low > 4


@dataclass(frozen=True)
class Choice:
    """A button. `data`: the action in the record format; without it the button only shows the `refusal`.

    `says`: the full text, for readers who cannot see the button's place; `note`: small text beside the label.
    """

    label: str
    data: Mapping[str, Any] | None = None
    note: str = ""
    says: str = ""
    amount: Amount | None = None
    refusal: IllegalAction | None = None
    tone: str = ""  # "primary", "danger" or ""
    slot: str = ""  # on a company's card: "offer", "market" or "own"

    @property
    def json(self) -> str:
        """The button's data; `open` names the field that the chosen amount fills."""
        data = dict(self.data or {})
        if self.amount:
            data["open"] = self.amount.field
        return json.dumps(data, ensure_ascii=False)


@dataclass(frozen=True)
class Slot:
    """Choices for a company's shares in one place (IPO, market, own), which is one cell of the matrix."""

    name: str
    title: str
    choices: Sequence[Choice]


@dataclass(frozen=True)
class Row:
    """A line of a section: its subject, facts in columns, choices."""

    name: str
    company: Company | None = None
    letter: str = ""
    sub: str = ""
    note: str = ""
    said: str = ""  # bids so far
    facts: Sequence[str] = ()
    choices: Sequence[Choice] = ()
    slots: Sequence[Slot] = ()  # the same choices by their place on the company's card
    ways: Sequence[str] = ()  # possible actions in short, with prices
    charter: Any = None  # charter for the company's card

    @property
    def is_possible(self) -> bool:
        """True if any choice is available."""
        return any(choice.data for choice in self.choices)


@dataclass(frozen=True)
class Section:
    """A group of choices. `kind` is a CSS class; `text` is shown after the lists of all sections."""

    kind: str
    title: str
    text: str = ""
    rows: Sequence[Row] = ()
    choices: Sequence[Choice] = ()
    hexes: Sequence[tuple[str, str]] = ()  # coordinate and place name, if the choices are on the map
    is_open: bool = False  # True: list the hexes at once
    run: bool = False  # True: show the run of the trains here
    folds_refused: bool = False  # True: rows without an available choice are named in one line after the lists
    is_title_hidden: bool = False  # True: the turn line says it; the title is for screen readers only

    def all_choices(self) -> Iterator[Choice]:
        """All buttons of the section."""
        for row in self.rows:
            yield from row.choices
        yield from self.choices

    @property
    def open_rows(self) -> Sequence[Row]:
        """Rows to show in full."""
        return [row for row in self.rows if row.is_possible] if self.folds_refused else self.rows

    @property
    def heading(self) -> str:
        """The title, unless all of its rows are folded."""
        return self.title if self.open_rows or not self.rows else ""

    @property
    def closed_rows(self) -> list[Row]:
        """Rows without an available choice; each button gives its reason."""
        return [row for row in self.rows if not row.is_possible]

    @property
    def is_possible(self) -> bool:
        """True if anything in the section is available."""
        return bool(self.hexes or self.run) or any(choice.data for choice in self.all_choices())


@dataclass(frozen=True)
class PlayerSections:
    """Sections for one player; `name` is set if the viewer has several seats."""

    name: str = ""
    sections: list[Section] = field(default_factory=list)
