"""Entries from games of 18xx.games: moves with the position after each, and best runs as that program found them.

Every position of these games equals that program's, action by action (tests/conformance), and the revenue of each best
run is its own exhaustive search's.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.perft.suite.content import Data, action_data
from tests.perft.suite.every_frame import top_frame
from tetsudo import interop
from tetsudo.game.game import Game

FOLDERS: Final = ("1889", "1888", "random")
STEP_DISTANCE: Final = 80
"""Number of moves from one entry of a game to the next."""
RARE_MOVES: Final = 5
"""Number of moves that are entries wherever they are, for each kind of frame."""
RUN_DISTANCE: Final = 6
"""Number of runs from one entry to the next."""


def moves(shared: Path) -> Iterator[Data]:
    """Moves of recorded games, each with the positions before and after it."""
    seen: Counter[str] = Counter()
    for folder in FOLDERS:
        for file in sorted((shared / "games" / folder).glob("*.json")):
            yield from _moves_of(file, f"{folder}/{file.stem}", seen)


def _is_rare(game: Game, seen: Counter[str]) -> bool:
    """True for one of the first positions with a kind of frame on top of the stack; it is counted in `seen`."""
    seen[top_frame(game)] += 1
    return seen[top_frame(game)] <= RARE_MOVES


def _moves_of(file: Path, name: str, seen: Counter[str]) -> Iterator[Data]:
    imported = interop.read(file)
    game = imported.game
    while imported.remaining:
        at, before = imported.file_action.index, None
        if at % STEP_DISTANCE == STEP_DISTANCE - 1 or _is_rare(game, seen):
            before = game.position()
        action, _events = imported.step()
        if before is not None and not game.is_over:
            told = action_data(game, action)
            yield {"game": name, "index": at, "position": before, "action": told, "after": game.position()}


def runs(shared: Path) -> Iterator[Data]:
    """Positions before runs, with the revenue of the best run by that program."""
    every = json.loads((shared / "games" / "best-runs.json").read_text("utf-8"))
    chosen = {(each["game"], each["i"]): each for each in every[::RUN_DISTANCE]}
    for name in dict.fromkeys(game for game, _index in chosen):
        imported = interop.read(shared / "games" / f"{name}.json")
        while imported.remaining:
            at = imported.file_action.index
            known = chosen.get((name, at))
            if known is not None:
                text, company = imported.game.position(), known["company"]
                trains = list(imported.game.company(company).trains)
                found = {"position": text, "company": company, "trains": trains, "revenue": known["best"]}
                yield {"game": name, "index": at, **found}
            imported.step()
