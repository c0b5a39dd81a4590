"""Simulation and perft at the terminal."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from tetsudo.cli import table_style
from tetsudo.cli.lab.progress import collect, print_interrupt
from tetsudo.cli.menu import describe
from tetsudo.cli.table_style import print_json
from tetsudo.core.errors import BadInput
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.lab.arena import Entrant, entrants
from tetsudo.lab.files.record_files import Records
from tetsudo.lab.files.results import Results
from tetsudo.lab.perft import count_by_undo, divide
from tetsudo.lab.simulate import MIN_DISTINCT, Summary, simulate, summarize
from tetsudo.lab.table_spec import Table
from tetsudo.lab.workers.clusters import cluster_kind
from tetsudo.titles.loader import name_of_title

GIVEN_UP = "given_up"
"""End of a stopped game, as a key in JSON."""

END_WORDS = {
    "bank": "bank broken",
    "bankrupt": "bankruptcy",
    "turns": "last turn",
    "price": "price reached",
    "": "given up",
    GIVEN_UP: "given up",
}


def run_simulation(
    console: Console,
    table: Table,
    games: int,
    seed: int,
    jobs: int,
    out: Path | None,
    address: str,
    bots: Sequence[Entrant] = (),
    folder: Path | None = None,
    *,
    as_json: bool = False,
) -> None:
    """Play many games, random or with bots, and print statistics. `folder`: for their records."""
    if address:
        cluster_kind(address)  # report a bad address before playing
    results = None if out is None else Results(out, table, seed, [str(bot) for bot in bots])
    records = None if folder is None else Records(folder, table, seed)
    kept = {} if results is None else {n: each for n, each in results.outcomes.items() if n < games}
    if records:
        kept = {n: each for n, each in kept.items() if records.has_record(n)}
    began = time.perf_counter()
    with results.open_for_append() if results else nullcontext():
        playing = simulate(
            table, games, seed, jobs, played=kept, address=address, bots=bots, recorded=records is not None
        )
        if records:
            playing = records.write_each(playing)
        collected = collect(playing, games, len(kept), results.append if results else None)
    seconds, played = time.perf_counter() - began, collected.found
    if not kept and not played:
        collected.end()
    summary = summarize([*kept.values(), *played])
    speed = {"games": len(played), "actions": sum(outcome.actions for outcome in played), "seconds": round(seconds, 3)}
    found = {**simulation_data(table, seed, summary, bots), "played_now": speed, "played_before": len(kept)}
    if as_json:
        print_json(console, found)
    else:
        _print(console, found, out)
        print_interrupt(console, collected, can_continue=out is not None)
    collected.end()


def simulation_data(table: Table, seed: int, summary: Summary, bots: Sequence[Entrant]) -> dict[str, Any]:
    """Statistics of many games as plain data; percentages are shares of the games."""
    return {
        "title": name_of_title(table.title),
        "scenario": table.scenario,
        "variants": list(table.variants),
        "options": dict(table.options),
        "players": table.players,
        "seed": seed,
        "games": summary.games,
        "distinct": summary.distinct,
        "actions": summary.actions,
        "length": {name: summary.length(percent) for name, percent in LENGTH_PERCENTILES.items()},
        "stock_rounds": summary.turns,
        "ends": {end or GIVEN_UP: count for end, count in summary.ends.items()},
        "seats": [
            {"seat": seat, "bot": bots[(seat - 1) % len(bots)].name if bots else None, "wins": wins, "worth": worth}
            for seat, (wins, worth) in enumerate(zip(summary.wins, summary.worth, strict=True), 1)
        ],
    }


RANDOM = "random"
"""Bot that, alone, means random play: of any player who may act, not only of the one in turn."""


def parse_bots(bots: str, budget: str, table: Table) -> tuple[Entrant, ...]:
    """Bots by seat, repeated in order; none for random play. Raise BadInput for more bots than seats."""
    if bots == RANDOM:
        if budget:
            raise BadInput("is for bots", "--budget")
        return ()
    found = entrants(bots, budget)
    if len(found) > table.players:
        raise BadInput(f"there are {table.players} seats", "--bots")
    return found


def _print(console: Console, found: Mapping[str, Any], out: Path | None) -> None:
    now, games = found["played_now"], found["games"]
    if now["games"]:
        seconds = max(now["seconds"], MIN_SECONDS)
        console.print(
            f"{now['games']} games, {now['actions']} actions in {seconds:.2f} s: "
            f"[bold]{now['games'] / seconds:.1f} games/s, {now['actions'] / seconds:,.0f} actions/s[/]"
        )
    if found["played_before"]:
        console.print(f"{found['played_before']} games of {out} were played before")
    console.print(distinct_text(games, found["distinct"]))
    lengths = ", ".join(f"{LENGTH_WORDS[name]} {length}" for name, length in found["length"].items())
    console.print(f"Actions a game: {lengths}; {found['stock_rounds']:.1f} stock rounds on average")
    ends = ", ".join(f"{END_WORDS.get(end, END_WORDS[''])} {count}" for end, count in found["ends"].items())
    console.print(f"Ends: {ends}")
    columns = table_style.table("seat", "wins", "worth-on-average")
    for row in found["seats"]:
        who = f"{row['seat']} {row['bot']}" if row["bot"] else str(row["seat"])
        columns.add_row(who, f"{row['wins']:.4g} ({100 * row['wins'] / games:.0f} %)", f"{row['worth']:,.0f}")
    console.print(columns)


def distinct_text(games: int, distinct: int) -> str:
    """Number of distinct games, with a warning if many were played twice."""
    if distinct >= MIN_DISTINCT * games:
        return f"Distinct games: {distinct} of {games}"
    return (
        f"[bold]Only {distinct} of {games} games are distinct[/]: these bots leave little or nothing to chance, so "
        "more games tell no more. --bots mixed plays others each time."
    )


LENGTH_PERCENTILES = {"minimum": 0, "percentile_10": 10, "median": 50, "percentile_90": 90, "maximum": 100}
LENGTH_WORDS = {
    "minimum": "least",
    "percentile_10": "a tenth up to",
    "median": "median",
    "percentile_90": "nine tenths up to",
    "maximum": "most",
}
MIN_SECONDS = 0.001
"""Minimum seconds that a speed is computed from."""


def run_perft(console: Console, game: Game, depth: int, divided: bool, *, as_json: bool = False) -> None:
    """Count sequences, by depth or by first action."""
    found = divided_data(game, depth) if divided else perft_data(game, depth, None if as_json else console)
    if as_json:
        print_json(console, found)
    elif divided:
        for row in found["first_actions"]:
            console.print(f"{row['sequences']:12,}  {escape(row['label'])}")
        console.print(f"{found['sequences']:12,}")


def perft_data(game: Game, depth: int, console: Console | None) -> dict[str, Any]:
    """Counts by depth, each printed on the console as soon as it is known."""
    rows = []
    for n in range(1, depth + 1):
        began = time.perf_counter()
        row = {"depth": n, "sequences": count_by_undo(game, n), "seconds": round(time.perf_counter() - began, 3)}
        rows.append(row)
        if console:
            console.print(f"depth {n}: {row['sequences']:,}  [dim]({row['seconds']:.2f} s)[/]")
    return {**_start_data(game), "depths": rows}


def divided_data(game: Game, depth: int) -> dict[str, Any]:
    """Counts by first action."""
    rows = [
        {"action": game.text(offer.example()), "label": describe(game, offer), "sequences": count}
        for offer, count in divide(game, depth)
    ]
    return {
        **_start_data(game),
        "depth": depth,
        "sequences": sum(row["sequences"] for row in rows),
        "first_actions": rows,
    }


def _start_data(game: Game) -> dict[str, Any]:
    return {"title": game.setup.title, "players": game.setup.players, "position": game.position()}


def perft_start(table: Table, text: str | None) -> Game:
    """Start of counting: the table's first position, or a position given as text or in a file."""
    if not text:
        return table.game()
    if text.startswith(position.FORMAT_MARK):
        game = position.read(text)
    else:
        try:
            game = position.read(Path(text).read_text("utf-8"))
        except (OSError, ValueError):
            raise BadInput("must be the text of a position, or a file with one", "--from") from None
    if game.setup.title != name_of_title(table.title):
        raise BadInput(f"this is a position of {game.setup.title}", "--from")
    return game
