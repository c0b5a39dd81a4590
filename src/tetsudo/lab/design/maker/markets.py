"""Stock markets, both ways: cells, par cells, and zones as a legend."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import ascii_lowercase
from typing import Any, Final

from tetsudo.lab.design.maker.fields import items, number, table, tables, text
from tetsudo.lab.design.maker.losses import LossList
from tetsudo.lab.design.toml_text import Raw

MEANINGS: Final = {
    "uncounted": ("Certificates do not count toward the certificate limit", r"not count|certificate limit"),
    "unlimited": ("Players may hold more than the holding limit", r"more than|hold any|own any"),
    "several": ("Players may buy several shares in one turn", r"several|any number|multiple"),
    "closed": ("The company closes", r"close"),
}
"""Keys of a mark: sentence of a legend, and words by which one is recognised."""

DEFAULT_MOVES: Final = {"payout": "right up", "withhold": "left down", "sale": "down", "sold_out": "up"}
MOVEMENT: Final = {"payout": "Paid dividends", "withhold": "Withheld revenue", "sale": "Sold", "sold_out": "Sold out"}


def write_market(raw: Raw) -> dict[str, Any]:
    """Its `stock` from a market file."""
    marks = {key: mark for key, mark in table(raw.get("marks")).items() if isinstance(mark, dict)}
    zones = {key: mark for key, mark in marks.items() if set(mark) - {"par"}}
    numbers = {key: index for index, key in enumerate(zones)}
    rows = [[_cell(word, marks, numbers) for word in str(row).split()] for row in items(raw.get("rows"))]
    found: dict[str, Any] = {"type": "2D" if len(rows) > 1 else "1D", "market": rows}
    pars = [cell["value"] for row in rows for cell in row if isinstance(cell, dict) and cell.get("par")]
    if pars:
        found["par"] = {"values": sorted(set(pars), reverse=True)}
    if zones:
        found["legend"] = [_legend(mark) for mark in zones.values()]
    movement: dict[str, list[str]] = {}
    for event, sides in table(raw.get("moves")).items():
        if event in MOVEMENT and str(sides).split():
            movement.setdefault(str(sides).split()[0], []).append(MOVEMENT[event])
    return {**found, **({"movement": movement} if movement else {})}


def _cell(word: str, marks: Mapping[str, Raw], numbers: Mapping[str, int]) -> int | dict[str, Any] | None:
    found = re.fullmatch(r"(\d+)([a-z]*)", word)
    if found is None:
        return None
    price, letters = int(found[1]), found[2]
    if not letters:
        return price
    legend = next((numbers[letter] for letter in letters if letter in numbers), None)
    is_par = any(marks.get(letter, {}).get("par") for letter in letters)
    cell: dict[str, Any] = {"value": price}
    cell |= {"par": True} if is_par else {}
    return cell | ({"legend": legend} if legend is not None else {})


def _legend(mark: Raw) -> dict[str, Any]:
    sentences = [sentence for key, (sentence, _words) in MEANINGS.items() if mark.get(key)]
    return {"description": "; ".join(sentences) or str(mark.get("zone", "")), "color": str(mark.get("zone", ""))}


def read_market(stock: Mapping[str, Any], losses: LossList) -> Raw:
    """Content of a market file; a price of each row that is a par price has the mark `p`."""
    legend = tables(stock.get("legend"))
    letters = _letters(legend)
    marks: Raw = {}
    rows = items(stock.get("market"))
    if rows and not any(isinstance(row, list) for row in rows):
        rows = [rows]
    rows = [row for row in map(items, rows) if row]
    values = [number(value) for value in _flat(table(stock.get("par")).get("values"))]
    has_par_cells = any(isinstance(cell, dict) and cell.get("par") for row in rows for cell in row)
    wanted = [] if has_par_cells else list(dict.fromkeys(values))
    texts = []
    for row in rows:
        words = []
        for cell in row:
            word = _word(cell, letters, wanted, losses)
            words.append(word)
            _use(marks, word, legend, letters, losses)
        texts.append(" ".join(words))
    return {"rows": texts, "moves": dict(DEFAULT_MOVES), "marks": marks}


def _flat(values: object) -> list[object]:
    if not isinstance(values, list):
        return []
    return [each for value in values for each in (value if isinstance(value, list) else [value])]


def _letters(legend: list[dict[str, Any]]) -> list[str]:
    """Letter of each entry of the legend: the first one of its colour, if it is free; p is for par cells."""
    found: list[str] = []
    for each in legend:
        colour = text(each.get("color")).lower()
        wanted = (*colour, *ascii_lowercase)
        found.append(next(letter for letter in wanted if letter in ascii_lowercase and letter not in (*found, "p")))
    return found


def _word(cell: object, letters: list[str], wanted: list[int], losses: LossList) -> str:
    if cell is None or cell == "":
        return "."
    given = cell if isinstance(cell, dict) else {"value": cell}
    shown = given.get("value", given.get("label"))
    price = number(shown)
    if not price and str(shown) != "0" and "clos" not in str(shown).lower():
        losses.add(f"the cell {given.get('label', given.get('value'))!r} of the market is left out")
        return "."
    is_par = bool(given.get("par"))
    if price in wanted:
        wanted.remove(price)
        is_par = True
    legend = given.get("legend")
    has_zone = isinstance(legend, int) and not isinstance(legend, bool) and 0 <= legend < len(letters)
    return f"{price}{'p' if is_par else ''}{letters[int(str(legend))] if has_zone else ''}"


def _use(marks: Raw, word: str, legend: list[dict[str, Any]], letters: list[str], losses: LossList) -> None:
    """Add the marks of a cell."""
    for letter in word.lstrip("0123456789."):
        if letter == "p":
            marks.setdefault("p", {"par": True})
        elif letter not in marks:
            marks[letter] = _mark(legend[letters.index(letter)], losses)


def _mark(entry: Mapping[str, Any], losses: LossList) -> Raw:
    said, colour = text(entry.get("description")), text(entry.get("color"))
    flags = {key: True for key, (_sentence, words) in MEANINGS.items() if re.search(words, said, re.IGNORECASE)}
    if not flags:
        losses.add(f"the legend of the market is not understood: {said}")
    return {"zone": colour or "zone", **flags}
