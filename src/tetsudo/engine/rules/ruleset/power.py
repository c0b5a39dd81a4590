"""Interface of powers, with their default behaviour.

A power is a class with hooks that do nothing by default. A title's data names the class and its values, and a title may
add classes of its own. `Ruleset` determines once which powers implement which hooks, so that titles without them pay
nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Generic, TypeVar

from tetsudo.core.actions import Action, Descriptor, Route
from tetsudo.core.events import Log
from tetsudo.core.frames import Frame, Stock, Turn
from tetsudo.core.units import NOBODY, CompanyId, FaceId, HexId, Money, OwnerId, PlayerId, PrivateId, TrainId
from tetsudo.engine.model.power_spec import PowerSpec
from tetsudo.engine.model.title import PowerData, Setup
from tetsudo.engine.routes.revenue import Call
from tetsudo.engine.state.ownership import owner_of_kind, president_of
from tetsudo.engine.state.rows import tuple_with_value
from tetsudo.engine.state.state import State, company_of_owner, is_floated, owner_of_company

Rules = TypeVar("Rules")
"""Rules at a table. A `Ruleset` holds powers and is passed to their hooks; neither module imports the other."""


NEVER: Final = -(1 << 40)
"""Number that no power stores."""


class Power(PowerSpec, Generic[Rules]):
    """A power of a private, of a company or of the title."""

    id: int = NOBODY  # its index in `State.memory`
    private: PrivateId = NOBODY
    own_company: CompanyId = NOBODY  # the company that has the power itself, not through a private
    hexes_blocked: frozenset[HexId] = frozenset()
    changes_cost: bool = False
    lays_more: bool = False
    takes: tuple[type[Action], ...] = ()  # the kinds of action that it handles
    frames: tuple[type[Frame], ...] = (Stock, Turn)  # the kinds of frame on top in which it may have actions
    draws: bool = False  # True if it asks for random results
    at_first: int = 0  # its number in `State.memory` at the start of the game
    spent: int = NEVER  # that number once no action is left, if it has such a one
    inactive: frozenset[str] = frozenset()  # methods of its class that do nothing with its values, and need no call
    passage_cost: Money = 0  # price of passing its private's token

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
        """Derive from its keys, once per table, whatever follows from them."""

    def owner(self, state: State) -> OwnerId:
        """Current owner of the power; NOBODY if it is of the wrong kind, or closed. Title powers have no owner.

        1888*-FC-05, 1888*-HS-04, 1888*-TA-05, 1888*-YF-04.
        """
        if self.own_company != NOBODY:
            return owner_of_company(state, self.own_company) if is_floated(state, self.own_company) else NOBODY
        return NOBODY if self.private == NOBODY else owner_of_kind(state, self.private, self.owner_kind)

    def decider(self, state: State) -> PlayerId:
        """Player who may use the power: its owner, or the president of the company that owns it; NOBODY if none."""
        owner = self.owner(state)
        company = company_of_owner(state, owner)
        return owner if company == NOBODY else president_of(state, company)

    def decides(self, state: State, player: PlayerId) -> bool:
        """True if a player may use the power, if there is anything to use it for."""
        return self.decider(state) == player

    def remembered(self, state: State) -> int:
        """Number that the power has stored in the position; only the power knows its meaning."""
        return state.memory[self.id]

    def remember(self, state: State, memory: int) -> None:
        """Store another number in the position."""
        state.memory = tuple_with_value(state.memory, self.id, memory)

    def blocks(self, state: State) -> bool:
        """True if the power blocks its hexes now."""
        return False

    def lay_cost(self, state: State, company: int, hex: HexId, cost: Money) -> Money:
        """Cost of a lay for a company, as changed by the power. Called only if there is a cost."""
        return cost

    def far_token(self, state: State, company: CompanyId) -> HexId:
        """Hex where a company may place its next token now without connection, for `far_token_cost`; NOBODY if none."""
        return NOBODY

    def far_token_cost(self) -> Money:
        """Price of such a token."""
        return 0

    def more_lays(self, state: State, company: CompanyId) -> frozenset[HexId]:
        """Hexes on one of which a company may lay a tile in this turn besides its ordinary ones."""
        return frozenset()

    def candidates(self, rules: Rules, state: State, player: PlayerId) -> Iterable[Descriptor]:
        """Actions that the decider might try with the power, legal or not, except those on a hex."""
        return ()

    def candidates_on(self, rules: Rules, player: PlayerId, hex: HexId) -> Iterable[Descriptor]:
        """Actions that might be tried with the power on a hex, legal or not."""
        return ()

    def listing(self, rules: Rules, state: State, player: PlayerId) -> list[Descriptor]:
        """Legal actions of a player with the power: the candidates that are not refused."""
        if not self.decides(state, player):
            return []
        candidates = self.candidates(rules, state, player)
        return [each for each in candidates if not self.refusal(rules, state, each.example())]

    def refusal(self, rules: Rules, state: State, action: Action) -> str:
        """Refusal code of an action with the power; "" if it is legal."""
        return "no_power"

    def perform(self, rules: Rules, state: State, action: Action, log: Log) -> None:
        """Apply a legal action."""

    def delays_track(self, rules: Rules, state: State, player: PlayerId) -> bool:
        """True if a president may still want to use the power in the track step."""
        return False

    def delays_end(self, rules: Rules, state: State, company: int) -> bool:
        """True if the president of a company may still want to use the power before its turn ends."""
        return False

    def delays_stock(self, rules: Rules, state: State, player: PlayerId) -> bool:
        """True if a player with no other action in their turn of a stock round may want to use the power."""
        return False

    def drawn(self, rules: Rules, state: State, result: int, log: Log) -> None:
        """Handle a random result, from 1 on, that the power asked for."""

    def turn_ended(self, state: State) -> None:
        """Handle the end of a company's turn."""

    def may_remember(self, state: State, memory: int) -> bool:
        """True if a number in a position is valid as what the power stores."""
        return 0 <= memory <= self.at_first

    def sold(self, rules: Rules, state: State, seller: PlayerId) -> None:
        """Handle the sale of its private to a company."""

    def survives(self, state: State) -> bool:
        """True if its private stays open when privates close."""
        return False

    def survived(self, state: State, log: Log) -> None:
        """Handle that its private has just stayed open."""

    def private_income(self, state: State, income: Money) -> Money:
        """Income of its private, as changed by the power."""
        return income

    def may_be_sold(self, state: State) -> bool:
        """True if its private may be sold to a company."""
        return True

    def bought(self, rules: Rules, state: State, log: Log) -> None:
        """Handle the purchase of its private or minor from the bank, in the auction or in a stock round."""

    def closed(self, state: State) -> None:
        """Handle the closing of its private."""

    def holds_prices(self, state: State) -> bool:
        """True if no price moves on the market now."""
        return False

    def may_add(self, state: State, company: CompanyId, routes: Sequence[Route]) -> tuple[Money, Money]:
        """Minimum and maximum that random events may still add to the revenue of a run."""
        return 0, 0

    def revenue_of(self, state: State, company: CompanyId, revenue: Money) -> Money:
        """Revenue of a company's run, as changed by the power."""
        return revenue

    def also_pays(self, rules: Rules, state: State, log: Log) -> None:
        """Pay whatever comes besides the fixed income of privates."""

    def after_run(self, rules: Rules, state: State, company: CompanyId, routes: Sequence[Route], log: Log) -> None:
        """Handle a company's run. Only a random result (`drawn`) may change its revenue."""

    def paid_call(self, tiles: Sequence[FaceId]) -> Call | None:
        """Call that earns its company's runs a bonus on a map; None if there is none."""
        return None

    def after_lay(self, rules: Rules, state: State, company: CompanyId, hex: HexId, log: Log) -> None:
        """Handle the lay of a tile on a hex, by a company or (NOBODY) by a player's private."""

    def after_train(
        self, rules: Rules, state: State, company: CompanyId, train: TrainId, seller: int, log: Log
    ) -> None:
        """Handle a company's purchase of a train from another company, the depot or the market."""

    def passage_refusal(self, rules: Rules, state: State, company: CompanyId) -> str:
        """Refusal code for a company's payment to pass its private's token; "" if allowed."""
        return "passage_none"

    def pay_passage(self, rules: Rules, state: State, company: CompanyId, log: Log) -> None:
        """Pay for passing its private's token."""

    def ignores(self, company: CompanyId, hex: HexId, face: FaceId, node: int, mark: int) -> bool:
        """True if tokens in a city do not block a company, at a `mark`."""
        return False

    def is_down(self, company: CompanyId, hex: HexId, mark: int) -> bool:
        """True if a company's token on a hex lies face down, at a `mark`: it keeps its slot, but has no use."""
        return False

    def mark(self, state: State) -> int:
        """Everything in a position that `ignores` and `is_down` depend on, besides tiles and tokens.

        Code that changes it must drop `network`.
        """
        return 0
