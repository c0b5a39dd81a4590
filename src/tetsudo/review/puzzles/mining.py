"""Mining: plays games of bots from seeds and keeps interesting questions, with as many of each level as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Final, NamedTuple, TypeAlias

import tetsudo
from tetsudo.bots import LEVELS, Player
from tetsudo.core.errors import BadInput
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.review.puzzles.kinds import KINDS
from tetsudo.review.puzzles.puzzle import Draft, Puzzle
from tetsudo.titles.loader import title_info

BOTS: Final = ("random", "random", "simple", "rules")
"""Levels of the bots, drawn for each seat."""

NAMES: Final = ("Ann", "Bo", "Cy", "Dai", "Eri", "Fuji", "Gen")

MAX_ACTIONS: Final = 1500
"""Maximum number of actions in a game."""

MAX_GAMES: Final = 4000
"""Maximum number of games before mining stops with fewer puzzles."""

GAMES_PER_SHARE: Final = 30
"""Number of games after which each kind's share doubles, so that other kinds fill up for the rare ones."""

LEAST: Final = 10
GAMES_FOR_RARE: Final = 300
"""Number of puzzles for which room is kept for each kind, and number of games after which it is given up."""

SAMPLE_RATE: Final = 1 / 2
RARE: Final = ("forced_train", "bankruptcy")
"""Share of the positions that are searched for a kind, and kinds for which all are."""

MAX_PER_GAME: Final = 4
MIN_DISTANCE: Final = 30
"""Maximum number of puzzles of a kind from one game, and minimum number of actions between them."""

MIN_PLAYERS: Final = 3
MAX_PLAYERS: Final = 5
"""Numbers of players: with rivals, and so few that a position can be taken in."""

Drafts: TypeAlias = list[tuple[int, Draft]]
"""Drafts of a kind found in one game, each with the number of the action."""


class Progress(NamedTuple):
    """State of mining: number of games, and puzzles of each kind."""

    games: int
    found: Counter[str]


def mine(
    title: str,
    count: int,
    seed: int,
    report: Callable[[Progress], None] | None = None,
    games: Iterable[Iterable[Game]] | None = None,
) -> list[Puzzle]:
    """`count` puzzles of a title, about equally many of each kind; the same arguments give the same puzzles.

    A game gives a few puzzles of a kind, far apart, of the levels that are rarest so far. Room is kept for a few of
    each kind for some hundred games; the other kinds fill up for those that are rare in play.

    `games`: positions of each game to search, instead of games between bots; there may be fewer puzzles then.
    """
    name = title_info(title).name
    basket = Basket(count)
    for number, positions in enumerate(_bot_games(name, seed) if games is None else games):
        open_kinds = [kind for kind in KINDS if basket.room(kind, number)]
        rng = Random(f"{name} {seed} {number}")
        for kind, drafts in _drafts(positions, rng, open_kinds).items():
            basket.add(kind, drafts, basket.room(kind, number))
        if report is not None:
            report(Progress(number + 1, Counter({kind: len(drafts) for kind, drafts in basket.kept.items()})))
        if basket.is_full:
            break
    return [
        _puzzle(name, kind, place, draft)
        for kind, drafts in basket.kept.items()
        for place, draft in enumerate(drafts, start=1)
    ]


class Basket:
    """Drafts kept so far, by kind, at most `count`."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.kept: dict[str, list[Draft]] = {kind: [] for kind in KINDS}
        self._levels: dict[str, Counter[int]] = {kind: Counter() for kind in KINDS}

    @property
    def is_full(self) -> bool:
        """True once there are as many as wanted."""
        return sum(map(len, self.kept.values())) == self.count

    def room(self, kind: str, games: int) -> int:
        """Number of drafts of a kind that may be added after a number of games: its share, less what others need."""
        share = -(-self.count // len(KINDS)) << games // GAMES_PER_SHARE
        least = min(LEAST, self.count // len(KINDS)) if games < GAMES_FOR_RARE else 0
        needed = sum(max(0, least - len(drafts)) for other, drafts in self.kept.items() if other != kind)
        free = self.count - sum(map(len, self.kept.values())) - needed
        return max(0, min(share - len(self.kept[kind]), free))

    def add(self, kind: str, drafts: Drafts, most: int) -> None:
        """Add up to `most` drafts of a game that are far apart, each of the level that is rarest so far."""
        levels, end = self._levels[kind], len(self.kept[kind]) + min(most, MAX_PER_GAME)
        while drafts and len(self.kept[kind]) < end:
            at, draft = min(drafts, key=lambda each: levels[each[1].solution.level])
            if not _is_readable(draft):
                drafts = [each for each in drafts if each[1] is not draft]
                continue
            levels[draft.solution.level] += 1
            self.kept[kind].append(draft)
            drafts = [each for each in drafts if abs(each[0] - at) >= MIN_DISTANCE]


def _is_readable(draft: Draft) -> bool:
    """False if the position is between two decisions, because changed money leaves a player no choice."""
    try:
        position.read(draft.position)
    except BadInput:
        return False
    return True


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


def _drafts(positions: Iterable[Game], rng: Random, kinds: list[str]) -> dict[str, Drafts]:
    """Drafts found in the positions of one game, by kind."""
    found: dict[str, Drafts] = {}
    for at, game in enumerate(positions):
        for kind in kinds:
            if kind in RARE or rng.random() < SAMPLE_RATE:
                for draft in KINDS[kind].find(game, rng):
                    found.setdefault(kind, []).append((at, draft))
    return found


def _bot_games(title: str, seed: int) -> Iterator[Iterator[Game]]:
    """Games between bots, each from a seed of its own."""
    return (_positions(title, Random(f"{title} {seed} {number} bots")) for number in range(MAX_GAMES))


def _positions(title: str, rng: Random) -> Iterator[Game]:
    """Positions of a game between bots drawn at random, before each action."""
    info = title_info(title)
    scenario = rng.choice(info.scenarios).name if info.scenarios else None
    seats = info.seats(scenario or "")
    most = min(MAX_PLAYERS, seats.stop - 1)
    players = rng.randint(min(max(MIN_PLAYERS, seats.start), most), most)
    game = tetsudo.new(title, NAMES[:players], seed=rng.randrange(1 << 30), scenario=scenario)
    bots: list[Player] = [LEVELS[rng.choice(BOTS)](game.setup, Random(rng.random())) for _ in range(players)]
    for _ in range(MAX_ACTIONS):
        if game.is_over:
            return
        yield game
        player = game.to_act.player
        game.apply(bots[player].decide(game.view(player), game.legal_actions()).action)
