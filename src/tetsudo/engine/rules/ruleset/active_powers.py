"""Powers in force at one table, grouped by the hooks that they implement.

The groups are computed once, so that a title without such powers pays nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeAlias

from tetsudo.core.actions import ExchangePrivate, LayPrivateTile
from tetsudo.core.frames import Frame, Stock, Turn
from tetsudo.core.units import NOBODY, CompanyId, FaceId, HexId, PlayerId, PrivateId
from tetsudo.engine.model.title import Company, PowerData, Private, Setup
from tetsudo.engine.rules.ruleset.power import Power, Rules
from tetsudo.engine.state.ownership import president_of
from tetsudo.engine.state.state import State

Asked: TypeAlias = tuple[Power[Any], int, int, PrivateId, bool]
"""A power, its id, its number once it is spent, its private, and whether that private's owner decides."""


class PowersInForce(Generic[Rules]):
    """Powers of a table: `all` in the order of their ids, then by hook, then by private or lot."""

    def __init__(self, setup: Setup) -> None:
        self.all: tuple[Power[Rules], ...] = _powers(setup)
        self.blocking = tuple(power for power in self.all if power.hexes_blocked)
        self.discounts = tuple(power for power in self.all if power.changes_cost)
        self.more_lays = tuple(power for power in self.all if power.lays_more)
        self.acting = tuple(power for power in self.all if power.takes)
        listing = [power for power in self.acting if "listing" not in power.inactive]
        kinds: tuple[type[Frame], ...] = (Stock, Turn)
        self._listed = {kind: _looked_at(power for power in listing if kind in power.frames) for kind in kinds}
        # Privates' own kinds belong to no power where no private has one: they are refused by `none`.
        self.kinds_taken = frozenset(
            (LayPrivateTile, ExchangePrivate, *(kind for each in self.acting for kind in each.takes))
        )
        self.taking = {kind: power for power in self.acting if power.private == NOBODY for kind in power.takes}
        self.draws = any(power.draws for power in self.all)
        self.marking = _powers_with_hook(self.all, "mark")
        self.ignoring = _powers_with_hook(self.all, "ignores")
        self.turning_down = _powers_with_hook(self.all, "is_down")
        self._ignoring_by, self._down_by = (
            self._with_mark_index(self.ignoring),
            self._with_mark_index(self.turning_down),
        )
        self.holding = _powers_with_hook(self.all, "holds_prices")
        self.adding = _powers_with_hook(self.all, "may_add")
        self.changing_revenue = _powers_with_hook(self.all, "revenue_of")
        self.paying = _powers_with_hook(self.all, "also_pays")
        self.after_runs = _powers_with_hook(self.all, "after_run")
        self.after_trains = _powers_with_hook(self.all, "after_train")
        self.passages = _powers_with_hook(self.all, "passage_refusal")
        self.far_tokens = _powers_with_hook(self.all, "far_token")
        self.after_turns = _powers_with_hook(self.all, "turn_ended")
        self.after_lays = _powers_with_hook(self.all, "after_lay")
        self.calls = {power.own_company: power for power in _powers_with_hook(self.all, "paid_call")}
        self._delaying_track = _looked_at(_powers_with_hook(self.acting, "delays_track"))
        self._delaying_end = _looked_at(_powers_with_hook(self.acting, "delays_end"))
        self.delaying_stock = _powers_with_hook(self.acting, "delays_stock")
        self.of_private = _by_private(setup, self.all)
        self.forbidding_sale = _by_private(setup, _powers_with_hook(self.all, "may_be_sold"))
        self.changing_income = _by_private(setup, _powers_with_hook(self.all, "private_income"))
        self.of_lot = tuple(
            tuple(power for power in self.all if (power.private, power.own_company) == (lot.private, lot.company))
            for lot in setup.lots
        )
        self.none: Power[Rules] = Power(NOBODY, PowerData(Power, "any", {}), setup)

    def usable_powers(self, state: State, player: PlayerId) -> list[Power[Rules]]:
        """Powers whose actions a player may have, without used ones and those of privates that others decide on."""
        return _usable(self._listed.get(type(state.stack[-1]), ()), state, player)

    def delays_track(self, rules: Rules, state: State, president: PlayerId) -> bool:
        """True if a president may still want to use a power in the track step."""
        for power in _usable(self._delaying_track, state, president):  # faster than `any` where compiled
            if power.delays_track(rules, state, president):
                return True
        return False

    def delays_end(self, rules: Rules, state: State, company: CompanyId) -> bool:
        """True if the president of a company may still want to use a power before its turn ends."""
        for power in _usable(self._delaying_end, state, president_of(state, company)):
            if power.delays_end(rules, state, company):
                return True
        return False

    def marks(self, state: State) -> tuple[int, ...]:
        """Everything in a position, besides tiles and tokens, that `ignores` and `is_down` depend on."""
        return tuple(power.mark(state) for power in self.marking)

    def ignores(self, company: CompanyId, hex: HexId, face: FaceId, node: int, marks: tuple[int, ...]) -> bool:
        """True if any power lets a company pass a full city."""
        for power, at in self._ignoring_by:
            if power.ignores(company, hex, face, node, marks[at] if at >= 0 else 0):
                return True
        return False

    def is_down(self, company: CompanyId, hex: HexId, marks: tuple[int, ...]) -> bool:
        """True if a company's token on a hex lies face down."""
        return any(power.is_down(company, hex, marks[at] if at >= 0 else 0) for power, at in self._down_by)

    def _with_mark_index(self, powers: tuple[Power[Rules], ...]) -> tuple[tuple[Power[Rules], int], ...]:
        """Powers, each with the index of its mark; NOBODY if it has none."""
        return tuple((power, self.marking.index(power) if power in self.marking else NOBODY) for power in powers)


