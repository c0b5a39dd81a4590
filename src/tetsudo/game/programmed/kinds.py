"""Kinds of plans, each a small class of ids and amounts, and their stored form."""

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
"""Optional steps of a company's turn, which a plan may skip."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Plan of a player.

    `rounds`: kinds of rounds in which it can be made; `lasts`: it survives the round and ignores past events; `once`:
    it ends when it is carried out; `about`: the field that two plans of a kind must share to be about the same thing.
    """

    kind: ClassVar[str] = ""
    rounds: ClassVar[tuple[int, ...]] = ANY_ROUND
    lasts: ClassVar[bool] = False
    once: ClassVar[bool] = False
    about: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Passing(Plan):
    """Pass in this round, to its end or until one of the conditions is met."""

    kind: ClassVar[str] = "pass"
    rounds: ClassVar[tuple[int, ...]] = (AUCTION_ROUND, STOCK_ROUND)
    sold: bool = False  # until another player sells shares of a company that the owner holds
    traded: CompanyId = NOBODY  # until another player trades its shares
    priced: CompanyId = NOBODY  # until its price is at `price`
    price: Money = 0
    falls: bool = False  # True: at most `price`; False: at least


@dataclass(frozen=True, slots=True)
class Buying(Plan):
    """Buy one share of a company each turn of this round while it costs at most `price`, and do nothing else."""

    kind: ClassVar[str] = "buy"
    rounds: ClassVar[tuple[int, ...]] = (STOCK_ROUND,)
    about: ClassVar[str] = "company"
    company: CompanyId
    price: Money
    source: PlaceId = NOBODY  # NOBODY: the cheaper place
    percent: Percent = 0  # until the owner holds this much of it; 0: no limit
    floats: bool = False  # until it floats
    sold: bool = False  # until another player sells its shares


@dataclass(frozen=True, slots=True)
class Bidding(Plan):
    """Bid the minimum for a lot of the auction, up to `price`, until it is sold."""

    kind: ClassVar[str] = "bid"
    rounds: ClassVar[tuple[int, ...]] = (AUCTION_ROUND,)
    about: ClassVar[str] = "lot"
    lot: LotId
    price: Money


@dataclass(frozen=True, slots=True)
class Keeping(Plan):
    """Decline every offer for a private, or only those below `price` if that is set."""

    kind: ClassVar[str] = "keep"
    lasts: ClassVar[bool] = True
    about: ClassVar[str] = "private"
    private: PrivateId
    price: Money = 0


@dataclass(frozen=True, slots=True)
class Exchanging(Plan):
    """Exchange a private for a share at the first chance in a turn of its owner."""

    kind: ClassVar[str] = "exchange"
    lasts: ClassVar[bool] = True
    once: ClassVar[bool] = True
    about: ClassVar[str] = "private"
    private: PrivateId


@dataclass(frozen=True, slots=True)
class Skipping(Plan):
    """Skip some steps of a company's turns. `steps`: their indexes in a turn of the title."""

    kind: ClassVar[str] = "skip"
    lasts: ClassVar[bool] = True
    about: ClassVar[str] = "company"
    company: CompanyId
    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Running(Plan):
    """Run the best routes of a company's trains, and always choose the same payout (`core.actions.DIVIDENDS`)."""

    kind: ClassVar[str] = "run"
    lasts: ClassVar[bool] = True
    about: ClassVar[str] = "company"
    company: CompanyId
    payout: int


KINDS: Final[Mapping[str, type[Plan]]] = {
    cls.kind: cls for cls in (Passing, Buying, Bidding, Keeping, Exchanging, Skipping, Running)
}
"""Every kind of plan by its word."""

FLAG_FIELDS: Final = frozenset({"sold", "falls", "floats"})
"""Boolean fields."""

FIELD_ALIASES: Final[Mapping[str, str]] = {"traded": "company", "priced": "company"}
"""Fields written like another field."""

MAX_PERCENT: Final = 100
"""Maximum percentage of a company."""


def plan_to_data(setup: Setup, names: Sequence[str], plan: Plan) -> dict[str, Any]:
    """Stored form of a plan, in the words of records, without default values."""
    words = vocabulary(setup, names)
    data: dict[str, Any] = {"kind": plan.kind}
    for each in fields(plan):
        value = getattr(plan, each.name)
        if each.name == "steps":
            data[each.name] = [words.word("step", step) for step in value]
        elif value != each.default:
            data[each.name] = (
                value if each.name in FLAG_FIELDS else words.word(FIELD_ALIASES.get(each.name, each.name), value)
            )
    return data


def plan_from_data(setup: Setup, names: Sequence[str], data: Mapping[str, Any]) -> Plan:
    """Plan of a stored form; BadInput names the invalid field."""
    kind = KINDS.get(str(data.get("kind")))
    if kind is None:
        raise BadInput("there is no programmed action of that kind", "kind")
    words = vocabulary(setup, names)
    values: dict[str, Any] = {}
    for each in fields(kind):
        if each.name in data:
            values[each.name] = _value(words, each.name, data[each.name])
        elif each.default is MISSING:
            raise BadInput("is missing", each.name)
    for field in sorted(data.keys() - values.keys() - {"kind"}):
        raise BadInput("a programmed action has no field of that name", str(field)[:40])
    plan = kind(**values)
    _check(plan, len(words.names))
    return plan


def _value(words: Vocabulary, field: str, value: object) -> Any:
    if field in FLAG_FIELDS:
        if not isinstance(value, bool):
            raise BadInput("must be true or false", field)
        return value
    if field == "steps":
        steps = value if isinstance(value, list) else []
        if not steps or not all(step in STEPS for step in steps):
            raise BadInput("must be steps that can be skipped", field)
        return tuple(sorted({words.id("step", step) for step in steps}))
    return words.id(FIELD_ALIASES.get(field, field), value)


def _check(plan: Plan, players: int) -> None:
    """Raise BadInput for fields that do not go together."""
    if isinstance(plan, Passing) and (plan.priced == NOBODY) != (not plan.price):
        raise BadInput("needs a company and a price", "price")
    if isinstance(plan, Buying):
        if plan.source not in (NOBODY, players + IPO, players + MARKET):
            raise BadInput("must be the IPO or the market", "source")
        if plan.percent > MAX_PERCENT:
            raise BadInput("must be from 0 to {largest}", "percent", largest=MAX_PERCENT)
