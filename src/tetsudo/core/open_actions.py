"""Descriptors that stand for many actions at once: a range of amounts, or every valid set of routes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final, NamedTuple, NoReturn, TypeAlias

from tetsudo.core.actions import Action, Bid, BuyPrivate, BuyTrain, Route, RunRoutes, SellShares, TakePrivate, action
from tetsudo.core.units import NOBODY, CompanyId, HexId, LotId, Money, PrivateId, TrainId


class Range(Action):
    """The actions of one kind that differ only in an amount, from `low` to `high`."""

    __slots__ = ()
    of: ClassVar[type[Action]]
    amount: ClassVar[str]  # the field that says it
    low: int
    high: int

    def admits(self, action: Action) -> bool:
        if type(action) is not self.of:
            return False
        amount = getattr(action, self.amount)
        return self.low <= amount <= self.high and action == self.at(amount)

    def at(self, amount: int) -> Action:
        """The action at one amount of the range."""
        raise NotImplementedError

    def example(self) -> Action:
        return self.at(self.low)


@action
class Bids(Range):
    """Every `Bid` on a lot from `low` to `high`."""

    of, amount, kind = Bid, "price", Bid.kind
    lot: LotId
    low: Money
    high: Money

    def at(self, amount: int) -> Bid:
        return Bid(self.player, self.lot, amount)


@action
class Sales(Range):
    """Every `SellShares` of a company from `low` to `high` shares."""

    of, amount, kind = SellShares, "count", SellShares.kind
    company: CompanyId
    low: int
    high: int

    def at(self, amount: int) -> SellShares:
        return SellShares(self.player, self.company, amount)


@action
class TrainOffers(Range):
    """Every `BuyTrain` of one kind from another company at `low` to `high`."""

    of, amount, kind = BuyTrain, "price", BuyTrain.kind
    company: CompanyId
    train: TrainId
    seller: int
    low: Money
    high: Money

    def at(self, amount: int) -> BuyTrain:
        return BuyTrain(self.player, self.company, self.train, self.seller, amount, NOBODY)


@action
class PrivateOffers(Range):
    """Every `BuyPrivate` of one private at `low` to `high`."""

    of, amount, kind = BuyPrivate, "price", BuyPrivate.kind
    company: CompanyId
    private: PrivateId
    low: Money
    high: Money

    def at(self, amount: int) -> BuyPrivate:
        return BuyPrivate(self.player, self.company, self.private, amount)


@action
class PrivateTakes(Range):
    """Every `TakePrivate` of one private at `low` to `high`."""

    of, amount, kind = TakePrivate, "price", TakePrivate.kind
    private: PrivateId
    low: Money
    high: Money

    def at(self, amount: int) -> TakePrivate:
        return TakePrivate(self.player, self.private, amount)


Spot: TypeAlias = HexId | tuple[HexId, int]
"""What a route may pass: a hex, whatever it does there, or one stop of it, by its node in the face."""


@dataclass(slots=True)
class Wish:
    """What is asked of the run of one train; of several of a kind, in the order of the fleet.

    `route`: just this one, and nothing else counts. `idle`: it stays at home. `must` and
    `never`: what the route passes and avoids; a train that is only to avoid something may
    stay at home.
    """

    train: TrainId
    route: tuple[HexId, ...] | None = None
    must: frozenset[Spot] = frozenset()
    never: frozenset[Spot] = frozenset()
    idle: bool = False


class WishedRun(NamedTuple):
    """A run that meets wishes, what each of its routes earns, and whose each is: its train's place in the fleet."""

    action: RunRoutes
    earned: tuple[Money, ...]
    places: tuple[int, ...]


Enough: TypeAlias = Callable[[int], bool]
"""Whether a search may stop with what it has: asked now and then, with the number of states that it has looked at.

There is no clock in the engine: who has a deadline looks at a clock here, and who wants the same answer on every
machine counts states.
"""


class Proof(NamedTuple):
    """The best run that a search has found, and how far that is proved."""

    routes: tuple[Route, ...]
    revenue: Money
    bound: Money
    """No run earns more; the revenue itself if that is proved."""
    looked_at: int
    """How many states the search has looked at: routes and sets of them, or beginnings of routes."""

    @property
    def proved(self) -> bool:
        """Whether no run earns more."""
        return self.revenue >= self.bound


@action
class Runs(Action):
    """Every valid `RunRoutes` of a company; `best()` searches only when it is asked.

    `fleet`: the trains, sorted by kind, each as often as the company has it.
    """

    kind: ClassVar[str] = "run_routes"
    company: CompanyId
    valid: Callable[[RunRoutes], bool] = field(repr=False)
    search: Callable[[Enough | None], Proof] = field(repr=False)
    amounts: Callable[[RunRoutes], tuple[Money, ...]] = field(compare=False, repr=False)
    besides: Callable[[RunRoutes], tuple[Money, ...]] = field(compare=False, repr=False)
    wished: Callable[[Sequence[Wish]], WishedRun] = field(compare=False, repr=False)
    fleet: tuple[TrainId, ...] = field(compare=False)

    def admits(self, action: Action) -> bool:
        return (
            type(action) is RunRoutes
            and action.player == self.player
            and action.company == self.company
            and self.valid(action)
        )

    def best(self) -> RunRoutes:
        """The run of the highest revenue, proved."""
        return RunRoutes(self.player, self.company, self.search(None).routes)

    def revenue(self) -> Money:
        """What the best run earns."""
        return self.search(None).revenue

    def proof(self, enough: Enough | None = None) -> Proof:
        """The best run that was found until it was enough, and how far it is proved; to the end if that is not said."""
        return self.search(enough)

    def earned(self, action: RunRoutes) -> tuple[Money, ...]:
        """What each route of a valid run earns; nothing if it is not valid."""
        return self.amounts(action)

    def subsidies(self, action: RunRoutes) -> tuple[Money, ...]:
        """What the treasury receives besides for each route of a valid run, whatever becomes of the revenue."""
        return self.besides(action)

    def through(self, wishes: Sequence[Wish]) -> WishedRun:
        """The run of the highest revenue of all that meet some wishes, proved.

        Trains of which nothing is asked run as best they can beside the others. Raises
        `IllegalAction` if no valid run meets all wishes.
        """
        return self.wished(wishes)

    def example(self) -> RunRoutes:
        return self.best()

    def __copy__(self) -> Runs:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Runs:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("Runs search in the position they were listed in: pickle the game, and list them again.")


OPEN: Final[tuple[type[Action], ...]] = (Bids, Sales, TrainOffers, PrivateOffers, PrivateTakes, Runs)
"""The descriptors that stand for more than themselves."""
