"""Codes of actions: a fixed number for everything that a player at a table may ever do.

A *slot* is an action without its player and its amount: "buy a share of IR from the IPO", "bid on lot 3", "lay tile 8
on F9 with rotation 2". A slot without an amount has one code. A slot with an amount has `CELLS` codes, which stand for
amounts of the range that is legal now: the lowest, one and two steps above it, three between, a step below the
highest, and the highest. A run has a code for the best one, and one for the best in which a train of a kind stays
at home.

Codes depend on the title, its scenario and variants, and the number of players; `ActionCodes.size` of them are numbered
from 0, kind by kind, in the order of `slots.FIELDS`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Final, cast

from tetsudo.core.actions import Action, BuyTrain, Descriptor, RunRoutes
from tetsudo.core.open_actions import (
    OPEN_DESCRIPTORS,
    Bids,
    PrivateOffers,
    PrivateTakes,
    Range,
    Runs,
    Sales,
    TrainOffers,
    Wish,
)
from tetsudo.core.units import NOBODY
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.env.slots import FIELDS, Slot, slots_of

CELLS: Final = 8
"""Number of codes of a slot with an amount."""

BETWEEN: Final = (3, 4, 5)
"""Cells of amounts between, which are whole steps above the lowest."""

RANGES: Final[dict[type[Action], type[Action]]] = {
    kind: cast("type[Range]", kind).of for kind in (Bids, Sales, PrivateTakes, PrivateOffers, TrainOffers)
}
"""Kind of action of each kind of range."""

_OPEN: Final = OPEN_DESCRIPTORS  # where compiled, a constant of this module is not looked up by its name
_RUNS: Final = Runs
_SALES: Final = Sales


class LegalCodes:
    """Codes that are legal in a position, each with what was listed for it."""

    __slots__ = ("codes", "details", "offers")

    def __init__(self, codes: list[int], offers: list[Descriptor], details: list[int]) -> None:
        self.codes = codes
        self.offers = offers
        self.details = details  # the amount; for a run, the kind of train that stays at home

    def action(self, code: int) -> Action | None:
        """Action of a code; None if it is not legal. A run is searched now."""
        for place, each in enumerate(self.codes):
            if each == code:
                return _action(self.offers[place], self.details[place])
        return None


class ActionCodes:
    """Codes of the actions at a table."""

    def __init__(self, rules: Ruleset) -> None:
        self.slots: tuple[Slot, ...] = slots_of(rules, CELLS)
        self.size = self.slots[-1].first + self.slots[-1].cells
        self._first: dict[type[Action], dict[Any, int]] = {kind: {} for kind in FIELDS}
        for slot in self.slots:
            key = slot.values[0] if len(slot.values) == 1 else slot.values
            self._first[slot.kind][key] = slot.first
        for range_kind, kind in RANGES.items():
            self._first[range_kind] = self._first[kind]
        # Keys of trains on offer lack the one that is traded in.
        self._first[TrainOffers] = {key[:2]: first for key, first in self._first[BuyTrain].items() if key[2] == NOBODY}
        self._key: dict[type[Action], Callable[[Any], Any]] = {kind: _getter(names) for kind, names in FIELDS.items()}
        for range_kind, kind in RANGES.items():
            self._key[range_kind] = self._key[kind]
        self._key[TrainOffers] = attrgetter("train", "seller")
        self._step = max(rules.bid_step, 1)
        self._withholds = not rules.settings.best_run
        self._idles = bool(rules.settings.idle_runs)

    def legal(self, offers: Sequence[Descriptor]) -> LegalCodes:
        """Codes of a listing, in its order. No two of them stand for the same action."""
        codes: list[int] = []
        sources: list[Descriptor] = []
        details: list[int] = []
        for offer in offers:
            kind = type(offer)
            if kind not in _OPEN:
                codes.append(self._first[kind][self._key[kind](offer)])
                sources.append(offer)
                details.append(NOBODY)
            elif kind is _RUNS:
                for idle in self._idle_trains(offer):
                    codes.append(self._first[RunRoutes][idle])
                    sources.append(offer)
                    details.append(idle)
            else:
                first = self._first[kind][self._key[kind](offer)]
                for cell, amount in self.cells(cast("Range", offer)):
                    codes.append(first + cell)
                    sources.append(offer)
                    details.append(amount)
        return LegalCodes(codes, sources, details)

    def cells(self, offer: Range) -> list[tuple[int, int]]:
        """Cells of a range that stand for different amounts, each with its amount, rising."""
        return cells(offer.low, offer.high, 1 if type(offer) is _SALES else self._step)

    def encode(self, action: Action, offers: Sequence[Descriptor]) -> int:
        """Code of a legal action; of the nearest amount, if its own has none.

        Raises `ValueError` if no offer admits it. A run that is none of those with a code counts as the best one.
        """
        for offer in offers:
            if offer.admits(action):
                return self._code_of(action, offer)
        raise ValueError(f"{action!r} is not among the legal actions.")

    def decode(self, code: int, offers: Sequence[Descriptor]) -> Action:
        """Legal action of a code; `ValueError` if it stands for none now."""
        found = self.legal(offers).action(code)
        if found is None:
            raise ValueError(f"Code {code}, {self.text(code)}, is not legal now.")
        return found

    def slot_of(self, code: int) -> tuple[Slot, int]:
        """Slot of a code, and its cell; `ValueError` if there is no such code."""
        if not 0 <= code < self.size:
            raise ValueError(f"Codes are numbers from 0 to {self.size - 1}, not {code}.")
        slot = self.slots[bisect_right(self.slots, code, key=attrgetter("first")) - 1]
        return slot, code - slot.first

    def text(self, code: int) -> str:
        """Kind, fields and cell of a code, with ids: `bid lot=3 cell=0`."""
        slot, cell = self.slot_of(code)
        names = FIELDS[slot.kind] or ("idle",)
        parts = [f"{name}={value}" for name, value in zip(names, slot.values, strict=False)]
        return " ".join([slot.kind.kind, *parts, *([f"cell={cell}"] if slot.cells > 1 else [])])

    def _code_of(self, action: Action, offer: Descriptor) -> int:
        kind = type(offer)
        if kind is _RUNS:
            for idle in self._idle_trains(offer):
                if _action(offer, idle) == action:
                    return self._first[RunRoutes][idle]
            return self._first[RunRoutes][NOBODY]
        first = self._first[kind][self._key[kind](offer)]
        if kind not in _OPEN:
            return first
        span = cast("Range", offer)
        wanted: int = getattr(action, span.amount)
        best, distance = 0, -1
        for cell, amount in self.cells(span):
            if distance < 0 or abs(amount - wanted) < distance:
                best, distance = cell, abs(amount - wanted)
        return first + best

    def _idle_trains(self, offer: Descriptor) -> list[int]:
        """Kinds of train that may stay at home in a run, after NOBODY for the best run of all."""
        fleet = cast("Runs", offer).fleet
        if not self._withholds or not (len(fleet) > 1 or self._idles):
            return [NOBODY]
        return [NOBODY, *dict.fromkeys(fleet)]


def cells(low: int, high: int, step: int) -> list[tuple[int, int]]:
    """Cells of a range from `low` to `high` that stand for different amounts, each with its amount, rising."""
    if low == high:
        return [(0, low)]
    wide = high - low
    between = (low + wide // 4, low + wide // 2, low + wide * 3 // 4)
    amounts = (low, low + step, low + 2 * step, *between, high - step, high)
    found: list[tuple[int, int]] = []
    seen: list[int] = []
    for cell, amount in enumerate(amounts):
        if cell in BETWEEN:
            amount -= (amount - low) % step
        if low <= amount <= high and amount not in seen:
            seen.append(amount)
            found.append((cell, amount))
    return found


def _action(offer: Descriptor, detail: int) -> Action:
    """Action of an offer with an amount, or with the kind of train that stays at home."""
    kind = type(offer)
    if kind not in _OPEN:
        return offer
    if kind is not _RUNS:
        return cast("Range", offer).at(detail)
    run = cast("Runs", offer)
    return run.best() if detail == NOBODY else run.through([Wish(detail, idle=True)]).action


def _getter(names: tuple[str, ...]) -> Callable[[Any], Any]:
    """Function that gives the value of one field, or the values of several as a tuple."""
    return attrgetter(*names) if names else _no_values


def _no_values(offer: Any) -> tuple[()]:
    return ()
