"""Game in progress: a position, the actions that led to it, and the legal actions.

The rules are in `tetsudo.engine.rules`; `tetsudo.game.game` is their interface for users, bots and pages. A clone
shares its past with the original: each step is stored once. A game may know only the last part of its past, from
`known_from` on; the earlier part is stored elsewhere.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final, NamedTuple, Self

from tetsudo.core.actions import Action, Chance, Descriptor
from tetsudo.core.corrections import CORRECTION_KINDS, Correction
from tetsudo.core.errors import BadInput, IllegalAction
from tetsudo.core.events import Event, Log
from tetsudo.core.frames import PendingDieRoll
from tetsudo.core.open_actions import OPEN_DESCRIPTORS, RANGE_OF
from tetsudo.core.units import CompanyId, PlayerId
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.powers.random_results import SECRET_BITS, draw_result
from tetsudo.engine.rules.refusals import build_refusal
from tetsudo.engine.rules.ruleset.recent import RecentRulesets
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.turn_order.net_worth import Worth, standings
from tetsudo.engine.state.state import END_REASONS, State
from tetsudo.game import corrections, hidden_information
from tetsudo.game.history import Moment, detach, steps
from tetsudo.language import identifiers

UNKNOWN_ID: Final = "unknown_id"
"""Refusal code of an action written with names: the engine reads ids only."""

# Where compiled, a constant of an interpreted module is looked up by its name at each use; one of this module is not.
_OPEN: Final = OPEN_DESCRIPTORS
_RANGE_OF: Final = RANGE_OF
_CORRECTIONS: Final = CORRECTION_KINDS


SAMPLE_SECRET: Final = 1 << 63
"""Secret number of the random events in what-if games; no game has it as its seed."""


_RULESETS: Final = RecentRulesets(12)  # with the maps that a bot looks at each takes up to 90 MB


class Turn(NamedTuple):
    """Player to act, the company they act for (NOBODY: none), and the kind of decision."""

    player: PlayerId
    company: CompanyId
    doing: str


class Play:
    """Game in progress: its rules, its position and its past. `Game` adds names, views and texts."""

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
        """Start a game.

        `keep_positions`: False disables undo, and makes playing many games faster. `state`: start from this position,
        without a past. `seed`: None keeps it secret, so random events cannot be predicted.
        """
        self.keeps_positions = keep_positions
        self.known_from = 0
        self.eyes: hidden_information.Viewers = frozenset()
        self.ruleset = ruleset
        self.names = tuple(names)
        self.seed = seed
        self._secret = secrets.randbits(SECRET_BITS) if seed is None else seed
        self._begun: Log = []
        self._past: Moment | None = None
        self._future: tuple[Action, ...] = ()
        self._listed: tuple[Descriptor, ...] = ()
        self.state = engine.begin(ruleset, self._begun) if state is None else state

    @classmethod
    def at(cls, ruleset: Ruleset, names: Sequence[str], state: State, seed: int | None = 0, length: int = 0) -> Self:
        """Game at a position, without a past. `length`: number of actions that led there, to continue a game."""
        game = cls(ruleset, names, seed, state=state)
        game.known_from = length
        return game

    # Legal actions

    @property
    def setup(self) -> Setup:
        """Everything fixed about this table."""
        return self.ruleset.setup

    @property
    def to_act(self) -> Turn:
        """Player to act; NOBODY once the game is over."""
        player = engine.actor(self.ruleset, self.state)
        doing = engine.activity(self.ruleset, self.state)
        return Turn(player, engine.acting_company(self.ruleset, self.state), doing)

    def legal_actions(self, player: PlayerId | str | None = None) -> list[Descriptor]:
        """All legal actions of the player to act, or of `player`."""
        if player is None:
            player = engine.actor(self.ruleset, self.state)
        else:
            player = self.id_of("player", player) if isinstance(player, str) else int(player)  # stored actions: ints
        found = engine.listing(self.ruleset, self.state, player)
        self._listed = (*found,)
        return found

    def is_legal(self, action: Action) -> bool:
        """True if `apply` would accept an action."""
        code = engine.refusal(self.ruleset, self.state, action)
        return not code or (code == UNKNOWN_ID and self.why_not(action) is None)

    def why_not(self, action: Action) -> IllegalAction | None:
        """Refusal that `apply` would raise for an action; None if it is legal."""
        try:
            action = self.resolve(action)
        except BadInput as error:
            return _unknown_name_refusal(error)
        code = engine.refusal(self.ruleset, self.state, action)
        return build_refusal(self.ruleset, self.state, action, code, self.names) if code else None

    def resolve(self, action: Action) -> Action:
        """The same action with ids instead of names and symbols, as in `BuyShare("Ann", "AR", "ipo")`.

        Every method that takes an action does this itself. Raises `UnknownName` for an unknown name.
        """
        return identifiers.resolve_names(self.setup, self.names, action)

    # Applying actions

    def apply(self, action: Action) -> list[Event]:
        """Apply an action and all that follows automatically, random events included; returns the events in order.

        Raises `IllegalAction`, and then nothing has changed.
        """
        if type(action) in _CORRECTIONS:
            raise build_refusal(self.ruleset, self.state, action, "correction", self.names)
        events = self.follow(action)
        return events + self.draw() if type(self.state.stack[-1]) is PendingDieRoll else events

    def correct(self, correction: Correction) -> list[Event]:
        """Correct the position, and apply all that follows automatically; returns the events in order.

        Raises `IllegalAction` if no such position is possible, and then nothing has changed.
        """
        events = self.follow(correction)
        return events + self.draw()

    def draw(self) -> list[Event]:
        """Resolve pending random events, which `follow` leaves open; returns the events."""
        events: list[Event] = []
        while (chance := self.chance()) is not None:
            events += self.follow(chance)
        return events

    def chance(self) -> Chance | None:
        """Result of the pending random event; None if none is pending."""
        frame = self.state.stack[-1]
        return draw_result(self._secret, frame) if type(frame) is PendingDieRoll and not self.state.ended else None

    def follow(self, action: Action) -> list[Event]:
        """Apply one recorded action, random results (`Chance`) and corrections included, and return its events.

        With a known seed, a random result that does not match it is refused.
        """
        if type(action) is Chance and self.seed is not None and self.chance() not in (None, action):
            raise build_refusal(self.ruleset, self.state, action, "chance_other", self.names)
        listed = self._listed_action(action)
        if listed is None and type(action) in _CORRECTIONS:
            return self._correct(self._resolved(action))
        action = self._legal_action(action) if listed is None else listed
        kept = self.keeps_positions or self._past is None  # the first position is always kept: records start from it
        before = self.state.history_copy() if kept else None
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

    def _correct(self, correction: Action) -> list[Event]:
        """Make a correction in ids; `IllegalAction` if it is refused."""
        events: Log = []
        kept, before = self.keeps_positions or self._past is None, self.state
        self.state = before.clone()
        try:
            corrections.perform(self.ruleset, self.state, correction, events)
        except BaseException:
            self.state = before
            raise
        self._past = Moment(self._past, before.history_copy() if kept else None, correction, events, self.length)
        self._future = ()
        self._listed = ()
        return events

    def _listed_action(self, action: Action) -> Action | None:
        """The same action if it was just listed, and so needs no new check: the position is unchanged. None if not."""
        kind = type(action)
        for each in self._listed:
            if each is action:
                return None if kind in _OPEN else action
        wanted = _RANGE_OF.get(kind)
        if wanted is not None:
            for each in self._listed:
                if type(each) is wanted:
                    found = each.find(action)
                    if found is not None:
                        return found
        return None

    def _legal_action(self, action: Action) -> Action:
        """The same action with ids; `IllegalAction` if it is not legal, or if a name in it is unknown."""
        code = engine.refusal(self.ruleset, self.state, action)
        if code == UNKNOWN_ID:
            action = self._resolved(action)
            code = engine.refusal(self.ruleset, self.state, action)
        if code:
            raise build_refusal(self.ruleset, self.state, action, code, self.names)
        return action

    def _resolved(self, action: Action) -> Action:
        """The same action with ids; `IllegalAction` for an unknown name."""
        try:
            return self.resolve(action)
        except BadInput as error:
            raise _unknown_name_refusal(error) from None

    def undo(self) -> Action:
        """Undo the last action and the random events after it; raises `BadInput` if there is none.

        The same random event has the same result again.
        """
        last: Moment | None = self._past
        undone = self._future
        while last is not None and type(last.action) is Chance:
            undone = (last.action, *undone)
            last = last.past
        if last is None:
            raise BadInput("There is nothing to undo.")
        if last.before is None:
            raise BadInput("This game keeps no history, so nothing can be undone.")
        self.state = self._visible_state(last.before)
        self._listed = ()
        self._past = last.past
        self._future = (last.action, *undone)
        return self._visible_moment(last).action

    def redo(self) -> list[Event]:
        """Redo the action undone last; raises `BadInput` if there is none."""
        if not self._future:
            raise BadInput("There is nothing to redo.")
        action, *rest = self._future
        events = self.follow(action)
        while rest and type(rest[0]) is Chance:
            events = events + self.follow(rest.pop(0))
        self._future = tuple(rest)
        return events

    def forget_undone(self) -> None:
        """Discard the undone actions, so that they cannot be redone."""
        self._future = ()

    def earlier(self, length: int) -> Self:
        """Independent game as it was after `length` actions; `BadInput` if that is not kept."""
        copy = self.clone()
        copy._future = ()
        moment = self._past
        if moment is None or not 0 <= length <= moment.index:
            if length != self.length:
                raise BadInput(
                    "The game has {has} actions. There is no action {length}.", has=self.length, length=length
                )
            return copy
        if length < self.known_from:
            raise BadInput("The history of this game begins at action {first}.", first=self.known_from)
        while moment.index > length:
            assert moment.past is not None
            moment = moment.past
        if moment.before is None:
            raise BadInput("This game keeps no history.")
        copy.state = self._visible_state(moment.before)
        copy._past = moment.past
        return copy

    def clone(self) -> Self:
        """Independent game at the same position, with the same past. Takes microseconds."""
        copy = self._twin(self.state.clone())
        copy.seed, copy._secret = self.seed, self._secret
        copy.known_from, copy.eyes = self.known_from, self.eyes
        copy._begun = self._begun
        copy._past = self._past
        copy._future = self._future
        return copy

    def _twin(self, state: State) -> Self:
        """Another game with the same rules and players at a position, without a past."""
        return type(self)(self.ruleset, self.names, 0, keep_positions=self.keeps_positions, state=state)

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.clone()  # the shared parts never change

    def with_seed(self, seed: int | None) -> Self:
        """Clone whose seed for random events is `seed`, from the start of the game; None: a secret seed."""
        copy = self.clone()
        copy.seed = seed
        copy._secret = secrets.randbits(SECRET_BITS) if seed is None else seed
        return copy

    def with_chance(self, secret: int) -> Self:
        """Clone with other random events from now on, to sample the future. Its seed is None."""
        copy = self.clone()
        copy.seed, copy._secret = None, secret
        return copy

    def with_last(self, count: int) -> Self:
        """Independent game at the same position that knows only its last `count` actions."""
        copy, kept = self.clone(), steps(self._past, self.length - count)
        copy._past, copy.known_from = detach(kept), self.length - len(kept)
        copy._begun = [] if copy.known_from else self._begun
        return copy

    def in_language(self, language: str) -> Self:
        """Clone in a language, for refusals, and for names ("ja": 高知) if it is the title's own language."""
        copy = self.clone()
        copy.ruleset = self.ruleset.in_language(language)
        return copy

    # Hidden information

    def seen_by(self, player: PlayerId | str) -> Self:
        """The current game as a player (NOBODY: a spectator) knows it; the same object if nothing is hidden from them.

        Hidden amounts are masked (`core.units.HIDDEN`). The copy can be queried and played on, but not exported. Once a
        game is over, nothing is hidden.
        """
        player = self.id_of("player", player) if isinstance(player, str) else player
        if not self.ruleset.hides or self.is_over or player in self.eyes:
            return self
        copy = self.with_chance(SAMPLE_SECRET)
        copy.eyes, copy._future = self.eyes | {player}, ()
        copy.state = hidden_information.visible_state(self.ruleset, copy.eyes, self.state)
        return copy

    def _visible_state(self, kept: State) -> State:
        """Copy of a past position, as far as the viewers knew it."""
        seen = hidden_information.visible_state(self.ruleset, self.eyes, kept) if self.eyes else kept
        return seen.clone()

    def _visible_moment(self, moment: Moment) -> Moment:
        """Step of the past, as far as the viewers know it."""
        if not self.eyes:
            return moment
        action, events = hidden_information.visible_step(
            self.ruleset, self.eyes, moment.before, moment.action, moment.events
        )
        return Moment(None, None, action, events, moment.index)

    def check_whole(self) -> None:
        """Raise BadInput if amounts are hidden: the game cannot be exported then."""
        if self.eyes:
            raise BadInput("This game has hidden cash. You can export it once it ends.")

    # Description

    def __repr__(self) -> str:
        title = " ".join(filter(None, (self.setup.title, self.setup.scenario)))
        return f"<Game of {title}: {', '.join(self.names)}; {self.length} actions; {self._status_text()}>"

    def _status_text(self) -> str:
        """Player, decision and company in words; or the result."""
        if self.is_over:
            return f"over ({self.end_reason}), won by {' and '.join(self.winners())}"
        player, company, doing = self.to_act
        return f"{self.names[player]} to act, {doing}{f' of {self.setup.companies[company].symbol}' * (company >= 0)}"

    # History

    @property
    def actions(self) -> list[Action]:
        """All actions so far, in order."""
        return [moment.action for moment in self.moments()]

    @property
    def events(self) -> list[Event]:
        """All events so far, in order."""
        return [*self._begun, *(event for moment in self.moments() for event in moment.events)]

    @property
    def latest_events(self) -> list[Event]:
        """Events of the last action, or those before the first."""
        return list(self._visible_moment(self._past).events if self._past else self._begun)

    def moments(self, since: int = 0) -> list[Moment]:
        """Known steps of the past, in order, without the first `since` of the game."""
        return [self._visible_moment(moment) for moment in steps(self._past, since)]

    def started_from(self) -> State:
        """Position before the first action."""
        moments = steps(self._past)
        first = moments[0].before if moments else None
        return self._visible_state(first) if first else self.state

    @property
    def length(self) -> int:
        """Number of actions applied."""
        return self._past.index + 1 if self._past else self.known_from

    @property
    def undone(self) -> int:
        """Number of actions that can be redone."""
        return len(self._future)

    # Status

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return bool(self.state.ended)

    @property
    def end_reason(self) -> str:
        """End of the game: "bank", "bankrupt", "turns" or "price"; "" while it runs."""
        return END_REASONS[self.state.ended]

    def standings(self) -> list[Worth]:
        """Current worth of every player, richest first."""
        return standings(self.ruleset, self.state)

    def result(self) -> dict[str, int] | None:
        """Final worth by player name, richest first; None while the game runs."""
        if not self.is_over:
            return None
        return {self.names[each.player]: each.total for each in self.standings()}

    def winners(self) -> tuple[str, ...]:
        """Names of the winners, including ties; empty while the game runs."""
        if not self.is_over:
            return ()
        best = self.standings()
        return tuple(self.names[each.player] for each in best if each.total == best[0].total)

    def digest(self) -> int:
        """Hash of the position, equal for equal positions in every process."""
        return self.state.digest()

    def id_of(self, field: str, name: str | int) -> int:
        """Id of a player, company, private or hex, by name or id; `UnknownName` for an unknown name."""
        return identifiers.id_of(self.setup, self.names, field, name) if isinstance(name, str) else name


def ruleset_of(setup: Setup) -> Ruleset:
    """Rules in force under a setup, shared by all its games along with their caches."""
    return _RULESETS.of(setup)


def _unknown_name_refusal(error: BadInput) -> IllegalAction:
    """Refusal of an unknown name."""
    sentence = error.sentence[:1].upper() + error.sentence[1:]
    return IllegalAction(UNKNOWN_ID, sentence if sentence.endswith((".", "?")) else f"{sentence}.")
