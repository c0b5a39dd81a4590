"""Comparison of editions at the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.markup import escape

from tetsudo.cli import table_style
from tetsudo.cli.lab.progress import Collected, collect, print_interrupt
from tetsudo.cli.lab.simulate import distinct_text
from tetsudo.cli.table_style import print_json
from tetsudo.core.errors import BadInput
from tetsudo.lab.compare import Comparison, Edition, compare
from tetsudo.lab.compare.editions import sweep_values
from tetsudo.lab.compare.figures import name_of, value_text
from tetsudo.lab.compare.groups import Group
from tetsudo.lab.compare.significance import Estimate

SHOWN: Final = (
    "actions",
    "operating_rounds",
    "end",
    "bankruptcies",
    "worth",
    "lead",
    "seat_wins",
    "phase_reached",
    "floats",
    "tiles",
)
"""Kinds of figures that are printed; files have all."""


def editions(
    texts: Sequence[str], scenario: str | None, variants: Sequence[str], options: Sequence[str], swept: str
) -> tuple[Edition, ...]:
    """Editions from their texts. One alone is compared to itself with the given choices, or with a house rule's values.

    Raise BadInput if there are no two editions.
    """
    words = [("--scenario", scenario)] if scenario else []
    words += [("--variant", name) for name in variants] + [("--option", text) for text in options]
    found = [Edition.parse(text) for text in texts]
    if swept:
        name, values = sweep_values(swept)
        if len(found) > 1:
            raise BadInput("is for one edition", "--sweep")
        return tuple(_changed(found[0], words).with_option(name, value) for value in values)
    if len(found) > 1 and words:
        raise BadInput('write choices into the text of an edition, such as "1889 --option bank=5000"', words[0][0])
    if len(found) == 1 and not words:
        raise BadInput("name a second edition, or what to change by --option, --variant, --scenario or --sweep", "B")
    return (found[0], _changed(found[0], words)) if len(found) == 1 else tuple(found)


def _changed(edition: Edition, words: Iterable[tuple[str, str]]) -> Edition:
    for word, value in words:
        edition = edition.with_choice(word, value)
    return edition


def numbers_of_players(text: str) -> tuple[int, ...]:
    """Numbers of players, from `4`, `2-6` or `2,4`; raise BadInput for anything else."""
    first, dash, last = text.partition("-")
    try:
        return tuple(range(int(first), int(last) + 1)) if dash else tuple(map(int, text.split(",")))
    except ValueError:
        raise BadInput("must be a number, or numbers such as 2-6 or 2,4", "--players") from None


def run_comparison(
    console: Console,
    compared: Sequence[Edition],
    players: Sequence[int],
    games: int,
    seed: int,
    jobs: int,
    bots: str,
    files: Sequence[Path | None],
    *,
    as_json: bool = False,
) -> None:
    """Compare editions, print what differs, and write it to files: HTML, CSV; None for one that is not wanted."""
    for file in files:
        if file and not file.resolve().parent.is_dir():
            raise BadInput("there is no folder {folder}", "--html", folder=str(file.resolve().parent))
    run: list[Collected[Group]] = []

    def progress(playing: Iterator[Group], count: int) -> Iterable[Group]:
        run.append(collect(playing, count, what="groups of games"))
        if not run[0].found:
            run[0].end()
        return run[0].found

    found = compare(*compared, games=games, players=players, seed=seed, jobs=jobs, bots=bots, progress=progress)
    page, rows = files
    if page:
        page.write_text(found.to_html(), "utf-8")
    if rows:
        rows.write_text(found.to_csv(), "utf-8")
    if as_json:
        print_json(console, found.to_data())
    else:
        _print(console, found)
        print_interrupt(console, run[0], can_continue=False)
    run[0].end()


def _print(console: Console, found: Comparison) -> None:
    for players in found.plan.players:
        console.print(f"[bold]{players} players[/]")
        for edition, name in enumerate(found.names):
            games, distinct = found.games(edition, players), found.distinct(edition, players)
            console.print(f"{escape(name)}: {distinct_text(games, distinct)}")
        table = table_style.table("figure", *found.names)
        for figure in found.figures:
            if figure.players == players and figure.key.kind in SHOWN and any(map(_mean, figure.estimates)):
                table.add_row(name_of(figure.key), *(_cell(figure.key.kind, each) for each in figure.estimates))
        console.print(table)
    for edition, name in enumerate(found.names[1:], 1):
        console.print(f"\n[bold]{escape(name)}[/] against [bold]{escape(found.names[0])}[/]")
        for sentence in found.sentences(edition) or ["Nothing differs beyond chance."]:
            console.print(f"- {escape(sentence)}")
    bots, seed = escape(found.plan.bots), found.plan.seed
    console.print(f"[dim]Played by {bots} bots, seed {seed}. Ranges are 95 % intervals of single figures.[/]")


def _mean(each: Estimate | None) -> float:
    return each.mean if each else 0.0


def _cell(kind: str, each: Estimate | None) -> str:
    if each is None:
        return "–"
    mean, low, high = (value_text(kind, value) for value in (each.mean, each.low, each.high))
    return f"{mean} [dim]{low} to {high}[/]"
