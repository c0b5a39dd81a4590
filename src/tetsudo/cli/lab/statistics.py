"""Statistics of game files at the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from tetsudo.analysis.game_facts import GameFacts, facts_of
from tetsudo.analysis.title_statistics import MIN_GAMES, statistics_of
from tetsudo.cli import table_style
from tetsudo.cli.lab.simulate import END_WORDS
from tetsudo.cli.table_style import print_json
from tetsudo.lab.datasets.sources import games_in
from tetsudo.titles.loader import name_of_title, title_info

SHOWN: Final = 12
"""Maximum number of rows of a table."""


def run_statistics(console: Console, title: str, files: Sequence[Path], *, as_json: bool = False) -> None:
    """Count the finished games of a title in files, and print statistics by scenario."""
    name = title_info(name_of_title(title)).name
    found = statistics_of(_facts(name, files))
    if as_json:
        print_json(console, {"title": name, "scenarios": found})
    elif not found:
        console.print(f"There is no finished game of {name} in these files.")
    for scenario, data in found.items() if not as_json else ():
        _print(console, f"{name} {scenario}".strip(), data)


def _facts(title: str, files: Sequence[Path]) -> Iterator[GameFacts]:
    for each in games_in(*files, title=title):
        if each.game.is_over:
            yield facts_of(each.game)


def _print(console: Console, title: str, data: Mapping[str, Any]) -> None:
    console.print(f"[bold]{title}[/]: {data['games']} games. Figures of fewer than {MIN_GAMES} games are left out.")
    _table(console, "players games actions stock-rounds operating-rounds", map(_length_row, data["lengths"]))
    _table(
        console, "players seat games wins", ([each["players"], each["seat"], *_wins(each)] for each in data["seats"])
    )
    _table(console, "end games", ([END_WORDS[each["end"]], each["games"]] for each in data["ends"]))
    _table(console, "company par games wins", ([each["company"], each["par"], *_wins(each)] for each in data["pars"]))
    _table(
        console, "private price(median) games wins wins(cheaper-half) wins(expensive-half)",
        map(_private_row, data["privates"]),
    )  # fmt: skip
    tiles = ([each["company"], _lay(each["hex"], each["tile"]), *_wins(each)] for each in data["first_tiles"])
    _table(console, "company first-tile games wins", tiles)
    lines = ([_line(each["lays"]), *_wins(each)] for each in data["opening_lines"])
    _table(console, "opening-line games wins", lines)
    left = sum(data["left_out"].values())
    console.print(f"[dim]{left} figures left out. In brackets: wins if all players were equally likely to win.[/]\n")


def _table(console: Console, columns: str, rows: Iterable[Sequence[object]]) -> None:
    """Print the first rows of a table; nothing if there are none."""
    found = list(rows)
    if not found:
        return
    made = table_style.table(*columns.split())
    for row in found[:SHOWN]:
        made.add_row(*map(str, row))
    console.print(made)
    if len(found) > SHOWN:
        console.print(f"[dim]and {len(found) - SHOWN} more (--json)[/]")


def _length_row(data: Mapping[str, Any]) -> list[str]:
    spreads = (data[name] for name in ("actions", "stock_rounds", "operating_rounds"))
    return [
        str(data["players"]),
        str(data["games"]),
        *(f"{each['median']} ({each['low']}–{each['high']})" for each in spreads),
    ]


def _private_row(data: Mapping[str, Any]) -> list[object]:
    halves = [_wins(data[half])[1] if half in data else "–" for half in ("cheap", "expensive")]
    return [data["private"], data["price"]["median"], *_wins(data), *halves]


def _wins(data: Mapping[str, Any]) -> list[str]:
    return [str(data["games"]), f"{data['win_percent']} % ({data['expected_percent']} %)"]


def _lay(hex: str, tile: str) -> str:
    return f"{hex} #{tile}"


def _line(lays: Sequence[Sequence[str]]) -> str:
    return ", ".join(f"{company} {_lay(hex, tile)}" for company, hex, tile in lays)
