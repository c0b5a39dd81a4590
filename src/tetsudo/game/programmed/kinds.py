"""The kinds of plans, each a small class of ids and amounts, and how they are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, Final

from tetsudo.core.errors import BadInput
from tetsudo.core.units import NOBODY, CompanyId, LotId, Money, Percent, PlaceId, PrivateId
from tetsudo.engine.model.title import Setup
from tetsudo.engine.state.state import AUCTION_ROUND, IPO, MARKET, OPERATING_ROUND, STOCK_ROUND
from tetsudo.language.labels import Vocabulary, vocabulary

ANY_ROUND: Final = (AUCTION_ROUND, STOCK_ROUND, OPERATING_ROUND)

STEPS: Final = ("track", "token", "trains", "privates")
"""The steps of a company's turn that may be skipped: those that need not come to anything."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player has said that he will do.

    `rounds`: in which kinds of rounds it can be made; `lasts`: it outlives them, and does not ask what has happened;
    `once`: it is over when it is carried out; `about`: the field by which two plans of a kind are about the same.
    """

    kind: ClassVar[str] = ""
    rounds: ClassVar[tuple[int, ...]] = ANY_ROUND
    lasts: ClassVar[bool] = False
    once: ClassVar[bool] = False
    about: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Passing(Plan):
    """Pass in this round: to its end, or until something happens."""

    kind: ClassVar[str] = "pass"
    rounds: ClassVar[tuple[int, ...]] = (AUCTION_ROUND, STOCK_ROUND)
    sold: bool = False  # until somebody sells shares of a company of which its owner has some
    traded: CompanyId = NOBODY  # until somebody buys or sells shares of it
    priced: CompanyId = NOBODY  # until its price is at `price`
    price: Money = 0
    falls: bool = False  # or below; else or above


@dataclass(frozen=True, slots=True)
class Buying(Plan):
    """Buy a share of a company each turn of this round while it costs at most `price`, and do nothing else."""

    kind: ClassVar[str] = "buy"
    rounds: ClassVar[tuple[int, ...]] = (STOCK_ROUND,)
    about: ClassVar[str] = "company"
    company: CompanyId
    price: Money
    source: PlaceId = NOBODY  # NOBODY: from wherever it costs less
    percent: Percent = 0  # until its owner has so much of it; 0: no matter
    floats: bool = False  # until it floats
    sold: bool = False  # until somebody sells shares of it


@dataclass(frozen=True, slots=True)
class Bidding(Plan):
    """Bid the least that may be bid for a lot of the auction, up to `price`, until it is sold."""

    kind: ClassVar[str] = "bid"
    rounds: ClassVar[tuple[int, ...]] = (AUCTION_ROUND,)
    about: ClassVar[str] = "lot"
    lot: LotId
    price: Money


@dataclass(frozen=True, slots=True)
class Keeping(Plan):
    """Decline whatever is offered for a private; if it is less than `price`, where one is said."""

    kind: ClassVar[str] = "keep"
    lasts: ClassVar[bool] = True
    about: ClassVar[str] = "private"
    private: PrivateId
    price: Money = 0


@dataclass(frozen=True, slots=True)
class Exchanging(Plan):
    """Exchange a private for a share as soon as that may be done in a turn of its owner."""

    kind: ClassVar[str] = "exchange"
    lasts: ClassVar[bool] = True
    once: ClassVar[bool] = True
    about: ClassVar[str] = "private"
    private: PrivateId


@dataclass(frozen=True, slots=True)
class Skipping(Plan):
    """Do nothing in some steps of a company's turns. `steps`: their numbers in a turn of the title."""

    kind: ClassVar[str] = "skip"
    lasts: ClassVar[bool] = True
    about: ClassVar[str] = "company"
    company: CompanyId
    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Running(Plan):
    """Run a company's trains as best they can, and do one thing with what they earn (`actions.DIVIDENDS`)."""

    kind: ClassVar[str] = "run"
    lasts: ClassVar[bool] = True
    about: ClassVar[str] = "company"
    company: CompanyId
    payout: int


KINDS: Final[Mapping[str, type[Plan]]] = {
    cls.kind: cls for cls in (Passing, Buying, Bidding, Keeping, Exchanging, Skipping, Running)
}
"""Every kind of plan by its word."""

FLAGS: Final = frozenset({"sold", "falls", "floats"})
"""Fields that say yes or no."""

WORDS: Final[Mapping[str, str]] = {"traded": "company", "priced": "company"}
"""Fields that are told by another one's words."""

HIGHEST: Final = 100
"""Percent of a company."""


def plan_to_data(setup: Setup, names: Sequence[str], plan: Plan) -> dict[str, Any]:
    """A plan as it is kept, in the words of records; what is not said in it is left out."""
    words = vocabulary(setup, names)
    data: dict[str, Any] = {"kind": plan.kind}
    for each in fields(plan):
        value = getattr(plan, each.name)
        if each.name == "steps":
            data[each.name] = [words.word("step", step) for step in value]
        elif value != each.default:
            data[each.name] = value if each.name in FLAGS else words.word(WORDS.get(each.name, each.name), value)
    return data


def plan_from_data(setup: Setup, names: Sequence[str], data: Mapping[str, Any]) -> Plan:
    """The plan that was kept; BadInput names the field that says nothing that can be."""
    kind = KINDS.get(str(data.get("kind")))
    if kind is None:
        raise BadInput("there is no such plan", "kind")
    words = vocabulary(setup, names)
    values: dict[str, Any] = {}
    for each in fields(kind):
        if each.name in data:
            values[each.name] = _value(words, each.name, data[each.name])
        elif each.default is MISSING:
            raise BadInput("is missing", each.name)
    for field in data.keys() - values.keys() - {"kind"}:
        raise BadInput("a plan has no such field", str(field)[:40])
    plan = kind(**values)
    _check(plan, len(words.names))
    return plan


def _value(words: Vocabulary, field: str, value: object) -> Any:
    if field in FLAGS:
        if not isinstance(value, bool):
            raise BadInput("must be true or false", field)
        return value
    if field == "steps":
        steps = value if isinstance(value, list) else []
        if not steps or not all(step in STEPS for step in steps):
            raise BadInput("must be steps that may be skipped", field)
        return tuple(sorted({words.id("step", step) for step in steps}))
    return words.id(WORDS.get(field, field), value)


def _check(plan: Plan, players: int) -> None:
    """BadInput where fields do not go together."""
    if isinstance(plan, Passing) and (plan.priced == NOBODY) != (not plan.price):
        raise BadInput("a price must be said, and of which company", "price")
    if isinstance(plan, Buying):
        if plan.source not in (NOBODY, players + IPO, players + MARKET):
            raise BadInput("must be the initial offering or the market", "source")
        if plan.percent > HIGHEST:
            raise BadInput("must be from 0 to {largest}", "percent", largest=HIGHEST)
