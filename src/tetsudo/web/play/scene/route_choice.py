"""Route choice for a company's trains: the best run at first, then the best one that meets the clicks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from tetsudo.core.actions import RunRoutes
from tetsudo.core.errors import BadInput, IllegalAction, TetsudoError
from tetsudo.core.open_actions import Runs, Spot, Wish, WishedRun
from tetsudo.core.units import HexId, Money, TrainId
from tetsudo.draw.style.theme import ROUTE_STYLES
from tetsudo.engine.model.title import Setup
from tetsudo.engine.state.board import face_on, faces_on
from tetsudo.game.game import Game
from tetsudo.language.labels import Labels, action_text, action_to_data
from tetsudo.web.common.language import join_list
from tetsudo.web.play.scene.widgets import Choice
from tetsudo.web.tables.games.cached_game import CachedGame
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.workers import tasks
from tetsudo.web.tables.workers.async_results import PENDING, questions
from tetsudo.web.tables.workers.process_pool import BUSY, DONE, FAILED, REFUSED, TIMED_OUT, Outcome

MAX_WISHES_LENGTH: Final = 4000
"""Maximum length of the wishes that a page sends, in characters."""


@dataclass
class TrainWish:
    """Wish for one train of the fleet: like `Wish`, but with names for ids, so that a page can send it back."""

    must: list[tuple[str, int]] = field(default_factory=list)
    never: list[tuple[str, int]] = field(default_factory=list)
    idle: bool = False

    @property
    def is_plain(self) -> bool:
        """True if nothing is requested."""
        return not (self.must or self.never or self.idle)


@dataclass(frozen=True)
class Line:
    """One train of the run, with its colour and dash on the map."""

    place: int
    train: str
    route: int  # its number on the map, -1 if it stays at home
    colour: str
    dash: str
    stops: str
    earned: str
    subsidy: str
    wish: TrainWish
    asked: str  # the wish in words
    is_chosen: bool


@dataclass(frozen=True)
class ShownRun:
    """A run: its trains, what it earns, and the action that runs it, as `choice`, which may be refused.

    `subsidised`: places that pay a subsidy. `refusal`: reason why the last wish was not met.
    """

    lines: Sequence[Line]
    action: RunRoutes
    earned: tuple[Money, ...]
    choice: Choice
    subsidised: str
    wishes: str
    is_best: bool
    refusal: TetsudoError | None = None


def offered_run(offers: Sequence[object]) -> Runs | None:
    """The run among some offers, or None."""
    return next((offer for offer in offers if isinstance(offer, Runs)), None)


def initial_wishes(runs: Runs, *, best: bool) -> list[TrainWish]:
    """Wishes before the first click: none for the best run; else all trains idle."""
    return [TrainWish(idle=not best) for _train in runs.fleet]


@dataclass(frozen=True)
class PendingRun:
    """A run that is still being searched for: the message meanwhile, and the URL to poll."""

    sentence: str
    again: str


@dataclass(frozen=True)
class RunSearch:
    """Context of a route choice: a table's game at a version, as the viewer sees it."""

    table: Table
    hot: CachedGame
    game: Game
    language: str
    runs: Runs

    def ask(self, wishes: Sequence[TrainWish]) -> Outcome:
        """Outcome of the search for the best run that meets the wishes."""
        if all(wish.idle for wish in wishes):
            return Outcome(DONE, self._idle_run())
        key = ("run", self.table.pk, self.hot.version, self.language, wishes_json(wishes))
        asked = _wishes(self.game.setup, self.runs, wishes)
        group = ("table", self.table.pk)
        return questions.ask(key, group, tasks.run, lambda: (self.hot.game.position(), self.language, asked))

    def ask_plain(self) -> Outcome:
        """Outcome of the search for any legal run."""
        key = ("plain", self.table.pk, self.hot.version)
        return questions.ask(key, ("table", self.table.pk), tasks.plain_run, lambda: (self.hot.game.position(),))

    def find_run(
        self, wishes: Sequence[TrainWish], chosen: int = 0, refusal: TetsudoError | None = None, again: str = ""
    ) -> ShownRun | PendingRun:
        """The best run that meets the wishes. Raises `IllegalAction` if none does.

        If the search times out or fails, show any legal run instead, so that the game can go on.
        """
        outcome = self.ask(wishes)
        if isinstance(outcome.value, IllegalAction):
            raise outcome.value
        if outcome.how not in (DONE, TIMED_OUT, FAILED, REFUSED):
            return PendingRun(_("Searching for the best run."), again or self._address())
        if outcome.how == DONE:
            return show(self.game, self.runs, wishes, outcome.value, chosen, refusal)
        plain = self.ask_plain()
        if plain.how in (PENDING.how, BUSY):
            return PendingRun(_("Searching for a run."), again or self._address())
        late = BadInput(_("The best run was not found in time. Ask something of fewer trains, and be more specific."))
        found = plain.value if plain.how == DONE else self._idle_run()
        running = [TrainWish(idle=place not in found.places) for place in range(len(self.runs.fleet))]
        return show(self.game, self.runs, running, found, chosen, late)

    def _idle_run(self) -> WishedRun:
        """A run with all trains idle; its button says if that is legal."""
        return WishedRun(RunRoutes(self.runs.player, self.runs.company, ()), (), ())

    def _address(self) -> str:
        return f"{reverse('routes', args=[self.table.key])}?version={self.hot.version}&again=1"


