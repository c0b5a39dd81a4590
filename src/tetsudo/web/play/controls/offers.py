"""One player's legal and refused actions, grouped by subject."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tetsudo.core.actions import Action, Descriptor, LayPrivateTile, LayTile, Pass, PlaceToken
from tetsudo.core.errors import IllegalAction
from tetsudo.core.open_actions import Range, Runs
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.engine.model.title import Company, Setup
from tetsudo.game.game import Game
from tetsudo.game.unavailable import RefusedAction
from tetsudo.language.labels import FIELDS, Labels, action_text, action_to_data
from tetsudo.web.play.scene.widgets import Amount, Choice

MAP_ACTIONS: Final = (LayTile, LayPrivateTile, PlaceToken)
"""Actions that are chosen on the map."""

AMOUNTS: Final = frozenset({"player", "price", "count", "routes"})
"""Fields for an amount or a player, which are not part of the subject."""


class Subject(NamedTuple):
    """Subject of an action, without amounts: its kind, and ids by field name."""

    kind: str
    ids: tuple[tuple[str, int], ...]

    def id(self, field: str) -> int:
        """The id in a field; NOBODY if there is none."""
        return dict(self.ids).get(field, NOBODY)


def subject_of(action: Action) -> Subject:
    """Subject of an action."""
    found = [(name, getattr(action, name, NOBODY)) for name in FIELDS[action.kind] if name not in AMOUNTS]
    return Subject(action.kind, tuple((name, value) for name, value in found if value != NOBODY))


def make_subject(kind: str, **ids: int) -> Subject:
    """The subject with this kind and these ids, given in any order."""
    return Subject(kind, tuple((name, ids[name]) for name in FIELDS[kind] if ids.get(name, NOBODY) != NOBODY))


def due_map_actions(offers: Sequence[Descriptor]) -> list[Descriptor]:
    """Map actions of the current step; a private's tile counts only if nothing else but a pass is possible."""
    own: list[Descriptor] = [offer for offer in offers if isinstance(offer, LayTile | PlaceToken)]
    if not own and all(isinstance(offer, LayPrivateTile | Pass) for offer in offers):
        return [offer for offer in offers if isinstance(offer, LayPrivateTile)]
    return own


class PlayerOffers:
    """One player's offers and refusals. Sections take what they show; the rest gets plain buttons."""

    def __init__(
        self, game: Game, player: PlayerId, offers: Sequence[Descriptor], attempts: Sequence[RefusedAction] = ()
    ) -> None:
        self.game = game
        self.player = player
        self.labels = Labels(game.setup, game.names)
        self.offers: dict[Subject, list[Descriptor]] = {}
        for offer in offers:
            self.offers.setdefault(subject_of(offer), []).append(offer)
        self.refused: Mapping[Subject, IllegalAction] = {subject_of(each.action): each.refusal for each in attempts}
        self.shown: set[Subject] = set()

    @property
    def setup(self) -> Setup:
        """The game's setup."""
        return self.game.setup

    @property
    def company(self) -> Company | None:
        """The current company, if any."""
        company = self.game.to_act.company
        return None if company == NOBODY else self.setup.companies[company]

    def all_offers(self) -> list[Descriptor]:
        """All offers."""
        return [offer for offers in self.offers.values() for offer in offers]

    def offers_of_kinds(self, *kinds: str) -> list[Descriptor]:
        """All offers of these kinds."""
        return [offer for offer in self.all_offers() if offer.kind in kinds]

    def has(self, *kinds: str) -> bool:
        """True if an action of these kinds is offered or refused."""
        return any(about.kind in kinds for about in (*self.offers, *self.refused))

    def get(self, about: Subject) -> list[Descriptor]:
        """Offers about a subject, which is marked as shown."""
        self.shown.add(about)
        return self.offers.get(about, [])

    def subjects(self, *kinds: str) -> list[Subject]:
        """Subjects of the offers and refusals of these kinds."""
        return [about for about in dict.fromkeys((*self.offers, *self.refused)) if about.kind in kinds]

    def remaining_offers(self) -> Iterator[Descriptor]:
        """Offers that no section has shown."""
        for about, offers in self.offers.items():
            if about not in self.shown:
                yield from offers

    def data(self, action: Action) -> dict[str, Any]:
        """An action in the record format."""
        return action_to_data(self.setup, self.game.names, action)

    def choice(
        self,
        about: Subject,
        label: str,
        *,
        note: str = "",
        tone: str = "",
        quick: Sequence[tuple[str, int]] = (),
        start: int | None = None,
        step: int = 1,
    ) -> Choice | None:
        """The button for a subject, offered or refused; None if neither."""
        offers = self.get(about)
        if offers:
            return self.button(offers[0], label, note=note, tone=tone, quick=quick, start=start, step=step)
        return self.refusal(about, label, note=note)

    def refusal(self, about: Subject, label: str, *, note: str = "") -> Choice | None:
        """A button that only gives the refusal, for a subject refused for at least some amounts; else None."""
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
            return Choice(label or says, self.data(_example_action(offer)), note, says, tone=tone)
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


def _example_action(offer: Descriptor) -> Action:
    return offer.example() if isinstance(offer, Runs) else offer


def has_acted(game: Game, kinds: Sequence[str]) -> bool:
    """True if the last action, of one of these kinds, belongs to the current turn or step."""
    turn = game.to_act
    last = next(iter(game.moments(game.length - 1)), None)
    if last is None or last.action.kind not in kinds or last.action.player != turn.player:
        return False
    return turn.company in (NOBODY, getattr(last.action, "company", turn.company))
