"""Time of networks, reach and best runs on the boards of real games.

    python benchmarks/routes.py [SHARED] [--dense] [--games PATTERN]

Reads the maps, tokens and trains of the recorded 1889 games without playing them, checks every best run against
`best-runs.json`, and prints p50, p99 and worst of each question in processor time, since other work on the machine
would distort wall-clock time. `--dense` tries larger fleets on each company's last board, mainly diesels.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import thread_time_ns
from typing import Any, TypeAlias, TypeVar

from tetsudo.engine.model.title import Setup
from tetsudo.engine.network.cache import Atlas
from tetsudo.engine.network.network import Reach
from tetsudo.engine.routes.best_run import best, revenue_of
from tetsudo.engine.routes.enumeration import Growth, budget
from tetsudo.engine.routes.revenue import PLAIN_VALUATION
from tetsudo.engine.state.state import MAX_CITIES, ROWS, SINGLES, UNPLACED, State
from tetsudo.titles.loader import setup

FLEETS = (("5",), ("6",), ("D",), ("5", "5"), ("5", "6"), ("6", "6"), ("6", "D"), ("D", "D"), ("2", "3", "4", "5"))
"""Fleets that `--dense` tries."""

RULE = "semi-restrictive"


Answer = TypeVar("Answer")
Moment: TypeAlias = tuple[str, int, dict[str, Any], list[int], list[int], dict[str, Any]]
"""Kind of event, its number, the change, and the tiles, tokens and companies after it."""


@dataclass
class Run:
    """A position in which a company runs trains."""

    game: str
    number: int
    company: int
    trains: tuple[int, ...]
    offboard: int
    tiles: list[int]
    tokens: list[int]


class Boards:
    """The maps of recorded games as states, in order of play."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.tile_ids = {tile.name: tile.id for tile in setup.tiles}
        self.kinds = {train.name: train.id for train in setup.trains}
        self.phases = {phase.name: phase for phase in setup.phases}
        self.first = [sum(len(c.token_prices) for c in setup.companies[:n]) for n in range(len(setup.companies))]

    def state(self, tiles: list[int], tokens: list[int]) -> State:
        """A position with only its map filled in."""
        state = State.__new__(State)
        for name in ROWS:
            setattr(state, name, ())
        for name in SINGLES:
            setattr(state, name, 0)
        state.stack = ()
        state.network = None
        state.tiles = tuple(tiles)
        state.tokens = tuple(tokens)
        return state

    def follow(
        self, game: dict[str, Any]
    ) -> Iterator[tuple[str, int, dict[str, Any], list[int], list[int], dict[str, Any]]]:
        """Events of a game: kind, number, change, and the map at that point. The lists are reused."""
        tiles = [hex.printed for hex in self.setup.map.hexes]
        tokens = [UNPLACED] * (self.first[-1] + len(self.setup.companies[-1].token_prices))
        corps: dict[str, Any] = {}
        self._note(game["initial"], tiles, tokens, corps)
        for action, step in zip(game["actions"], game["trace"], strict=True):
            if action["type"] == "run_routes":
                yield "run", step["i"], {**step, "entity": action["entity"]}, tiles, tokens, corps
            before = tokens[:]
            self._note(step, tiles, tokens, corps)
            if step.get("tiles") or tokens != before:
                yield "change", step["i"], step, tiles, tokens, corps

    def runs(self, game: dict[str, Any], name: str) -> Iterator[Run]:
        """Every run of a game."""
        for kind, number, step, tiles, tokens, corps in self.follow(game):
            if kind == "run":
                company = self.setup.company(step["entity"]).id
                trains = tuple(sorted(self.kinds[train] for train in corps[step["entity"]]["trains"]))
                offboard = self.phases[step["phase"]].offboard
                yield Run(name, number, company, trains, offboard, tiles[:], tokens[:])

    def _note(self, step: dict[str, Any], tiles: list[int], tokens: list[int], corps: dict[str, Any]) -> None:
        by_name = self.setup.map.by_name
        for hex, (tile, rotation) in step.get("tiles", {}).items():
            tiles[by_name[hex]] = self.setup.face_of[self.tile_ids[tile], rotation]
        for symbol, corp in step.get("corps", {}).items():
            corps[symbol] = corp
            first = self.first[self.setup.company(symbol).id]
            for n in range(len(corp["tokens"]) + len(corp["tokens_left"])):
                placed = n < len(corp["tokens"])
                tokens[first + n] = by_name[corp["tokens"][n]] * MAX_CITIES if placed else UNPLACED


def reached_by(reach: Reach) -> tuple[object, object]:
    """Force a reach to compute its lazy parts."""
    return reach.entries, reach.cities


def all_lays(reach: Reach, tiles: list[int]) -> list[tuple[int, ...]]:
    """The legal faces for each hex."""
    return [reach.lays(hex, tiles[hex], RULE) for hex in reach.hexes()]


