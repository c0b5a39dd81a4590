"""What the controls of a table are made of: choices in rows, rows in sections. Templates draw them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tetsudo.core.errors import IllegalAction
from tetsudo.engine.model.title import Company


@dataclass(frozen=True)
class Amount:
    """An amount that a choice leaves open, from `low` to `high`. `quick`: amounts that are often wanted, with words."""

    field: str
    low: int
    high: int
    start: int
    step: int = 1
    quick: Sequence[tuple[str, int]] = ()
    unit: str = ""

    @property
    def is_wide(self) -> bool:
        """Whether a slider helps."""
        return self.high - self.low > 4


@dataclass(frozen=True)
class Choice:
    """A button. `data`: the action as records have it; what has none is refused, and says why.

    `says` tells it in full, for who does not see where the button stands; `note` stands small beside the label.
    """

    label: str
    data: Mapping[str, Any] | None = None
    note: str = ""
    says: str = ""
    amount: Amount | None = None
    refusal: IllegalAction | None = None
    tone: str = ""  # "primary", "danger" or ""
    slot: str = ""  # of a company's card: "offer", "market" or "own"

    @property
    def json(self) -> str:
        """What the button carries; `open` names the field that an amount fills."""
        data = dict(self.data or {})
        if self.amount:
            data["open"] = self.amount.field
        return json.dumps(data, ensure_ascii=False)


@dataclass(frozen=True)
class Slot:
    """What may be done with one place of a company's shares: the cell of the matrix that stands for it, and choices."""

    name: str
    title: str
    choices: Sequence[Choice]


@dataclass(frozen=True)
class Row:
    """A line of a section: what it is about, facts in columns, choices."""

    name: str
    company: Company | None = None
    letter: str = ""
    sub: str = ""
    note: str = ""
    said: str = ""  # what players have said of it
    facts: Sequence[str] = ()
    choices: Sequence[Choice] = ()
    slots: Sequence[Slot] = ()  # the same choices, where they stand on a company's card
    ways: Sequence[str] = ()  # what can be done with it, in short
    charter: Any = None  # the company's, for its card

    @property
    def is_possible(self) -> bool:
        """Whether anything can be done here."""
        return any(choice.data for choice in self.choices)


@dataclass(frozen=True)
class Section:
    """Choices that belong together. `kind` is a word for the style sheet."""

    kind: str
    title: str
    text: str = ""
    rows: Sequence[Row] = ()
    choices: Sequence[Choice] = ()
    hexes: Sequence[tuple[str, str]] = ()  # coordinate and place, where the choices are on the map
    is_open: bool = False  # whether the hexes are listed at once
    run: bool = False  # whether the run of the trains stands here

    def all_choices(self) -> Iterator[Choice]:
        """Every button of it."""
        for row in self.rows:
            yield from row.choices
        yield from self.choices

    @property
    def closed_rows(self) -> list[Row]:
        """Those lines where nothing can be done, and each choice says why."""
        return [row for row in self.rows if not row.is_possible]

    @property
    def is_possible(self) -> bool:
        """Whether anything in it can be done."""
        return bool(self.hexes or self.run) or any(choice.data for choice in self.all_choices())


@dataclass(frozen=True)
class Tray:
    """Sections for one player; `name` where it is not plain whose they are."""

    name: str = ""
    sections: list[Section] = field(default_factory=list)
