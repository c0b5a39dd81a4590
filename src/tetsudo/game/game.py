"""Public interface of a game for users, bots and pages, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, Self, cast

from tetsudo.core.actions import Action
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId, HexId, PlayerId, PrivateId
from tetsudo.engine.rules import engine
from tetsudo.engine.state.state import State
from tetsudo.game import changed_board, hidden_information, pickling
from tetsudo.game.changed_board import NO_CHANGES
from tetsudo.game.history import Moment, detach, steps
from tetsudo.game.pickling import Table
from tetsudo.game.play import Play, Turn
from tetsudo.game.text import commands, position, record
from tetsudo.game.text.record import GameRecord
from tetsudo.game.views.board import BoardView, MarketView
from tetsudo.game.views.hex import HexView
from tetsudo.game.views.owners import CompanyView, PlayerView, PrivateView
from tetsudo.game.views.presentation import Row, presenters
from tetsudo.game.views.table import View

__all__ = ["Game", "Turn"]


class Contents(NamedTuple):
    """State of a pickled game, besides its table."""

    names: tuple[str, ...]
    seed: int | None
    secret: int
    keeps_positions: bool
    known_from: int
    eyes: hidden_information.Viewers
    state: State
    begun: Log
    moments: list[Moment]
    future: tuple[Action, ...]


class Game(Play):
    """Game in progress. Create one with `tetsudo.new` or `tetsudo.load`."""

    __slots__ = ()

    # Actions as text

    def text(self, action: Action) -> str:
        """Command of an action, which `parse` reads back: "buy AR ipo". An open action is shown by its example."""
        return commands.example_command(self, action)

    def parse(self, text: str, player: PlayerId | str | None = None) -> Action:
        """Action of a typed command, legal or not; `BadInput` if it cannot be read.

        It is an action of `player`, by default the player to act; `NAME: ...` in the command names another.
        """
        return commands.parse(self, text, None if player is None else self.id_of("player", player))

    # Other games

    def _twin(self, state: State) -> Self:
        if type(self) is not Game:
            return super()._twin(state)
        # Where compiled, a game of a known class is made without a call through Python.
        made = Game(self.ruleset, self.names, 0, keep_positions=self.keeps_positions, state=state)
        return cast("Self", made)

    def replay(self) -> Iterator[Game]:
        """Iterate over the game before its first action and after each one; each item is an independent game."""
        self.check_whole()
        again, first = Game(self.ruleset, self.names).with_seed(self.seed), self.started_from()
        if first != engine.begin(self.ruleset, []):
            again = Game.at(self.ruleset, self.names, first.clone()).with_seed(self.seed)
        yield again
        for action in self.actions:
            again = again.clone()
            again.follow(action)
            yield again

    def with_board(
        self,
        tiles: Mapping[str, str] = NO_CHANGES,
        tokens: Mapping[str, Iterable[str]] = NO_CHANGES,
        phase: str | None = None,
        trains: Mapping[str, Iterable[str]] = NO_CHANGES,
    ) -> Game:
        """Independent game at the same position, without a past, with a changed board.

        `tiles` by hex, with their rotation: {"E2": "5 4"}. `tokens`: the hexes of a company's tokens, {"AR": ["K8"]};
        "C9:1" is a city other than the first. `trains`: all the trains of a company, {"AR": ["2", "3"]}. The rules are
        not checked, but `BadInput` is raised for an impossible board.
        """
        return changed_board.with_board(self, tiles, tokens, phase, trains)

    # Texts

    def record(self) -> GameRecord:
        """Record of the game; `tetsudo.load` reads it back."""
        return record.write(self)

    def position(self) -> str:
        """Position in one line of text; `tetsudo.game.position.read` reads it back."""
        return position.write(self)

    def rows(self, table: str) -> list[Row]:
        """Rows of a table of the game, as dictionaries with names.

        Tables: "events", "rounds", "runs", "trades", "holdings", "players", "games". Raises `UnknownName` for another.
        """
        return presenters().rows(self, table)

    # Named objects

    @property
    def players(self) -> tuple[PlayerView, ...]:
        """Players in seat order."""
        return tuple(PlayerView(self, player) for player in range(self.setup.players))

    @property
    def companies(self) -> dict[str, CompanyView]:
        """Companies by symbol."""
        return {company.symbol: CompanyView(self, company.id) for company in self.setup.companies}

    @property
    def privates(self) -> dict[str, PrivateView]:
        """Privates by symbol."""
        return {private.symbol: PrivateView(self, private.id) for private in self.setup.privates}

    @property
    def board(self) -> BoardView:
        """Map with its tiles and tokens."""
        return BoardView(self)

    @property
    def market(self) -> MarketView:
        """Stock market with the companies' tokens."""
        return MarketView(self)

    def player(self, name: str | PlayerId) -> PlayerView:
        """Player by name. This and the next methods raise KeyError, with a sentence, for an unknown name."""
        return PlayerView(self, self.id_of("player", name))

    def company(self, symbol: str | CompanyId) -> CompanyView:
        """Company by symbol or name."""
        return CompanyView(self, self.id_of("company", symbol))

    def private(self, symbol: str | PrivateId) -> PrivateView:
        """Private by symbol or name."""
        return PrivateView(self, self.id_of("private", symbol))

    def hex(self, name: str | HexId) -> HexView:
        """Hex by coordinate."""
        return HexView(self, self.id_of("hex", name))

    def view(self, player: PlayerId | str = NOBODY) -> View:
        """Game as a player may see it (NOBODY: a spectator, 1888*-SET-14).

        If anything is hidden, the view shows only the current moment.
        """
        number = self.id_of("player", player)
        return View(self.seen_by(number), number)

    def _repr_html_(self) -> str:
        return presenters().game_html(self)

    def __reduce__(self) -> tuple[Callable[[Table, Contents], Game], tuple[Table, Contents]]:
        return restored, (pickling.table_of(self.ruleset), contents_of(self))


def contents_of(game: Game) -> Contents:
    """Contents of a game for a pickle: all but its rules, as far as its viewers know it."""
    return Contents(
        game.names,
        game.seed,
        game._secret,
        game.keeps_positions,
        game.known_from,
        game.eyes,
        game.state,
        game._begun,
        [_moment_to_pickle(game, moment) if game.eyes else moment for moment in steps(game._past)],
        () if game.eyes else game._future,
    )


def _moment_to_pickle(game: Game, moment: Moment) -> Moment:
    """Step of the past as it is shown, with the position before it as the viewers knew it."""
    told = game._visible_moment(moment)
    before = None if moment.before is None else game._visible_state(moment.before)
    return Moment(None, before, told.action, told.events, moment.index)


def restored(table: Table, contents: Contents) -> Game:
    """Game restored from a pickle."""
    game = Game(pickling.rules_of(table), contents.names, 0, state=contents.state)
    game.seed, game._secret = contents.seed, contents.secret
    game.keeps_positions = contents.keeps_positions
    game.known_from, game.eyes = contents.known_from, contents.eyes
    game._begun = contents.begun
    game._past = detach(contents.moments)
    game._future = contents.future
    return game