def show(
    game: Game,
    runs: Runs,
    wishes: Sequence[TrainWish],
    found: WishedRun,
    chosen: int = 0,
    refusal: TetsudoError | None = None,
) -> ShownRun:
    """A run that meets the wishes, as the page shows it."""
    labels = Labels(game.setup, game.names)
    subsidies = runs.subsidies(found.action)
    number_of = {place: number for number, place in enumerate(found.places)}
    lines = []
    for place, train in enumerate(runs.fleet):
        number = number_of.get(place, -1)
        hexes = found.action.routes[number].hexes if number >= 0 else ()
        colour, dash = ROUTE_STYLES[number % len(ROUTE_STYLES)] if number >= 0 else ("", "none")
        lines.append(
            Line(
                place=place,
                train=game.setup.trains[train].name,
                route=number,
                colour=colour,
                dash=dash,
                stops=_stops(game, hexes),
                earned=labels.money(found.earned[number]) if number >= 0 else "",
                subsidy=labels.money(subsidies[number]) if number >= 0 and subsidies[number] else "",
                wish=wishes[place],
                asked=_wish_text(wishes[place]),
                is_chosen=place == chosen,
            )
        )
    return ShownRun(
        lines,
        found.action,
        found.earned,
        _choice(game, found, sum(subsidies)),
        _subsidised_places(game),
        wishes_json(wishes),
        all(wish.is_plain for wish in wishes),
        refusal,
    )


def _extra_income(game: Game, found: WishedRun, subsidy: Money) -> Iterator[str]:
    """Income besides the revenue: a subsidy, and a possible random bonus."""
    labels = Labels(game.setup, game.names)
    if subsidy:
        yield _("and a subsidy of %(amount)s") % {"amount": labels.money(subsidy)}
    for power in game.ruleset.powers.adding:
        low, high = power.may_add(game.state, found.action.company, found.action.routes)
        if high:
            amounts = {"low": labels.money(low), "high": labels.money(high)}
            yield _("and %(low)s to %(high)s more, by die roll") % amounts


def _choice(game: Game, found: WishedRun, subsidy: Money) -> Choice:
    """The button for the run."""
    labels = Labels(game.setup, game.names)
    return Choice(
        _("Run %(total)s") % {"total": labels.money(sum(found.earned))},
        action_to_data(game.setup, game.names, found.action),
        note=join_list(_extra_income(game, found, subsidy)),
        says=action_text(game.setup, game.names, found.action),
        refusal=game.why_not(found.action),
        tone="primary",
    )


def _subsidised_places(game: Game) -> str:
    """Places on the map that pay a subsidy; empty if there are none."""
    setup, labels = game.setup, Labels(game.setup, game.names)
    hexes = [
        hex for hex, face in enumerate(faces_on(game.state)) if any(node.subsidy for node in setup.faces[face].nodes)
    ]
    return join_list(labels.label("hex", hex) for hex in hexes)


