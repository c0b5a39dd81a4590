"""Games stepped together: one loop over all of them, compiled where the engine is.

What a step finds is in plain numbers, which `batch` turns into observations, masks and rewards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tetsudo.core.actions import Action
from tetsudo.core.events import Log
from tetsudo.core.units import PlayerId
from tetsudo.engine.rules.engine import actor, listing, perform
from tetsudo.env.codes import ActionCodes, LegalCodes
from tetsudo.env.numbers import add, add_all, bytes_of, no_numbers
from tetsudo.env.reading import Reading, read_all
from tetsudo.game.game import Game

Begin = Callable[[], Game]
"""Function that begins another game of the table."""


class Stepper:
    """Games of one table, each waiting for a code of the player to act."""

    def __init__(self, codes: ActionCodes, begin: Begin, count: int, max_steps: int) -> None:
        self.codes = codes
        self.begin = begin
        self.max_steps = max_steps
        self.games: list[Game] = []
        self.legal: list[LegalCodes] = []
        self.players: list[PlayerId] = []
        self.steps: list[int] = []
        self.over: list[tuple[int, Game]] = []  # the games that the last step ended
        self.cut: list[int] = []  # those that it stopped as too long
        for place in range(count):
            self.games.append(begin())
            self.legal.append(LegalCodes([], [], []))
            self.players.append(0)
            self.steps.append(0)
            self._list(place)

    def step(self, codes: Sequence[int]) -> None:
        """Play a code in each game; games that end are followed by others.

        Raises `ValueError` for a code that is not legal; then no game has moved.
        """
        if len(codes) != len(self.games):
            raise ValueError(f"There are {len(self.games)} games, but {len(codes)} codes.")
        actions = []
        for place, code in enumerate(codes):
            action = self.legal[place].action(code)
            if action is None:
                raise ValueError(f"Code {code} is not legal in game {place}: its mask is 0.")
            actions.append(action)
        self.over = []
        self.cut = []
        for place, action in enumerate(actions):
            game = self.games[place]
            _perform(game, action)
            self.steps[place] += 1
            if game.state.ended:
                self.over.append((place, game))
                self._begin(place)
            elif self.steps[place] >= self.max_steps:
                self.cut.append(place)
                self._begin(place)
            self._list(place)

    def read(self, reading: Reading) -> tuple[bytes, bytes]:
        """Numbers of all positions, each as its player to act sees it, and the slots of all that are 1."""
        return read_all(reading, [game.state for game in self.games], self.players)

    def legal_codes(self) -> tuple[bytes, bytes]:
        """Legal codes of all games, one game after another, and how many each game has, as 64-bit integers."""
        found, counts = no_numbers(), no_numbers()
        for legal in self.legal:
            add_all(found, legal.codes)
            add(counts, len(legal.codes))
        return bytes_of(found), bytes_of(counts)

    def _begin(self, place: int) -> None:
        self.games[place] = self.begin()
        self.steps[place] = 0

    def _list(self, place: int) -> None:
        game = self.games[place]
        player = actor(game.ruleset, game.state)
        self.players[place] = player
        self.legal[place] = self.codes.legal(listing(game.ruleset, game.state, player))


def _perform(game: Game, action: Action) -> None:
    """Perform a legal action and the random events after it, without keeping a past: thousands of steps would slow
    Python's garbage collector."""
    log: Log = []
    perform(game.ruleset, game.state, action, log)
    while True:
        chance = game.chance()
        if chance is None:
            return
        perform(game.ruleset, game.state, chance, log)
