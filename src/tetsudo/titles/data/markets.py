"""The stock market from data: cells as drawn, and the token moves from each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from tetsudo.core.units import CellId, Money
from tetsudo.engine.model.market import Market
from tetsudo.titles.data.toml_table import TomlTable

STEPS: Final = {"right": (0, 1), "left": (0, -1), "up": (-1, 0), "down": (1, 0)}
"""Steps in row and column."""

EMPTY: Final = "."
"""Placeholder for a missing cell."""


class Mark(NamedTuple):
    """Properties of a cell, given by a letter after its price."""

    zone: str = ""
    par: bool = False
    uncounted: bool = False
    unlimited: bool = False
    several: bool = False
    closed: bool = False


class Cell(NamedTuple):
    """A cell at its drawn position."""

    row: int
    column: int
    price: Money
    marks: tuple[Mark, ...]


def build_market(table: TomlTable) -> Market:
    """Build the market of a title."""
    marks = table.table("marks", optional=True)
    cells = _cells(table, _marks(marks))
    _check_marks(marks, table.texts("rows"))
    moves = table.table("moves")
    market = Market(
        prices=tuple(cell.price for cell in cells),
        rows=tuple(cell.row for cell in cells),
        columns=tuple(cell.column for cell in cells),
        on_payout=_targets(moves, "payout", cells),
        on_withhold=_targets(moves, "withhold", cells),
        on_sale=_targets(moves, "sale", cells),
        on_sold_out=_targets(moves, "sold_out", cells),
        zones=tuple("".join(mark.zone for mark in cell.marks) for cell in cells),
        uncounted=tuple(any(mark.uncounted for mark in cell.marks) for cell in cells),
        unlimited=tuple(any(mark.unlimited for mark in cell.marks) for cell in cells),
        several=tuple(any(mark.several for mark in cell.marks) for cell in cells),
        closed=tuple(any(mark.closed for mark in cell.marks) for cell in cells),
        pars=_pars(table, cells),
    )
    moves.check_all_read()
    table.check_all_read()
    return market


def _marks(table: TomlTable) -> dict[str, Mark]:
    marks = {}
    for letter, line in table.tables():
        if not re.fullmatch("[a-z]", letter):
            line.refuse("a mark is one small letter")
        marks[letter] = Mark(
            zone=line.text("zone", ""),
            par=line.flag("par", False),
            uncounted=line.flag("uncounted", False),
            unlimited=line.flag("unlimited", False),
            several=line.flag("several", False),
            closed=line.flag("closed", False),
        )
        line.check_all_read()
    return marks


def _check_marks(table: TomlTable, rows: Sequence[str]) -> None:
    """Raise BadData if a mark appears on no cell."""
    for letter in table.raw:
        if not any(letter in row for row in rows):
            table.refuse("stands on no cell", letter)


def _cells(table: TomlTable, marks: dict[str, Mark]) -> tuple[Cell, ...]:
    """Cells in reading order from rows such as "75 80 90 100p"."""
    return tuple(
        _cell(table, row, column, word, marks)
        for row, line in enumerate(table.texts("rows"))
        for column, word in enumerate(line.split())
        if word != EMPTY
    )


def _cell(table: TomlTable, row: int, column: int, word: str, marks: dict[str, Mark]) -> Cell:
    match = re.fullmatch("([0-9]{1,6})([a-z]*)", word)
    if match is None or not set(match[2]) <= set(marks):
        table.refuse(f"{word!r} is not a price with the letters of [marks]", f"rows[{row}]")
        return Cell(row, column, 0, ())
    return Cell(row, column, int(match[1]), tuple(marks[letter] for letter in match[2]))


def _targets(moves: TomlTable, name: str, cells: tuple[Cell, ...]) -> tuple[CellId, ...]:
    """Target of a move by cell: the first of the named sides with a cell, else the cell itself."""
    sides = moves.words_among(name, tuple(STEPS))
    by_place = {(cell.row, cell.column): id for id, cell in enumerate(cells)}
    targets = []
    for id, cell in enumerate(cells):
        places = [(cell.row + STEPS[side][0], cell.column + STEPS[side][1]) for side in sides]
        targets.append(next((by_place[place] for place in places if place in by_place), id))
    return tuple(targets)


def _pars(table: TomlTable, cells: tuple[Cell, ...]) -> dict[Money, CellId]:
    """Cell of each par price, lowest first."""
    pars: dict[Money, CellId] = {}
    is_whole = table.is_sound
    for id, cell in enumerate(cells):
        if not any(mark.par for mark in cell.marks):
            continue
        if cell.price in pars:
            table.refuse(f"has two par cells of {cell.price}", "rows")
        pars[cell.price] = id
    if not pars and is_whole:
        table.refuse("has no par cell", "rows")
    return dict(sorted(pars.items()))