def _stops(game: Game, hexes: Sequence[HexId]) -> str:
    """Stops of a route by place name, or by coordinate if unnamed."""
    faces, map = game.setup.faces, game.setup.map
    stops = [map.hexes[hex] for hex in hexes if any(node.is_stop for node in faces[face_on(game.state, hex)].nodes)]
    return " – ".join(hex.place or hex.name for hex in stops)


def _wish_text(wish: TrainWish) -> str:
    said = []
    if wish.must:
        said.append(_("through %(places)s") % {"places": join_list(name for name, _node in wish.must)})
    if wish.never:
        said.append(_("not %(places)s") % {"places": join_list(name for name, _node in wish.never)})
    return join_list(said)


def _wishes(setup: Setup, runs: Runs, wishes: Sequence[TrainWish]) -> list[Wish]:
    """Wishes for the engine. Trains of a kind are matched in order, so each of them gets a wish or none does."""
    asked = {train for train, wish in zip(runs.fleet, wishes, strict=True) if not wish.is_plain}
    return [_wish(setup, train, wish) for train, wish in zip(runs.fleet, wishes, strict=True) if train in asked]


def _wish(setup: Setup, train: TrainId, wish: TrainWish) -> Wish:
    return Wish(
        train,
        must=frozenset(_spot(setup, each) for each in wish.must),
        never=frozenset(_spot(setup, each) for each in wish.never),
        idle=wish.idle,
    )


def _spot(setup: Setup, spot: tuple[str, int]) -> Spot:
    hex = setup.map.by_name[spot[0]]
    return hex if spot[1] < 0 else (hex, spot[1])


# Wishes in a page, and clicks that change them


def wishes_json(wishes: Sequence[TrainWish]) -> str:
    """Wishes as JSON for the page."""
    return json.dumps([[wish.must, wish.never, wish.idle] for wish in wishes], separators=(",", ":"))


def parse_wishes(text: str, runs: Runs, setup: Setup) -> list[TrainWish]:
    """Wishes that a page sends back. Raises `BadInput` if they are malformed."""
    try:
        if len(text) > MAX_WISHES_LENGTH:
            raise ValueError
        found = json.loads(text)
        wishes = [TrainWish(_spots(must, setup), _spots(never, setup), bool(idle)) for must, never, idle in found]
        if len(wishes) != len(runs.fleet):
            raise ValueError
    except (ValueError, TypeError, RecursionError):
        raise BadInput(_("This is not a request for a run.")) from None
    return wishes


def _spots(value: object, setup: Setup) -> list[tuple[str, int]]:
    if not isinstance(value, list):
        raise ValueError
    found = []
    for name, node in value:
        if name not in setup.map.by_name or not isinstance(node, int) or not -1 <= node < 20:
            raise ValueError
        found.append((str(name), node))
    return found


def click(game: Game, shown: ShownRun, wish: TrainWish, place: int, spot: tuple[str, int]) -> TrainWish:
    """A train's wish after a click on a spot.

    A spot on its route is now avoided, any other is included; an avoided one is released. A hex with one stop counts
    as that stop.
    """
    spot = _stop_of(game, *spot)
    must, never = [each for each in wish.must if each != spot], [each for each in wish.never if each != spot]
    if spot in wish.never:
        return TrainWish(must, never)
    if spot in wish.must or _is_on_route(game, shown, place, spot):
        return TrainWish(must, [*never, spot])
    return TrainWish([*must, spot], never)


def _stop_of(game: Game, name: str, node: int) -> tuple[str, int]:
    nodes = game.setup.faces[face_on(game.state, game.setup.map.by_name[name])].nodes
    stops = [number for number, each in enumerate(nodes) if each.is_stop]
    return name, stops[0] if node < 0 and len(stops) == 1 else node


def _is_on_route(game: Game, shown: ShownRun, place: int, spot: tuple[str, int]) -> bool:
    """True if a train's route passes a spot. In a hex with several stops the one passed is unknown, so none counts."""
    number = shown.lines[place].route
    hex = game.setup.map.by_name[spot[0]]
    stops = sum(node.is_stop for node in game.setup.faces[face_on(game.state, hex)].nodes)
    return number >= 0 and hex in shown.action.routes[number].hexes and (stops <= 1 or spot[1] < 0)
