"""Mining: plays games of bots from seeds and keeps interesting questions, with as many of each level as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Final, NamedTuple

import tetsudo
from tetsudo.bots import LEVELS, Player
from tetsudo.game.game import Game
from tetsudo.puzzles.kinds import KINDS
from tetsudo.puzzles.puzzle import Draft, Puzzle
from tetsudo.titles.loader import title_info

BOTS: Final = ("random", "random", "simple", "rules")
"""Levels of the bots, drawn for each seat."""

NAMES: Final = ("Ann", "Bo", "Cy", "Dai", "Eri", "Fuji", "Gen")

MAX_ACTIONS: Final = 1500
"""Maximum number of actions in a game."""

MAX_GAMES: Final = 4000
"""Maximum number of games before mining stops with fewer puzzles."""

GAMES_PER_SHARE: Final = 40
"""Number of games after which each kind's share doubles, so that other kinds fill up for the rare ones."""

SAMPLE_RATE: Final = 1 / 2
"""Share of the positions that are searched for each kind."""

MAX_PER_GAME: Final = 4
MIN_DISTANCE: Final = 30
"""Maximum number of puzzles of a kind from one game, and minimum number of actions between them."""

MAX_PLAYERS: Final = 5
"""Maximum number of players, so that a position can be taken in."""


class Progress(NamedTuple):
    """State of mining: number of games, and puzzles of each kind."""

    games: int
    found: Counter[str]


def mine(title: str, count: int, seed: int, report: Callable[[Progress], None] | None = None) -> list[Puzzle]:
    """`count` puzzles of a title, about equally many of each kind; the same arguments give the same puzzles.

    A game gives a few puzzles of a kind, far apart, of the levels that are rarest so far. Kinds that are rare in
    play may stay below their share; the others then fill up.
    """
    name = title_info(title).name
    kept: dict[str, list[Draft]] = {kind: [] for kind in KINDS}
    levels: dict[str, Counter[int]] = {kind: Counter() for kind in KINDS}
    share = -(-count // len(KINDS))
    for number in range(MAX_GAMES):
        open_kinds = [kind for kind in KINDS if len(kept[kind]) < share]
        if not open_kinds or sum(map(len, kept.values())) >= count:
            break
        if number and number % GAMES_PER_SHARE == 0:
            share *= 2
        for kind, drafts in _drafts(name, seed, number, open_kinds).items():
            kept[kind] += _chosen(drafts, levels[kind], share - len(kept[kind]))
        if report is not None:
            report(Progress(number + 1, Counter({kind: len(drafts) for kind, drafts in kept.items()})))
    return [
        _puzzle(name, kind, place, draft)
        for kind, drafts in kept.items()
        for place, draft in enumerate(drafts, start=1)
    ]


def _chosen(drafts: list[tuple[int, Draft]], levels: Counter[int], most: int) -> list[Draft]:
    """Up to `most` drafts of a game that are far apart, each of the level that is rarest so far; counts the levels."""
    found: list[Draft] = []
    while drafts and len(found) < min(most, MAX_PER_GAME):
        at, draft = min(drafts, key=lambda each: levels[each[1].solution.level])
        levels[draft.solution.level] += 1
        found.append(draft)
        drafts = [each for each in drafts if abs(each[0] - at) >= MIN_DISTANCE]
    return found


def _puzzle(title: str, kind: str, place: int, draft: Draft) -> Puzzle:
    solution = draft.solution
    return Puzzle(
        f"{title}:{kind}:{place}",
        title,
        kind,
        solution.level,
        draft.position,
        draft.question,
        solution.choices,
        solution.answer,
    )


def _drafts(title: str, seed: int, number: int, kinds: list[str]) -> dict[str, list[tuple[int, Draft]]]:
    """Drafts found in one game, by kind, each with the number of the action."""
    rng = Random(f"{title} {seed} {number}")
    found: dict[str, list[tuple[int, Draft]]] = {}
    for at, game in enumerate(_positions(title, rng)):
        for kind in kinds:
            draw = rng.random()
            if draw < SAMPLE_RATE:
                for draft in KINDS[kind].find(game, rng):
                    found.setdefault(kind, []).append((at, draft))
    return found


def _positions(title: str, rng: Random) -> Iterator[Game]:
    """Positions of a game between bots drawn at random, before each action."""
    info = title_info(title)
    scenario = rng.choice(info.scenarios).name if info.scenarios else None
    seats = info.seats(scenario or "")
    players = rng.randint(max(2, seats.start), max(seats.start, min(MAX_PLAYERS, seats.stop - 1)))
    game = tetsudo.new(title, NAMES[:players], seed=rng.randrange(1 << 30), scenario=scenario)
    bots: list[Player] = [LEVELS[rng.choice(BOTS)](game.setup, Random(rng.random())) for _ in range(players)]
    for _ in range(MAX_ACTIONS):
        if game.is_over:
            return
        yield game
        player = game.to_act.player
        game.apply(bots[player].decide(game.view(player), game.legal_actions()).action)