class Times:
    """Times of one question, in microseconds."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.times: list[float] = []
        self.where: list[str] = []

    def take(self, where: str, question: Callable[..., Answer], *about: object) -> Answer:
        """Ask the question and record its time."""
        begin = thread_time_ns()
        answer = question(*about)
        self.times.append((thread_time_ns() - begin) / 1000)
        self.where.append(where)
        return answer

    def __str__(self) -> str:
        if not self.times:
            return f"{self.name:28} none"
        ordered = sorted(self.times)
        worst = max(range(len(self.times)), key=self.times.__getitem__)
        p50, p99 = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
        mean = sum(ordered) / len(ordered)
        return (
            f"{self.name:28} n {len(ordered):5}  mean {mean:9.1f}  p50 {p50:9.1f}  p99 {p99:9.1f}  "
            f"worst {ordered[-1]:9.1f} us  ({self.where[worst]})"
        )


def changes(boards: Boards, games: dict[str, dict[str, Any]]) -> None:
    """Time networks and reach after each change of the map, as in a replay."""
    setup = boards.setup
    atlas = Atlas(setup)
    patched, anew, tokened = (
        Times("network, tile changed"),
        Times("network, from nothing"),
        Times("network, token changed"),
    )
    reached, listed, first = Times("reach, one company"), Times("lays of all hexes"), Times("lays, first time")
    exhaustive = arcs = 0
    for name, game in games.items():
        for kind, number, step, tiles, tokens, _ in boards.follow(game):
            if kind != "change":
                continue
            where = f"{name}:{number}"
            state = boards.state(tiles, tokens)
            network = (patched if step.get("tiles") else tokened).take(where, atlas.network, state)
            arcs = max(arcs, sum(len(out) for out in network.track.out))
            for company in setup.companies:
                if network.own_stops(company.id):
                    reach = network.reach(company.id)
                    reached.take(where, reached_by, reach)
                    exhaustive += reach.walks.exhaustive
                    for times in (first, listed):
                        times.take(where, all_lays, reach, tiles)
            if number % 10 == 0:
                fresh = Atlas(setup)
                state = boards.state(tiles, tokens)
                anew.take(where, fresh.network, state)
    for times in (patched, tokened, anew, reached, first, listed):
        print(times)
    print(f"{'':28} most arcs {arcs}; reach tried all walks {exhaustive} times")


def runs(boards: Boards, games: dict[str, dict[str, Any]], known: dict[tuple[str, int], int]) -> None:
    """Time the best runs of the recorded games."""
    atlas = Atlas(boards.setup)
    searched, late, checked = Times("best run"), Times("best run, phase 5 and later"), Times("revenue of the best run")
    wrong = 0
    for name, game in games.items():
        for run in boards.runs(game, name):
            network = atlas.network(boards.state(run.tiles, run.tokens))
            where = f"{name}:{run.number} {boards.setup.companies[run.company].symbol} {run.trains}"
            asked = (network, run.company, run.trains)
            routes, total = searched.take(where, best, *asked, run.offboard)
            if run.offboard >= 3:
                late.times.append(searched.times[-1])
                late.where.append(where)
            code, amounts = checked.take(where, revenue_of, *asked, routes, run.offboard)
            expected = known.get((name, run.number), total)
            if code or sum(amounts) != total or total != expected:
                wrong += 1
                print("WRONG", where, code, amounts, total, "known:", expected)
    print(searched, late, checked, sep="\n")
    print(f"{'':28} {wrong} of {len(searched.times)} differ from what is known")


def dense(boards: Boards, games: dict[str, dict[str, Any]]) -> None:
    """Time larger fleets on the last boards."""
    setup = boards.setup
    atlas = Atlas(setup)
    for fleet in FLEETS:
        trains = tuple(sorted(boards.kinds[train] for train in fleet))
        times = Times("best run, " + " ".join(fleet))
        counts: list[int] = []
        for name, game in games.items():
            _, _, _, tiles, tokens, _ = list(boards.follow(game))[-1]
            network = atlas.network(boards.state(tiles, tokens))
            for company in setup.companies:
                if network.own_stops(company.id):
                    times.take(f"{name} {company.symbol}", best, network, company.id, trains, 3)
                    growth = Growth(network, company.id, PLAIN_VALUATION, 3, False)
                    counts.append(len(growth.routes(budget(max(setup.trains[t].stops or 99 for t in trains), -1))))
        counts.sort()
        print(times, f" routes p50 {counts[len(counts) // 2]}, most {counts[-1]}")


def main() -> None:
    """Read the games and time all questions."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("shared", nargs="?", default=os.environ.get("TETSUDO_SHARED", "../shared"))
    parser.add_argument("--games", default="1889/*.json")
    parser.add_argument("--dense", action="store_true")
    options = parser.parse_args()
    folder = Path(options.shared) / "games"
    games = {f"1889/{path.stem}": json.loads(path.read_text()) for path in sorted(folder.glob(options.games))}
    best_runs = json.loads((folder / "best-runs.json").read_text())
    known = {(run["game"], run["i"]): run["best"] for run in best_runs}
    boards = Boards(setup("1889", players=4))
    begin = thread_time_ns()
    for _ in range(100_000):
        pass
    print(f"this machine, now: an empty loop takes {(thread_time_ns() - begin) / 100_000:.0f} ns (20 is usual)")
    gc.disable()
    changes(boards, games)
    runs(boards, games, known)
    if options.dense:
        dense(boards, games)


if __name__ == "__main__":
    main()
