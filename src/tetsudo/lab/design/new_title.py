"""A new title: a small one that loads and can be played, to change from there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from string import Template
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.lab.design.hexes import name_of
from tetsudo.lab.design.toml_text import line_text, value_text
from tetsudo.lab.design.workspace import COMPANIES_FILE, MAIN_FILE, MAP_FILE, MARKET_FILE, TILES_FILE, Texts
from tetsudo.titles.data.maps import ORIENTATIONS

MIN_SIZE: Final = 3
MAX_SIZE: Final = 24
"""Bounds of the numbers of columns and rows."""

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 8

BANK: Final = 6000
CASH_IN_ALL: Final = 1260
"""Starting cash of all players together, and the bank's money, in the title's currency."""

CERTIFICATES_IN_ALL: Final = 42
"""Certificate limits of all players together."""

COMPANIES: Final = (
    ("RED", "Red Railway", "#b3202c"),
    ("BLU", "Blue Railway", "#1f6fb2"),
    ("GRN", "Green Railway", "#2f8f4e"),
)

STARTER: Final = "starter"
"""Folder with the files of a new title. In `title.toml`, words after $ stand for what the plan says."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Choices for a new title. Raises BadInput if one is out of bounds."""

    name: str
    columns: int = 7
    rows: int = 6
    minimum_players: int = 2
    maximum_players: int = 4
    flat_top: bool = True

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise BadInput("a title needs a name", "name")
        for what, size in (("columns", self.columns), ("rows", self.rows)):
            if not MIN_SIZE <= size <= MAX_SIZE:
                raise BadInput(f"must be from {MIN_SIZE} to {MAX_SIZE}, not {size}", what)
        if not MIN_PLAYERS <= self.minimum_players <= self.maximum_players <= MAX_PLAYERS:
            raise BadInput(f"must be from {MIN_PLAYERS} to {MAX_PLAYERS}, the fewest first", "players")


def new_title(plan: Plan) -> Texts:
    """Texts of a new title: blank hexes, three cities with a company each, and the common tiles."""
    homes = _homes(plan)
    return {
        MAIN_FILE: Template(starter(MAIN_FILE)).substitute(
            comment=_comment(plan.name), name=value_text(plan.name.strip()), players=_players(plan), bank=BANK
        ),
        MAP_FILE: _map(plan, homes),
        TILES_FILE: starter(TILES_FILE),
        COMPANIES_FILE: _companies(homes),
        MARKET_FILE: starter(MARKET_FILE),
    }


def starter(name: str) -> str:
    """Text of a file of a new title."""
    return files(__package__).joinpath(STARTER, name).read_text("utf-8")


def title_name(folder_name: str) -> str:
    """Name proposed for a title in a folder of this name."""
    return re.sub(r"[_\-\s]+", " ", folder_name).strip().title() or "New title"


def _comment(name: str) -> str:
    """Name in a comment, which is one line."""
    return "".join(character for character in name.strip() if character.isprintable())


def _players(plan: Plan) -> str:
    numbers = range(plan.minimum_players, plan.maximum_players + 1)
    return "\n".join(
        f"{number} = {{ starting_cash = {CASH_IN_ALL // number // 10 * 10},"
        f" certificate_limit = {CERTIFICATES_IN_ALL // number} }}"
        for number in numbers
    )


def _cells(plan: Plan) -> list[tuple[int, int]]:
    """Letters and numbers of the hexes, from 0. A letter has only every second number."""
    lines, length = (plan.columns, plan.rows) if plan.flat_top else (plan.rows, plan.columns)
    return [(letter, 2 * place + (letter + 1) % 2) for letter in range(lines) for place in range(length)]


def _homes(plan: Plan) -> list[str]:
    """Three hexes, far from each other: in two corners and at the opposite side."""
    names = [name_of(cell, flat_top=True) for cell in _cells(plan)]
    length = plan.rows if plan.flat_top else plan.columns
    return [names[length // 2], names[len(names) // 2 - length // 2], names[-1 - length // 2]]


def _map(plan: Plan, homes: list[str]) -> str:
    lines, names = [], [name_of(cell, flat_top=True) for cell in _cells(plan)]
    width = max(map(len, names))
    for name in names:
        company = COMPANIES[homes.index(name)][1].split()[0] if name in homes else ""
        raw = {"place": f"{company} City", "nodes": ["city 1 0"]} if company else {}
        lines.append(f"{name:{width}} = {value_text(raw)}")
    head = f"# The map: one line a hex.\n\norientation = {value_text(ORIENTATIONS[not plan.flat_top])}\n\n[hexes]\n"
    return head + "\n".join(lines) + "\n"


def _companies(homes: list[str]) -> str:
    lines = [
        line_text(symbol, {"name": name, "homes": home, "tokens": "0 40 100", "colour": colour})
        for (symbol, name, colour), home in zip(COMPANIES, homes, strict=True)
    ]
    head = "# The companies and privates.\n\n[companies]\n"
    private = '\n\n[privates.CW]\nletter = "A"\nname = "Coal Wagons"\nprice = 30\nincome = 5\n'
    return head + "\n".join(lines) + private