def _looked_at(powers: Iterable[Power[Any]]) -> tuple[Asked, ...]:
    """Powers, each with what is looked at before it is asked."""
    return tuple((power, power.id, power.spent, power.private, _is_decided_by_owner(power)) for power in powers)


def _usable(powers: tuple[Asked, ...], state: State, player: PlayerId) -> list[Power[Any]]:
    """Powers that a player may have a use for: without used ones and those of privates that others decide on."""
    owners, players = state.privates, state.players
    bank, memory = players + state.companies, state.memory
    found: list[Power[Any]] = []
    for power, id, spent, private, by_owner in powers:
        if memory[id] == spent:
            continue
        if private != NOBODY:
            owner = owners[private]
            if (owner < players and owner != player) or owner in (NOBODY, bank):
                continue
            if by_owner and owner >= players and president_of(state, owner - players) != player:
                continue
        found.append(power)
    return found


def _is_decided_by_owner(power: Power[Any]) -> bool:
    """True if the owner of the power's private decides, or its president if that is a company."""
    kind = type(power)
    return kind.owner is Power.owner and kind.decider is Power.decider and kind.decides is Power.decides


def powers_of(had: Private | Company | Setup, setup: Setup, first: int = 0) -> tuple[Power[Any], ...]:
    """Powers of a private, a company or the title, with ids from `first` on."""
    private = had.id if isinstance(had, Private) else NOBODY
    company = had.id if isinstance(had, Company) else NOBODY
    return tuple(_make_power(first + at, data, setup, private, company) for at, data in enumerate(had.powers))


def _make_power(id: int, data: PowerData, setup: Setup, private: PrivateId, company: CompanyId) -> Power[Any]:
    assert issubclass(data.power, Power)
    return data.power(id, data, setup, private, company)


def _powers(setup: Setup) -> tuple[Power[Any], ...]:
    """Powers of privates, then those of companies, then the title's own."""
    found: list[Power[Any]] = []
    had: tuple[Private | Company | Setup, ...] = (*setup.privates, *setup.companies, setup)
    for each in had:
        found += powers_of(each, setup, len(found))
    return tuple(found)


def _by_private(setup: Setup, powers: tuple[Power[Any], ...]) -> tuple[tuple[Power[Any], ...], ...]:
    """Powers of each private."""
    return tuple(tuple(power for power in powers if power.private == private.id) for private in setup.privates)


def _powers_with_hook(powers: tuple[Power[Any], ...], hook: str) -> tuple[Power[Any], ...]:
    """Powers that implement a hook, and use it with their values."""
    return tuple(
        power
        for power in powers
        if getattr(type(power), hook) is not getattr(Power, hook) and hook not in power.inactive
    )
