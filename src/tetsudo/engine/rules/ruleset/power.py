"""What the core asks of any power, and what holds where a power says nothing.

A power is a class with hooks that do nothing by default; a title's data names it and
its numbers, and a title may bring classes of its own. `Ruleset` finds out once which
powers answer which hooks, so that titles without them pay nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from tetsudo.core.actions import Action, Descriptor, Route
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId, FaceId, HexId, Money, OwnerId, PlayerId, PrivateId, TrainId
from tetsudo.engine.model.power_spec import Declared
from tetsudo.engine.model.title import PowerData, Setup
from tetsudo.engine.routes.revenue import Call
from tetsudo.engine.state.ownership import president_of, private_owner
from tetsudo.engine.state.state import State, company_of_owner, is_floated, owner_of_company, replaced

Rules = TypeVar("Rules")
"""The rules at a table. A `Ruleset` holds powers, and powers are asked with it; neither module imports the other."""


class Power(Declared, Generic[Rules]):
    """One power of a private, of a company or of the title."""

    id: int = NOBODY  # its place in `State.memory`
    private: PrivateId = NOBODY
    own_company: CompanyId = NOBODY  # that has it itself, where no private has it
    hexes_blocked: frozenset[HexId] = frozenset()
    changes_cost: bool = False
    lays_more: bool = False
    takes: tuple[type[Action], ...] = ()  # the actions by which it acts
    draws: bool = False  # whether it asks chance
    at_first: int = 0  # what `State.memory` has of it as the game begins
    passage_cost: Money = 0  # of passing its private's token

    def __init__(
        self, id: int, data: PowerData, setup: Setup, private: PrivateId = NOBODY, company: CompanyId = NOBODY
    ) -> None:
        self.id = id
        self.private = private
        self.own_company = company
        self.owner_kind = data.owner_kind
        for name, value in data.values.items():
            setattr(self, name, value)
        self.settle(setup)

    def settle(self, setup: Setup) -> None:
        """Find out once what follows from its keys at a table."""

    def owner(self, state: State) -> OwnerId:
        """Who has the power now; NOBODY if it is the wrong kind of owner, or closed. The title's are nobody's.

        1888*-FC-05, 1888*-HS-04, 1888*-TA-05, 1888*-YF-04.
        """
        if self.own_company != NOBODY:
            return owner_of_company(state, self.own_company) if is_floated(state, self.own_company) else NOBODY
        if self.private == NOBODY:
            return NOBODY
        owner = private_owner(state, self.private)
        if owner == NOBODY or owner == state.players + state.companies:
            return NOBODY
        is_player = owner < state.players
        if self.owner_kind != "any" and is_player != (self.owner_kind == "player"):
            return NOBODY
        return owner

    def decider(self, state: State) -> PlayerId:
        """The player who may use it: its owner, or the president of the company that owns it; NOBODY."""
        owner = self.owner(state)
        company = company_of_owner(state, owner)
        return owner if company == NOBODY else president_of(state, company)

    def decides(self, state: State, player: PlayerId) -> bool:
        """Whether a player may use it, if there is anything to use it for."""
        return self.decider(state) == player

    def remembered(self, state: State) -> int:
        """What it remembers; what that means is its own."""
        return state.memory[self.id]

    def remember(self, state: State, memory: int) -> None:
        """Let it remember something instead."""
        state.memory = replaced(state.memory, self.id, memory)

    def blocks(self, state: State) -> bool:
        """Whether its hexes take no track now."""
        return False

    def lay_cost(self, state: State, company: int, hex: HexId, cost: Money) -> Money:
        """What a lay costs a company here, where it costs anything."""
        return cost

    def more_lays(self, state: State, company: CompanyId) -> frozenset[HexId]:
        """The hexes on one of which a company lays a tile in this turn besides its ordinary ones."""
        return frozenset()

    def candidates(self, rules: Rules, state: State, player: PlayerId) -> Iterable[Descriptor]:
        """What the player who decides about it might try with it, refused or not, but for what is put on a hex."""
        return ()

    def candidates_on(self, rules: Rules, player: PlayerId, hex: HexId) -> Iterable[Descriptor]:
        """What might be tried with it on a hex, refused or not."""
        return ()

    def listing(self, rules: Rules, state: State, player: PlayerId) -> list[Descriptor]:
        """What a player may do with it now: the candidates that are not refused."""
        if not self.decides(state, player):
            return []
        candidates = self.candidates(rules, state, player)
        return [each for each in candidates if not self.refusal(rules, state, each.example())]

    def refusal(self, rules: Rules, state: State, action: Action) -> str:
        """Why an action by this power is refused; "" if it is not."""
        return "no_power"

    def perform(self, rules: Rules, state: State, action: Action, log: Log) -> None:
        """Do it."""

    def delays_track(self, state: State, player: PlayerId) -> bool:
        """Whether a president may still want to use it in the track step."""
        return False

    def delays_end(self, rules: Rules, state: State, company: int) -> bool:
        """Whether the president of a company may still want to use it before its turn ends."""
        return False

    def delays_stock(self, rules: Rules, state: State, player: PlayerId) -> bool:
        """Whether a player who can do nothing else in his turn of a stock round may want to use it."""
        return False

    def drawn(self, rules: Rules, state: State, result: int, log: Log) -> None:
        """Chance has decided for it, as it had asked: a result from 1 on."""

    def turn_ended(self, state: State) -> None:
        """A company's turn is over."""

    def may_remember(self, state: State, memory: int) -> bool:
        """Whether a position may say this of it."""
        return 0 <= memory <= self.at_first

    def sold(self, rules: Rules, state: State, seller: PlayerId) -> None:
        """Its private was just sold to a company."""

    def survives(self, state: State) -> bool:
        """Whether its private stays when privates close."""
        return False

    def survived(self, state: State, log: Log) -> None:
        """Its private has just stayed."""

    def private_income(self, state: State, income: Money) -> Money:
        """What its private pays."""
        return income

    def may_be_sold(self, state: State) -> bool:
        """Whether its private may be sold to a company."""
        return True

    def bought(self, rules: Rules, state: State, log: Log) -> None:
        """Its private or minor was just bought from the bank, in the auction or in a stock round."""

    def closed(self, state: State) -> None:
        """Its private has just closed."""

    def holds_prices(self, state: State) -> bool:
        """Whether no price moves on the market now."""
        return False

    def may_add(self, state: State, company: CompanyId, routes: Sequence[Route]) -> tuple[Money, Money]:
        """What chance may still add to the revenue of a run: the least and the most."""
        return 0, 0

    def revenue_of(self, state: State, company: CompanyId, revenue: Money) -> Money:
        """What becomes of a revenue that a company's run earns."""
        return revenue

    def also_pays(self, rules: Rules, state: State, log: Log) -> None:
        """What comes besides the fixed income, when an operating round begins."""

    def after_run(self, rules: Rules, state: State, company: CompanyId, routes: Sequence[Route], log: Log) -> None:
        """A company has just run. Only what chance decides (`drawn`) changes its revenue."""

    def paid_call(self, tiles: Sequence[FaceId]) -> Call | None:
        """The call for which its company's runs earn more on a map; None for none."""
        return None

    def after_lay(self, rules: Rules, state: State, company: CompanyId, hex: HexId, log: Log) -> None:
        """A tile was just laid on a hex, by a company or (NOBODY) by a player's private."""

    def after_train(
        self, rules: Rules, state: State, company: CompanyId, train: TrainId, seller: int, log: Log
    ) -> None:
        """A company has just bought a train from a holder of trains: another company, the depot or the market."""

    def passage_refusal(self, rules: Rules, state: State, company: CompanyId) -> str:
        """Why a company may not pay to pass its private's token."""
        return "passage_none"

    def pay_passage(self, rules: Rules, state: State, company: CompanyId, log: Log) -> None:
        """A company pays for it."""

    def ignores(self, company: CompanyId, hex: HexId, face: FaceId, node: int, mark: int) -> bool:
        """Whether a company is not blocked by tokens in a city, at a `mark`."""
        return False

    def is_down(self, company: CompanyId, hex: HexId, mark: int) -> bool:
        """Whether a company's token on a hex lies face down, at a `mark`: it keeps its place, but serves nobody."""
        return False

    def mark(self, state: State) -> int:
        """All of a position that `ignores` and `is_down` depend on, beside tiles and tokens.

        Whoever changes it drops `network`.
        """
        return 0
