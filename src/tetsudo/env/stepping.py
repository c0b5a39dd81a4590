"""Games stepped together: one loop over all of them, compiled where the engine is.

What a step finds is in plain arrays of numbers, which `batch` turns into observations, masks and rewards.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from tetsudo.core.units import PlayerId
from tetsudo.engine.rules.engine import actor
from tetsudo.env.codes import ActionCodes, LegalCodes
from tetsudo.env.reading import Reading
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
            game.apply(action)
            self.steps[place] += 1
            if game.state.ended:
                self.over.append((place, game))
                self._begin(place)
            elif self.steps[place] >= self.max_steps:
                self.cut.append(place)
                self._begin(place)
            self._list(place)

    def read(self, reading: Reading) -> tuple[array[int], array[int]]:
        """Numbers of all positions, each as its player to act sees it, and the slots of all that are 1."""
        numbers, ones = array("q"), list[int]()
        base = 0
        for place, game in enumerate(self.games):
            reading.read(game.state, self.players[place], numbers)
            for slot in reading.ones(game.state, self.players[place]):
                ones.append(base + slot)
            base += reading.size
        return numbers, array("q", ones)

    def legal_codes(self) -> tuple[array[int], array[int]]:
        """Legal codes of all games, one game after another, and how many each game has."""
        found: list[int] = []
        counts: list[int] = []
        for legal in self.legal:
            found += legal.codes
            counts.append(len(legal.codes))
        return array("q", found), array("q", counts)

    def _begin(self, place: int) -> None:
        self.games[place] = self.begin()
        self.steps[place] = 0

    def _list(self, place: int) -> None:
        game = self.games[place]
        player = actor(game.ruleset, game.state)
        self.players[place] = player
        self.legal[place] = self.codes.legal(game.legal_actions(player))
