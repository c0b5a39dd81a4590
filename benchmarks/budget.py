"""Budget of an action of the compiled engine, in instructions: `python -m benchmarks.budget`, after `make compiled`.

Games are played under valgrind's callgrind (`apt-get install valgrind`), whose counts do not depend on the machine's
load; the same games are timed without it, in nanoseconds of processor. Each is played once before, so that maps and
routes are known. The count of a work includes all that it calls, so a row is part of the one above it that is less
indented.
"""

from __future__ import annotations

import gc
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import thread_time_ns
from typing import Any, Final

from benchmarks.builds import BUILDS, ROOT
from tetsudo.bots.heuristics.parameters import Habits
from tetsudo.bots.lookahead.playout import PolicyPlayout
from tetsudo.lab.random_play import play_random
from tetsudo.lab.table_spec import Table

PLAYERS: Final = 4
GAMES: Final = 2
TABLES: Final = {
    "1889": Table("1889", PLAYERS),
    "1888-N": Table("1888n", PLAYERS),
    "1890 C": Table("1890", PLAYERS, scenario="C"),
}

RANDOM: Final = {
    "play": "random_play___play_random",
    "  listing": "engine___listing",
    "  choosing": "choices___choose|choices___sample",
    "  checking the amount": "engine___refusal",
    "  applying": "engine___perform",
    "    forced steps": "engine___settle",
    "      can a player act": "stock___stock_round____can_act",
}
PLAYOUTS: Final = {
    "play": "playout___PolicyPlayout___play",
    "  listing": "engine___listing",
    "  choosing": "policy___Policy___choose",
    "  choosing a lay": "quick_lay___most_valuable_lay",
    "  best runs": "run_memory___RunMemory___best_run",
    "  applying": "engine___perform",
    "    forced steps": "engine___settle",
}
"""Kinds of work, and the functions that do them, as mypyc names them."""

FUNCTION: Final = re.compile(r"^\s*([\d,]+) .*?\bCPyDef_(\w+)(?:\.localalias)?(?:'\d+)? ", re.MULTILINE)
"""Line of callgrind_annotate: instructions, and the function."""


def main() -> None:
    """Print a table for each title, of random play and of playouts."""
    if not BUILDS["compiled"].is_dir():
        sys.exit("There is no compiled engine: make compiled.")
    for kind, works, of in (("random", RANDOM, "an action of random play"), ("playouts", PLAYOUTS, "a playout")):
        columns = {name: _measure(name, kind) for name in TABLES}
        print(f"\nThousands of instructions of {of}\n{'':24}" + "".join(f"{name:>16}" for name in columns))
        for work, functions in works.items():
            cells = [_cell(counts, functions, works["play"]) for counts, _times in columns.values()]
            print(f"{work:24}" + "".join(f"{cell:>16}" for cell in cells))
        print(f"{'nanoseconds':24}" + "".join(f"{times:16,.0f}" for _counts, times in columns.values()), flush=True)


def _cell(counts: Mapping[str, float], functions: str, whole: str) -> str:
    spent = sum(counts.get(each, 0) for each in functions.split("|"))
    return f"{spent / 1000:,.1f} {spent / counts[whole]:5.0%}"


def _measure(name: str, kind: str) -> tuple[dict[str, float], float]:
    """Instructions of each function, and nanoseconds, for an action or a playout."""
    once, twice = (_counts(name, kind, times) for times in (1, 2))
    told = _run([], name, kind, 3)
    return {each: (count - once[each]) / told["number"] for each, count in twice.items()}, told["nanoseconds"]


def _counts(name: str, kind: str, times: int) -> Counter[str]:
    """Instructions of each function, with all that it calls, if the games are played some times."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "counts"
        _run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={file}"], name, kind, times)
        command = ["callgrind_annotate", "--inclusive=yes", "--threshold=100", str(file)]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: Counter[str] = Counter()
    for count, function in FUNCTION.findall(text):
        found[function] = max(found[function], int(count.replace(",", "")))
    return found


def _run(before: list[str], name: str, kind: str, times: int) -> dict[str, float]:
    """Play in a process of the compiled build; what it says."""
    program = f"from benchmarks import budget; budget.play({name!r}, {kind!r}, {times})"
    environment = {**os.environ, "PYTHONPATH": f"{BUILDS['compiled']}{os.pathsep}{ROOT}", "PYTHONHASHSEED": "0"}
    command = [*before, sys.executable, "-P", "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    told: dict[str, float] = json.loads(done.stdout)
    return told


def play(name: str, kind: str, times: int) -> None:
    """Play all games some times; say the number of actions, or of playouts, and how long each takes at last."""
    gc.disable()
    once: Any = {"random": _play_random, "playouts": _play_out}[kind]
    for _ in range(times):
        began = thread_time_ns()
        count = sum(once(TABLES[name], number) for number in range(GAMES))
        spent = (thread_time_ns() - began) / count
    print(json.dumps({"number": count, "nanoseconds": spent}))


def _play_random(table: Table, number: int) -> int:
    return play_random(table.game(number, keep_positions=False), Random(f"1-{number}")).actions


def _play_out(table: Table, number: int) -> int:
    """Play out a new game: one."""
    game = table.game(number)
    playout = PolicyPlayout(game.ruleset, game.state.clone(), [Habits()] * PLAYERS, number)
    playout.play()
    return 1


if __name__ == "__main__":
    main()
