"""A file of a contest's games in JSON lines: one object per game as it is played, the summary last.

An existing file is continued; its games are not played again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tetsudo.core.errors import BadInput
from tetsudo.lab.arena import Contest, Played
from tetsudo.lab.ranking import summary

RUN = "contest"


class Bouts:
    """A file of the games of one contest."""

    def __init__(self, path: Path, contest: Contest) -> None:
        """Raise BadInput for a file of another contest."""
        self.path = path
        self._run = described(contest)
        self.games: dict[int, Played] = {}
        """Kept games by number."""
        for row in _rows(path):
            if row.pop(RUN, None) != self._run:
                raise BadInput("{path} has games of a different contest", "--json", path=str(path))
            played = _played(row, path)
            self.games[played.game] = played

    def begin(self) -> None:
        """Rewrite the kept games, without an old summary or an incomplete last line."""
        self.path.write_text("".join(self._line(played) for played in self.games.values()), "utf-8")

    def keep(self, played: Played) -> None:
        """Write a game."""
        self.games[played.game] = played
        with self.path.open("a", encoding="utf-8") as file:
            file.write(self._line(played))

    def finish(self) -> None:
        """Write the summary."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"summary": summary(list(self.games.values()))}) + "\n")

    def _line(self, played: Played) -> str:
        return json.dumps({RUN: self._run, **played._asdict()}) + "\n"


def described(contest: Contest) -> dict[str, Any]:
    """Data common to all games of a contest."""
    return {
        **contest.table.described(),
        "seed": contest.seed,
        "bots": [[each.name, each.bot, each.seconds, each.rollouts] for each in contest.entrants],
    }


def seed_of(path: Path) -> int | None:
    """Seed of the contest in a file; None if it has no game yet."""
    for row in _rows(path):
        seed = row.get(RUN, {}).get("seed")
        return seed if isinstance(seed, int) else None
    return None


def _rows(path: Path) -> list[dict[str, Any]]:
    """All complete games."""
    if not path.exists():
        return []
    try:
        lines = [line for line in path.read_text("utf-8").splitlines(keepends=True) if line.endswith("\n")]
        rows = [json.loads(line) for line in lines]
    except (OSError, ValueError):
        rows = [None]
    if not all(isinstance(row, dict) for row in rows):
        raise BadInput("{path} is not a match log", "--json", path=str(path))
    return [row for row in rows if "summary" not in row]


def _played(row: dict[str, Any], path: Path) -> Played:
    try:
        return Played(**{name: _frozen(value) for name, value in row.items()})
    except TypeError:
        raise BadInput("{path} is not a match log", "--json", path=str(path)) from None


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
