"""A file of a contest's games in JSON lines: one object per game as it is played, the summary last.

An existing file is continued; its games are not played again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tetsudo.core.errors import BadInput
from tetsudo.lab.arena import Contest, GameResult
from tetsudo.lab.ranking import distinct_games, summary

CONTEST_KEY = "contest"


class MatchLog:
    """A file of the games of one contest."""

    def __init__(self, path: Path, contest: Contest) -> None:
        """Raise BadInput for a file of another contest."""
        self.path = path
        self._run = contest_data(contest)
        self.games: dict[int, GameResult] = {}
        """Kept games by number."""
        for row in _rows(path):
            if row.pop(CONTEST_KEY, None) != self._run:
                raise BadInput("{path} has games of a different contest", "--json", path=str(path))
            played = _parse_game(row, path)
            self.games[played.game] = played

    def rewrite(self) -> None:
        """Rewrite the kept games, without an old summary or an incomplete last line."""
        self.path.write_text("".join(self._line(played) for played in self.games.values()), "utf-8")

    def append(self, played: GameResult) -> None:
        """Write a game."""
        self.games[played.game] = played
        with self.path.open("a", encoding="utf-8") as file:
            file.write(self._line(played))

    def write_summary(self) -> None:
        """Write the summary of the games that are no copies of others."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"summary": summary(distinct_games(self.games.values()))}) + "\n")

    def _line(self, played: GameResult) -> str:
        return json.dumps({CONTEST_KEY: self._run, **played._asdict()}) + "\n"


def contest_data(contest: Contest) -> dict[str, Any]:
    """Data common to all games of a contest."""
    return {
        **contest.table.to_data(),
        "seed": contest.seed,
        "bots": [[each.name, each.bot, each.seconds, each.rollouts] for each in contest.entrants],
    }


def seed_of(path: Path) -> int | None:
    """Seed of the contest in a file; None if it has no game yet."""
    for row in _rows(path):
        seed = row.get(CONTEST_KEY, {}).get("seed")
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


def _parse_game(row: dict[str, Any], path: Path) -> GameResult:
    try:
        return GameResult(**{name: _as_tuples(value) for name, value in row.items()})
    except TypeError:
        raise BadInput("{path} is not a match log", "--json", path=str(path)) from None


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value
