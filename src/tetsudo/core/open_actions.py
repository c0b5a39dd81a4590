"""Descriptors that stand for many actions: a range of amounts, or every valid set of routes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, NoReturn, TypeAlias

from tetsudo.core.actions import Action, Bid, BuyPrivate, BuyTrain, Route, RunRoutes, SellShares, TakePrivate
from tetsudo.core.units import NOBODY, CompanyId, HexId, LotId, Money, PrivateId, TrainId


class Range(Action):
    """Actions of one kind that differ only in an amount, from `low` to `high`."""

    of: ClassVar[type[Action]]
    amount: ClassVar[str]  # the field with the amount

    if TYPE_CHECKING:  # each kind has its own fields, the amounts after the others

        @property
        def low(self) -> int: ...

        @property
        def high(self) -> int: ...

    def admits(self, action: Action) -> bool:
        return self.find(action) is not None

    def find(self, action: Action) -> Action | None:
        """The admitted action that is equal to `action`; None if there is none."""
        if type(action) is not self.of:
            return None
        amount = getattr(action, self.amount)
        if type(amount) is not int or not self.low <= amount <= self.high:
            return None
        found = self.at(amount)
        return found if found == action else None

    def at(self, amount: int) -> Action:
        """The action with this amount."""
        raise NotImplementedError

    def example(self) -> Action:
        return self.at(self.low)


class Bids(Range):
    """Every `Bid` on a lot from `low` to `high`."""

    of, amount, kind = Bid, "price", Bid.kind
    lot: LotId
    low: Money
    high: Money

    def at(self, amount: int) -> Bid:
        return Bid(self.player, self.lot, amount)


class Sales(Range):
    """Every `SellShares` of a company from `low` to `high` shares."""

    of, amount, kind = SellShares, "count", SellShares.kind
    company: CompanyId
    low: int
    high: int

    def at(self, amount: int) -> SellShares:
        return SellShares(self.player, self.company, amount)


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


class PrivateOffers(Range):
    """Every `BuyPrivate` of one private at `low` to `high`."""

    of, amount, kind = BuyPrivate, "price", BuyPrivate.kind
    company: CompanyId
    private: PrivateId
    low: Money
    high: Money

    def at(self, amount: int) -> BuyPrivate:
        return BuyPrivate(self.player, self.company, self.private, amount)


class PrivateTakes(Range):
    """Every `TakePrivate` of one private at `low` to `high`."""

    of, amount, kind = TakePrivate, "price", TakePrivate.kind
    private: PrivateId
    low: Money
    high: Money

    def at(self, amount: int) -> TakePrivate:
        return TakePrivate(self.player, self.private, amount)


Spot: TypeAlias = HexId | tuple[HexId, int]
"""Place on a route: a hex, or one stop of a hex, given by its node in the face."""


@dataclass(slots=True)
class Wish:
    """Constraints on one train's route. Several for the same kind of train apply in fleet order.

    `route`: exactly this route; the other fields are ignored. `idle`: the train stays at home. `must` and `never`:
    places that the route must pass or avoid. A train with only `never` may stay at home.
    """

    train: TrainId
    route: tuple[HexId, ...] | None = None
    must: frozenset[Spot] = frozenset()
    never: frozenset[Spot] = frozenset()
    idle: bool = False


class WishedRun(NamedTuple):
    """Run that meets the constraints, with each route's revenue and the fleet position of its train."""

    action: RunRoutes
    earned: tuple[Money, ...]
    places: tuple[int, ...]


Enough: TypeAlias = Callable[[int], bool]
"""Stop condition of a search, called from time to time with the number of states searched; True stops it.

The engine reads no clock. Check a deadline here, or count states to get the same answer on every machine.
"""


class Proof(NamedTuple):
    """Best run found by a search, and an upper bound on the revenue."""

    routes: tuple[Route, ...]
    revenue: Money
    bound: Money
    """Upper bound on the revenue of any run; equals `revenue` if that is proved best."""
    looked_at: int
    """Number of states searched: routes and sets of them, or partial routes."""

    @property
    def proved(self) -> bool:
        """True if the run is proved best."""
        return self.revenue >= self.bound


class Runs(Action):
    """Every valid `RunRoutes` of a company; `best()` starts the search only when called.

    `fleet`: the company's trains, sorted by kind, with duplicates.
    """

    kind: ClassVar[str] = "run_routes"
    company: CompanyId
    valid: Callable[[RunRoutes], bool]
    search: Callable[[Enough | None], Proof]
    amounts: Callable[[RunRoutes], tuple[Money, ...]]
    extra_income: Callable[[RunRoutes], tuple[Money, ...]]
    wished: Callable[[Sequence[Wish]], WishedRun]
    fleet: tuple[TrainId, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Runs) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Runs(player={self.player!r}, company={self.company!r}, fleet={self.fleet!r})"

    def _key(self) -> tuple[object, ...]:
        """Everything by which descriptors of runs differ."""
        return self.player, self.company, self.valid, self.search

    def admits(self, action: Action) -> bool:
        return (
            type(action) is RunRoutes
            and action.player == self.player
            and action.company == self.company
            and self.valid(action)
        )

    def best(self) -> RunRoutes:
        """Run of the highest revenue, proved."""
        return RunRoutes(self.player, self.company, self.search(None).routes)

    def revenue(self) -> Money:
        """Revenue of the best run."""
        return self.search(None).revenue

    def proof(self, enough: Enough | None = None) -> Proof:
        """Best run found until `enough` stops the search, with its bound; without `enough` the search is complete."""
        return self.search(enough)

    def earned(self, action: RunRoutes) -> tuple[Money, ...]:
        """Revenue of each route of a valid run; empty if the run is not valid."""
        return self.amounts(action)

    def subsidies(self, action: RunRoutes) -> tuple[Money, ...]:
        """Subsidy that each route of a valid run brings the treasury, independent of the payout."""
        return self.extra_income(action)

    def through(self, wishes: Sequence[Wish]) -> WishedRun:
        """Run of the highest revenue that meets all the constraints, proved.

        Trains without constraints run as well as they can beside the others. Raises `IllegalAction` if no valid run
        meets all the constraints.
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


OPEN_DESCRIPTORS: Final[frozenset[type[Action]]] = frozenset(
    (Bids, Sales, TrainOffers, PrivateOffers, PrivateTakes, Runs)
)
"""Descriptors that stand for many actions."""

RANGE_OF: Final[dict[type[Action], type[Range]]] = {
    kind.of: kind for kind in (Sales, TrainOffers, PrivateOffers, PrivateTakes)
}
"""Ranges by their kind of action, if it is found among listed ranges faster than checked; bids on many lots are not."""

OPEN: Final = OPEN_DESCRIPTORS
"""Former name of `OPEN_DESCRIPTORS`; goes in the next version."""
