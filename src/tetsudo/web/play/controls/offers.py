"""What lies before one player: what is offered to him and what is refused, each by the thing that it is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tetsudo.core.actions import Action, Descriptor, LayPrivateTile, LayTile, Pass, PlaceToken
from tetsudo.core.errors import IllegalAction
from tetsudo.core.open_actions import Range, Runs
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.engine.model.title import Company, Setup
from tetsudo.game.game import Game
from tetsudo.game.unavailable import Attempt
from tetsudo.language.labels import FIELDS, Labels, action_text, action_to_data
from tetsudo.web.play.scene.widgets import Amount, Choice

ON_THE_MAP: Final = (LayTile, LayPrivateTile, PlaceToken)
"""What is chosen on the map."""

AMOUNTS: Final = frozenset({"player", "price", "count", "routes"})
"""Fields that say how much or who, not what."""


class Thing(NamedTuple):
    """What an action is about, whatever the amount: its kind, and ids by the name of their field."""

    kind: str
    ids: tuple[tuple[str, int], ...]

    def id(self, field: str) -> int:
        """An id by its field; NOBODY where there is none."""
        return dict(self.ids).get(field, NOBODY)


def thing_of(action: Action) -> Thing:
    """What an action is about."""
    found = [(name, getattr(action, name, NOBODY)) for name in FIELDS[action.kind] if name not in AMOUNTS]
    return Thing(action.kind, tuple((name, value) for name, value in found if value != NOBODY))


def thing(kind: str, **ids: int) -> Thing:
    """The same by names, in any order."""
    return Thing(kind, tuple((name, ids[name]) for name in FIELDS[kind] if ids.get(name, NOBODY) != NOBODY))


def due_on_the_map(offers: Sequence[Descriptor]) -> list[Descriptor]:
    """What the turn is about on the map: a private's tile only where nothing else can be done or waits."""
    own: list[Descriptor] = [offer for offer in offers if isinstance(offer, LayTile | PlaceToken)]
    if not own and all(isinstance(offer, LayPrivateTile | Pass) for offer in offers):
        return [offer for offer in offers if isinstance(offer, LayPrivateTile)]
    return own


class Desk:
    """One player's offers. Sections take from it what they show; what is left is shown plainly."""

    def __init__(
        self, game: Game, player: PlayerId, offers: Sequence[Descriptor], attempts: Sequence[Attempt] = ()
    ) -> None:
        self.game = game
        self.player = player
        self.labels = Labels(game.setup, game.names)
        self.offers: dict[Thing, list[Descriptor]] = {}
        for offer in offers:
            self.offers.setdefault(thing_of(offer), []).append(offer)
        self.refused: Mapping[Thing, IllegalAction] = {thing_of(each.action): each.refusal for each in attempts}
        self.shown: set[Thing] = set()

    @property
    def setup(self) -> Setup:
        """What is fixed at this table."""
        return self.game.setup

    @property
    def company(self) -> Company | None:
        """The company in turn."""
        company = self.game.to_act.company
        return None if company == NOBODY else self.setup.companies[company]

    def all_offers(self) -> list[Descriptor]:
        """Every offer."""
        return [offer for offers in self.offers.values() for offer in offers]

    def all_of(self, *kinds: str) -> list[Descriptor]:
        """Every offer of some kinds."""
        return [offer for offer in self.all_offers() if offer.kind in kinds]

    def has(self, *kinds: str) -> bool:
        """Whether something of some kinds is offered, or was refused."""
        return any(about.kind in kinds for about in (*self.offers, *self.refused))

    def get(self, about: Thing) -> list[Descriptor]:
        """What is offered about a thing; it counts as shown then."""
        self.shown.add(about)
        return self.offers.get(about, [])

    def things(self, *kinds: str) -> list[Thing]:
        """What offers and refusals of some kinds are about."""
        return [about for about in dict.fromkeys((*self.offers, *self.refused)) if about.kind in kinds]

    def left(self) -> Iterator[Descriptor]:
        """What no section has shown."""
        for about, offers in self.offers.items():
            if about not in self.shown:
                yield from offers

    def data(self, action: Action) -> dict[str, Any]:
        """An action as records have it."""
        return action_to_data(self.setup, self.game.names, action)

    def choice(
        self,
        about: Thing,
        label: str,
        *,
        note: str = "",
        tone: str = "",
        quick: Sequence[tuple[str, int]] = (),
        start: int | None = None,
        step: int = 1,
    ) -> Choice | None:
        """The button for a thing: offered, refused, or None if neither."""
        offers = self.get(about)
        if offers:
            return self.button(offers[0], label, note=note, tone=tone, quick=quick, start=start, step=step)
        return self.refusal(about, label, note=note)

    def refusal(self, about: Thing, label: str, *, note: str = "") -> Choice | None:
        """A button that only says why not, for a thing of which at least some amount is refused."""
        refusal = self.refused.get(about)
        return Choice(label, note=note, refusal=refusal) if refusal else None

    def button(
        self,
        offer: Descriptor,
        label: str = "",
        *,
        note: str = "",
        tone: str = "",
        quick: Sequence[tuple[str, int]] = (),
        start: int | None = None,
        step: int = 1,
    ) -> Choice:
        """The button for an offer."""
        says = action_text(self.setup, self.game.names, offer)
        if not isinstance(offer, Range):
            return Choice(label or says, self.data(_plain(offer)), note, says, tone=tone)
        data, higher = self.data(offer.at(offer.low)), self.data(offer.at(offer.low + 1))
        if offer.low == offer.high:
            return Choice(label or says, data, note, says, tone=tone)
        field = next(name for name in data if data[name] != higher[name])
        del data[field]
        begin = offer.low if start is None else min(max(start, offer.low), offer.high)
        inside = {amount: word for word, amount in reversed(quick) if offer.low <= amount <= offer.high}
        wanted = [(word, amount) for amount, word in sorted(inside.items())]
        unit = self.setup.currency if field == "price" else ""
        amount = Amount(field, offer.low, offer.high, begin, step, wanted, unit)
        return Choice(label or says, data, note, says, amount, tone=tone)

    def money(self, amount: int) -> str:
        """An amount in the title's currency."""
        return self.labels.money(amount)


def _plain(offer: Descriptor) -> Action:
    return offer.example() if isinstance(offer, Runs) else offer


def has_acted(game: Game, kinds: Sequence[str]) -> bool:
    """Whether the last action was one of the turn or step that waits now, by the kinds that belong to it."""
    turn = game.to_act
    last = next(iter(game.moments(game.length - 1)), None)
    if last is None or last.action.kind not in kinds or last.action.player != turn.player:
        return False
    return turn.company in (NOBODY, getattr(last.action, "company", turn.company))
