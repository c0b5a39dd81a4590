"""Contests between bots, and their statistics."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from secrets import randbits

from rich.console import Console

from tetsudo.cli import table_style
from tetsudo.cli.lab.progress import collect, print_interrupt
from tetsudo.cli.lab.simulate import END_WORDS
from tetsudo.lab.arena import Contest, GameResult, entrants, play_game
from tetsudo.lab.files.match_log import MatchLog, seed_of
from tetsudo.lab.ranking import distinct_games, end_counts, phase_counts, summary
from tetsudo.lab.table_spec import Table
from tetsudo.lab.workers.clusters import cluster_kind
from tetsudo.lab.workers.jobs import results

SEED_BITS = 48


def run_arena(
    console: Console,
    table: Table,
    bots: str,
    games: int,
    budgets: str,
    seed: int | None,
    jobs: int,
    out: Path | None,
    address: str,
) -> None:
    """Play or continue a contest and print its results. Without a seed, a random one is used."""
    if address:
        cluster_kind(address)  # report a bad address before playing
    if seed is None:
        seed = (seed_of(out) if out else None) or randbits(SEED_BITS)
    contest = Contest(table, entrants(bots, budgets), seed)
    file = MatchLog(out, contest) if out else None
    kept = {} if file is None else {number: each for number, each in file.games.items() if number < games}
    if file:
        file.rewrite()
    began = time.perf_counter()
    numbers = [number for number in range(games) if number not in kept]
    playing = results(partial(play_game, contest), numbers, jobs, address, batch=1)
    collected = collect(playing, games, len(kept), file.append if file else None)
    found = collected.found
    if not kept and not found:
        collected.end()
    if file:
        file.write_summary()
    seconds = time.perf_counter() - began
    console.print(f"{len(found)} games in {seconds:.0f} s, seed {seed}; {len(kept)} were played before")
    distinct = distinct_games(sorted([*kept.values(), *found], key=lambda played: played.game))
    console.print(f"Distinct games: {len(distinct)} of {len(kept) + len(found)}; copies count once")
    _print(console, distinct)
    print_interrupt(console, collected, can_continue=file is not None)
    collected.end()


def _print(console: Console, games: list[GameResult]) -> None:
    first = table_style.table("bot", "seats", "wins", "95 %", "margin", "worth", "rating", "ms", "p99", "worst")
    second = table_style.table("bot", "trains", "sold", "started", "withheld")
    for name, found in summary(games).items():
        rating = f"{found['mu']:.1f} ± {found['sigma']:.1f}" if "mu" in found else ""
        interval = f"{100 * found['low']:.0f} to {100 * found['high']:.0f} %"
        share = f"{100 * found['share']:.1f} %"
        times = [f"{found[each]:.1f}" for each in ("ms", "ms_p99", "ms_worst")]
        money = (f"{found['margin']:+.0f}", f"{found['worth']:.0f}")
        first.add_row(name, str(found["seats"]), share, interval, *money, rating, *times)
        figures = [f"{found[each]:.2f}" for each in ("trains", "sold", "started")]
        second.add_row(name, *figures, f"{100 * found['withheld']:.0f} %")
        if found["faults"]:
            console.print(f"[red]{name}: {found['faults']} decisions that were none[/]")
    console.print(first)
    console.print(second)
    came = ", ".join(f"{each.phase} in {each.games} (turn {each.turn:.1f})" for each in phase_counts(games))
    console.print(f"Phases: {came}")
    console.print("Ends: " + ", ".join(f"{END_WORDS[end]} {count}" for end, count in end_counts(games).items()))
