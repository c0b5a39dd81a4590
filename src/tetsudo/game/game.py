"""A game: a position, how it came about, and everything that can be asked of it.

The rules are in `tetsudo.engine.rules`; this is their face for people, bots and pages. A game
that is cloned shares its past with the copy: each step of the past is kept once. A game may
know only the last part of its past (`known_from`): all before it is somebody else's to keep.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tetsudo.core.actions import Action, Chance, Descriptor
from tetsudo.core.errors import BadInput, IllegalAction
from tetsudo.core.events import Event, Log
from tetsudo.core.frames import Draw
from tetsudo.core.open_actions import OPEN
from tetsudo.core.units import NOBODY, CompanyId, HexId, PlayerId, PrivateId
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.refusals import refused
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.turn_order.net_worth import Worth, standings
from tetsudo.engine.state.state import END_REASONS, State
from tetsudo.game import hidden_information
from tetsudo.game.chance import SECRET_BITS, drawn
from tetsudo.game.history import Moment, alone, steps
from tetsudo.game.views.hex import HexView
from tetsudo.game.views.table import SAMPLE, CompanyView, PlayerView, PrivateView, View
from tetsudo.language import identifiers

if TYPE_CHECKING:
    from tetsudo.game.pickling import Table
    from tetsudo.game.record import GameRecord

UNKNOWN_ID: Final = "unknown_id"
"""The reason for which an action that is written in names comes back: they are not read before they are there."""

NOTHING: Final[Mapping[str, Any]] = {}
"""No tiles, or no tokens."""


class Turn(NamedTuple):
    """Who must decide, for which company (NOBODY: for none), doing what."""

    player: PlayerId
    company: CompanyId
    doing: str


class Contents(NamedTuple):
    """What a pickled game holds besides its table."""

    names: tuple[str, ...]
    seed: int | None
    secret: int
    keeps_positions: bool
    known_from: int
    eyes: hidden_information.Eyes
    state: State
    begun: Log
    moments: list[Moment]
    future: tuple[Action, ...]


class Game:
    """A game in progress. Make one with `tetsudo.new` or `tetsudo.load`."""

    __slots__ = (
        "_begun",
        "_future",
        "_listed",
        "_past",
        "_secret",
        "eyes",
        "keeps_positions",
        "known_from",
        "names",
        "ruleset",
        "seed",
        "state",
    )

    def __init__(
        self,
        ruleset: Ruleset,
        names: Sequence[str],
        seed: int | None = 0,
        *,
        keep_positions: bool = True,
        state: State | None = None,
    ) -> None:
        """`keep_positions` False: nothing can be undone, and many games are played faster. `state`: it goes on from
        there, and has no past. `seed` None: it is not told, and nobody can say what chance will decide."""
        self.keeps_positions = keep_positions
        self.known_from = 0
        self.eyes: hidden_information.Eyes = frozenset()
        self.ruleset = ruleset
        self.names = tuple(names)
        self.seed = seed
        self._secret = secrets.randbits(SECRET_BITS) if seed is None else seed
        self._begun: Log = []
        self._past: Moment | None = None
        self._future: tuple[Action, ...] = ()
        self._listed: tuple[Descriptor, ...] = ()
        self.state = engine.begin(ruleset, self._begun) if state is None else state

    @staticmethod
    def at(ruleset: Ruleset, names: Sequence[str], state: State, seed: int | None = 0, length: int = 0) -> Game:
        """A game at a position, without a past; `length`: how many actions led there, if it goes on with one."""
        game = Game(ruleset, names, seed, state=state)
        game.known_from = length
        return game

    # What may be done

    @property
    def setup(self) -> Setup:
        """Everything fixed about this table."""
        return self.ruleset.setup

    @property
    def to_act(self) -> Turn:
        """Who must decide; player NOBODY once the game is over."""
        player = engine.actor(self.ruleset, self.state)
        doing = engine.doing(self.ruleset, self.state)
        return Turn(player, engine.acting_company(self.ruleset, self.state), doing)

    def legal_actions(self, player: PlayerId | str | None = None) -> list[Descriptor]:
        """Everything that the one who is waited for may do, or what `player` may do now."""
        if player is None:
            player = engine.actor(self.ruleset, self.state)
        else:
            player = self._id("player", player) if isinstance(player, str) else int(player)  # kept actions have ints
        found = engine.listing(self.ruleset, self.state, player)
        self._listed = (*found,)
        return found

    def is_legal(self, action: Action) -> bool:
        """Whether `apply` would take an action."""
        code = engine.refusal(self.ruleset, self.state, action)
        return not code or (code == UNKNOWN_ID and self.why_not(action) is None)

    def why_not(self, action: Action) -> IllegalAction | None:
        """Why `apply` would refuse an action; None if it would not."""
        try:
            action = self.resolve(action)
        except BadInput as error:
            return _no_such_thing(error)
        code = engine.refusal(self.ruleset, self.state, action)
        return refused(self.ruleset, self.state, action, code, self.names) if code else None

    def resolve(self, action: Action) -> Action:
        """The same action by ids, where names or symbols were written: `BuyShare("Ann", "AR", "ipo")`.

        Everything that takes an action does this by itself. Raises `UnknownName` for a name that nothing has.
        """
        return identifiers.resolved(self.setup, self.names, action)

    def text(self, action: Action) -> str:
        """An action in the words that `parse` reads: "buy AR ipo"; of what stands for many, its example."""
        from tetsudo.game import commands

        known = action if type(action) in commands.WRITERS else action.example()
        return commands.spoken(self, self.resolve(known))

    def parse(self, text: str, player: PlayerId | str | None = None) -> Action:
        """The action that somebody has typed, legal or not, of the one who is waited for or another; `BadInput` if it
        is none. `NAME: ...` says who."""
        from tetsudo.game import commands

        return commands.parse(self, text, None if player is None else self._id("player", player))

    # Doing it

    def apply(self, action: Action) -> list[Event]:
        """Do an action and what follows by itself, what chance decides too; the events, first to last.

        Raises `IllegalAction`, and then nothing has changed.
        """
        events = self.follow(action)
        return events + self.draw() if type(self.state.stack[-1]) is Draw else events

    def draw(self) -> list[Event]:
        """Let chance decide as long as that is waited for, which `follow` leaves out; the events."""
        events: list[Event] = []
        while (chance := self.chance()) is not None:
            events += self.follow(chance)
        return events

    def chance(self) -> Chance | None:
        """What chance decides now; None if that is not waited for."""
        frame = self.state.stack[-1]
        return drawn(self._secret, frame) if type(frame) is Draw and not self.state.ended else None

    def follow(self, action: Action) -> list[Event]:
        """Do one action that a game has gone through, what chance decided (`Chance`) like any other; as `apply`.

        A game that tells its seed refuses what that would not have given.
        """
        if type(action) is Chance and self.seed is not None and self.chance() not in (None, action):
            raise refused(self.ruleset, self.state, action, "chance_other", self.names)
        if not self._is_listed(action):
            action = self._allowed(action)
        kept = self.keeps_positions or self._past is None  # the first one tells where the record starts
        before = self.state.kept() if kept else None
        events: Log = []
        try:
            engine.perform(self.ruleset, self.state, action, events)
        except BaseException:
            self.state = before or self.state
            raise
        self._past = Moment(self._past, before, action, events, self.length)
        self._future = ()
        self._listed = ()
        return events

    def _is_listed(self, action: Action) -> bool:
        """Whether an action is one of those just listed: nobody can have changed it since, so it need not be asked for
        again."""
        for each in self._listed:
            if each is action:
                return type(action) not in OPEN
        return False

    def _allowed(self, action: Action) -> Action:
        """The same action by ids; `IllegalAction` if it is not allowed, or a name in it is nothing's."""
        code = engine.refusal(self.ruleset, self.state, action)
        if code == UNKNOWN_ID:
            try:
                action = self.resolve(action)
            except BadInput as error:
                raise _no_such_thing(error) from None
            code = engine.refusal(self.ruleset, self.state, action)
        if code:
            raise refused(self.ruleset, self.state, action, code, self.names)
        return action

    def undo(self) -> Action:
        """Take the last action back, with what chance decided after it; raises `BadInput` if there is none.

        Chance decides the same when it is asked the same again.
        """
        last: Moment | None = self._past
        undone = self._future
        while last is not None and type(last.action) is Chance:
            undone = (last.action, *undone)
            last = last.past
        if last is None:
            raise BadInput("There is nothing to undo.")
        if last.before is None:
            raise BadInput("This game does not keep its positions, so nothing can be undone.")
        self.state = self._known(last.before)
        self._listed = ()
        self._past = last.past
        self._future = (last.action, *undone)
        return self._told(last).action

    def redo(self) -> list[Event]:
        """Do the action again that was undone last; raises `BadInput` if there is none."""
        if not self._future:
            raise BadInput("There is nothing to redo.")
        action, *rest = self._future
        events = self.follow(action)
        while rest and type(rest[0]) is Chance:
            events = events + self.follow(rest.pop(0))
        self._future = tuple(rest)
        return events

    def forget_undone(self) -> None:
        """What was undone can not be done again."""
        self._future = ()

    def earlier(self, length: int) -> Game:
        """An independent game as this one was after so many actions; `BadInput` if that is not kept."""
        copy = self.clone()
        copy._future = ()
        moment = self._past
        if moment is None or not 0 <= length <= moment.index:
            if length != self.length:
                raise BadInput("The game has {has} actions, not {length}.", has=self.length, length=length)
            return copy
        if length < self.known_from:
            raise BadInput("Of this game nothing is known before action {first}.", first=self.known_from)
        while moment.index > length:
            assert moment.past is not None
            moment = moment.past
        if moment.before is None:
            raise BadInput("This game does not keep its positions.")
        copy.state = self._known(moment.before)
        copy._past = moment.past
        return copy

    def clone(self) -> Game:
        """An independent game at the same position, with the same past; microseconds."""
        copy = Game(self.ruleset, self.names, 0, keep_positions=self.keeps_positions, state=self.state.clone())
        copy.seed, copy._secret = self.seed, self._secret
        copy.known_from, copy.eyes = self.known_from, self.eyes
        copy._begun = self._begun
        copy._past = self._past
        copy._future = self._future
        return copy

    def __copy__(self) -> Game:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self.clone()  # what they share never changes

    def __reduce__(self) -> tuple[Callable[[Table, Contents], Game], tuple[Table, Contents]]:
        from tetsudo.game import pickling

        return restored, (pickling.table_of(self.ruleset), self._contents())

    def _contents(self) -> Contents:
        """All that makes the game besides its rules, as far as it is known to those as whom it is seen."""
        return Contents(
            self.names,
            self.seed,
            self._secret,
            self.keeps_positions,
            self.known_from,
            self.eyes,
            self.state,
            self._begun,
            [self._covered(moment) if self.eyes else moment for moment in steps(self._past)],
            () if self.eyes else self._future,
        )

    def _covered(self, moment: Moment) -> Moment:
        """A step of the past as it is told, with the position before it as it was known."""
        told = self._told(moment)
        before = None if moment.before is None else self._known(moment.before)
        return Moment(None, before, told.action, told.events, moment.index)

    def with_seed(self, seed: int | None) -> Game:
        """A clone for which chance decides by a seed, from its beginning on; None: by one that is not told."""
        copy = self.clone()
        copy.seed = seed
        copy._secret = secrets.randbits(SECRET_BITS) if seed is None else seed
        return copy

    def with_chance(self, secret: int) -> Game:
        """A clone for which chance decides otherwise from now on: a sample of what may come. It tells no seed."""
        copy = self.clone()
        copy.seed, copy._secret = None, secret
        return copy

    def with_last(self, count: int) -> Game:
        """An independent game at the same position that knows only the last `count` of its actions."""
        copy, kept = self.clone(), steps(self._past, self.length - count)
        copy._past, copy.known_from = alone(kept), self.length - len(kept)
        copy._begun = [] if copy.known_from else self._begun
        return copy

    def in_language(self, language: str) -> Game:
        """A clone that is told in a language: refusals, and names in it ("ja": 高知) where that is the title's own."""
        copy = self.clone()
        copy.ruleset = self.ruleset.in_language(language)
        return copy

    def replay(self) -> Iterator[Game]:
        """The game before its first action, then after each: every time a game of its own, which may be kept."""
        from tetsudo.game import record

        again = record.before(self.record())
        yield again
        for action in self.actions:
            again = again.clone()
            again.follow(action)
            yield again

    def with_board(
        self,
        tiles: Mapping[str, str] = NOTHING,
        tokens: Mapping[str, Iterable[str]] = NOTHING,
        phase: str | None = None,
        trains: Mapping[str, Iterable[str]] = NOTHING,
    ) -> Game:
        """An independent game at the same position, without a past, with another board.

        `tiles` by hex, with their rotation: {"E2": "5 4"}. `tokens`: the hexes where a company's stand, {"AR": ["K8"]};
        "C9:1" is another city than the first. `trains`: all that a company has, {"AR": ["2", "3"]}. No rule is asked,
        but `BadInput` is raised for what can never be.
        """
        from tetsudo.game.sandbox import board

        return board.with_board(self, tiles, tokens, phase, trains)

    # What somebody knows

    def seen_by(self, player: PlayerId | str) -> Game:
        """The game of this moment as a player (NOBODY: an onlooker) knows it; itself where nothing is hidden from him.

        What is hidden is in none of its numbers (`units.HIDDEN` stands there). It may be asked and played on; it
        cannot be written. A game that is over lies open.
        """
        player = self._id("player", player) if isinstance(player, str) else player
        if not self.ruleset.hides or self.is_over or player in self.eyes:
            return self
        copy = self.with_chance(SAMPLE)
        copy.eyes, copy._future = self.eyes | {player}, ()
        copy.state = hidden_information.known(self.ruleset, copy.eyes, self.state)
        return copy

    def _known(self, kept: State) -> State:
        """A position of the past, as far as it was known to those as whom the game is seen; another object."""
        return hidden_information.known(self.ruleset, self.eyes, kept).clone()

    def _told(self, moment: Moment) -> Moment:
        """A step of the past, the same."""
        if not self.eyes:
            return moment
        action, events = hidden_information.told(self.ruleset, self.eyes, moment.before, moment.action, moment.events)
        return Moment(None, None, action, events, moment.index)

    def check_whole(self) -> None:
        """BadInput if something is hidden in it: then it cannot be written."""
        if self.eyes:
            raise BadInput("Amounts are hidden in this game: it can be written when it is over.")

    # What it is

    def __repr__(self) -> str:
        title = " ".join(filter(None, (self.setup.title, self.setup.scenario)))
        return f"<Game of {title}: {', '.join(self.names)}; {self.length} actions; {self._waits()}>"

    def _waits(self) -> str:
        """For whom, doing what for which company; or how it ended."""
        if self.is_over:
            return f"over ({self.end_reason}), won by {' and '.join(self.winners())}"
        player, company, doing = self.to_act
        return f"{self.names[player]} to act, {doing}{f' of {self.setup.companies[company].symbol}' * (company >= 0)}"

    def record(self) -> GameRecord:
        """The game as it is written; `tetsudo.load` gives it back."""
        from tetsudo.game import record

        return record.write(self)

    def position(self) -> str:
        """The position in one line of text; `tetsudo.game.position.text.read` gives it back."""
        from tetsudo.game import position

        return position.write(self)

    # What happened

    @property
    def actions(self) -> list[Action]:
        """Every action so far, first to last."""
        return [moment.action for moment in self.moments()]

    @property
    def events(self) -> list[Event]:
        """Everything that happened so far, first to last."""
        return [*self._begun, *(event for moment in self.moments() for event in moment.events)]

    @property
    def latest_events(self) -> list[Event]:
        """What the last action set off, or what happened before the first."""
        return list(self._told(self._past).events if self._past else self._begun)

    def moments(self, since: int = 0) -> list[Moment]:
        """The steps of the past that are known, first to last; without the first `since` of the game's."""
        return [self._told(moment) for moment in steps(self._past, since)]

    def started_from(self) -> State:
        """The position before the first action."""
        moments = steps(self._past)
        first = moments[0].before if moments else None
        return self._known(first) if first else self.state

    @property
    def length(self) -> int:
        """How many actions were applied."""
        return self._past.index + 1 if self._past else self.known_from

    @property
    def undone(self) -> int:
        """How many actions can be done again."""
        return len(self._future)

    # How it stands

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.ended)

    @property
    def end_reason(self) -> str:
        """ "bank", "bankrupt", "turns" or "price"; "" while it runs."""
        return END_REASONS[self.state.ended]

    def standings(self) -> list[Worth]:
        """Every player's worth at present, the richest first."""
        return standings(self.ruleset, self.state)

    def result(self) -> dict[str, int] | None:
        """The final worth by player's name, the richest first; None while the game runs."""
        if not self.is_over:
            return None
        return {self.names[each.player]: each.total for each in self.standings()}

    def winners(self) -> tuple[str, ...]:
        """The names of the richest players, all that are equal; nobody while the game runs."""
        if not self.is_over:
            return ()
        best = self.standings()
        return tuple(self.names[each.player] for each in best if each.total == best[0].total)

    def digest(self) -> int:
        """A hash of the position, equal for equal positions in every process."""
        return self.state.digest()

    # Named things

    @property
    def players(self) -> tuple[PlayerView, ...]:
        """The players in seat order."""
        return tuple(PlayerView(self, player) for player in range(self.setup.players))

    @property
    def companies(self) -> dict[str, CompanyView]:
        """The companies by symbol."""
        return {company.symbol: CompanyView(self, company.id) for company in self.setup.companies}

    @property
    def privates(self) -> dict[str, PrivateView]:
        """The privates by symbol."""
        return {private.symbol: PrivateView(self, private.id) for private in self.setup.privates}

    def player(self, name: str | PlayerId) -> PlayerView:
        """A player by name; a KeyError with a sentence if there is none, as for what follows."""
        return PlayerView(self, self._id("player", name))

    def company(self, symbol: str | CompanyId) -> CompanyView:
        """A company by its symbol or name."""
        return CompanyView(self, self._id("company", symbol))

    def private(self, symbol: str | PrivateId) -> PrivateView:
        """A private by its symbol or name."""
        return PrivateView(self, self._id("private", symbol))

    def hex(self, name: str | HexId) -> HexView:
        """A hex by its coordinate."""
        return HexView(self, self._id("hex", name))

    def view(self, player: PlayerId | str = NOBODY) -> View:
        """What a player may see (NOBODY: an onlooker, 1888*-SET-14); of this moment where anything is hidden."""
        number = self._id("player", player)
        return View(self.seen_by(number), number)

    def _id(self, field: str, name: str | int) -> int:
        return identifiers.id_of(self.setup, self.names, field, name) if isinstance(name, str) else name


def restored(table: Table, contents: Contents) -> Game:
    """The game that was pickled."""
    from tetsudo.game import pickling

    game = Game(pickling.rules_of(table), contents.names, 0, state=contents.state)
    game.seed, game._secret = contents.seed, contents.secret
    game.keeps_positions = contents.keeps_positions
    game.known_from, game.eyes = contents.known_from, contents.eyes
    game._begun = contents.begun
    game._past = alone(contents.moments)
    game._future = contents.future
    return game


def _no_such_thing(error: BadInput) -> IllegalAction:
    """A name that nothing has, as a refusal."""
    sentence = error.sentence[:1].upper() + error.sentence[1:]
    return IllegalAction(UNKNOWN_ID, sentence if sentence.endswith((".", "?")) else f"{sentence}.")
