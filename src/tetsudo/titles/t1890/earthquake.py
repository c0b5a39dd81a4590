"""The Great Hanshin Earthquake of 1890's C.10.13: its trigger, its effects, and the restoring of tokens.

`State.memory` holds the game turn of the earthquake (0: not yet), and above that one bit per company whose token
lies face down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final

from tetsudo.core import events
from tetsudo.core.actions import Action, Descriptor, RestoreToken
from tetsudo.core.events import Log
from tetsudo.core.frames import Turn
from tetsudo.core.units import NOBODY, CompanyId, HexId, Money, PlayerId, TrainId
from tetsudo.engine.model.power_spec import TITLE, Amount, Companies, Hex, Hexes, Key
from tetsudo.engine.model.templates import Part, Value
from tetsudo.engine.model.title import MINOR, Setup
from tetsudo.engine.rules.emergency.funds import is_treasury_reserved
from tetsudo.engine.rules.flow.stack import current_turn
from tetsudo.engine.rules.powers.die_roll import request_die_roll
from tetsudo.engine.rules.privates.income import close_private
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.bank import pay_bank
from tetsudo.engine.rules.tiles_and_tokens.downgrade import downgrade_tile
from tetsudo.engine.rules.tiles_and_tokens.tokens import has_token_on, return_tokens
from tetsudo.engine.rules.turn_order.round_sequence import MAX_TURNS
from tetsudo.engine.state.ownership import holding, president_of, privates_of, train_count
from tetsudo.engine.state.state import (
    DEPOT,
    DISCARDED,
    OPERATING_ROUND,
    SCRAPPED,
    State,
    due_of,
    owner_of_company,
    set_dues,
    treasury,
)

COMPANY_BITS_UNIT: Final = 1 << MAX_TURNS.bit_length()
"""Unit of the company bits in `State.memory`, above the game turn."""


class Earthquake(Power[Ruleset]):
    """Earthquake triggered by one train of the last kind, drawn at each purchase with the odds of shuffled cards.

    So a position hides nothing. The earthquake cannot come once the bank is broken (1890-C.10.13-a). It strikes at once
    and lasts to the end of the next stock round. Only run income is reduced. A token face down keeps its slot and still
    blocks, but its company cannot run from it or through a full city with it. Returned tokens, home tokens included,
    cost the price of any returned token.
    """

    kind = "earthquake"
    help = "One of the last kind of trains, drawn at random, brings an earthquake."
    sentence = (
        "One of the last kind of trains, drawn as each is bought from the bank, brings the Great Hanshin "
        "Earthquake, unless the bank is broken. Until the next stock round runs of {idle} earn nothing and those of "
        "{halved} half; no price moves until that stock round is over. {closes} closes, all tokens in {emptied} "
        "return to their companies, the tile in {lowered} is downgraded, and tokens in {down} turn face down: after "
        "that stock round their companies may pay {restoring} each to restore them. By its end each player pays "
        "{per_train} for each such train sold so far and {per_share} for each share or other certificate owned when "
        "it came, selling shares if necessary; what is still owed at the end of the game is deducted from net worth."
    )
    event_name = "The Great Hanshin Earthquake"
    belongs_to = (TITLE,)
    takes = (RestoreToken,)
    draws = True

    idle: Annotated[Companies, Key("whose runs earn nothing until the next stock round")]
    halved: Annotated[Companies, Key("whose runs earn half until then")]
    closing: Annotated[str, Key("the symbol of the private that closes, where there is one")]
    emptied: Annotated[Hexes, Key("from where tokens go back")]
    lowered: Annotated[Hex, Key("where the tile makes room for one of the colour before")]
    down: Annotated[Hex, Key("where tokens lie face down")]
    restoring: Annotated[Amount, Key("what it costs to turn one up")]
    per_train: Annotated[Amount, Key("what each player pays for each of the trains sold so far")]
    per_share: Annotated[Amount, Key("payment for each share or other certificate of a player")]

    def settle(self, setup: Setup) -> None:
        last = setup.trains[-1]
        self.train: TrainId = last.id
        self.trains_in_all = last.count if last.count >= 0 else setup.settings.top_trains
        self.weights = tuple(1 if each.kind == MINOR else each.president_shares for each in setup.companies)
        self.closed_by_it = tuple(each.id for each in setup.privates if each.symbol == self.closing)
        self.certificates = frozenset(each.id for each in setup.privates if each.counted)

    # Trigger

    def after_train(
        self, rules: Ruleset, state: State, company: CompanyId, train: TrainId, seller: int, log: Log
    ) -> None:
        if train != self.train or seller != state.companies + DEPOT or state.broken or self.strike_turn(state):
            return
        before = self.trains_sold(state) - 1
        if before < self.trains_in_all:  # each remaining train is equally likely to trigger it
            request_die_roll(state, self, self.trains_in_all - before, before)

    def trains_sold(self, state: State) -> int:
        """Number of trains of the last kind sold by the bank."""
        holders = (*range(state.companies), state.companies + DISCARDED, state.companies + SCRAPPED)
        return sum(train_count(state, self.train, holder) for holder in holders)

    def drawn(self, rules: Ruleset, state: State, result: int, log: Log) -> None:
        if result == 1:
            self._strike(rules, state, log)

    def _strike(self, rules: Ruleset, state: State, log: Log) -> None:
        """Apply 1890-C.10.13-a, 1890-C.10.13-d, 1890-C.10.13-e, 1890-C.10.13-f, 1890-C.10.13-g."""
        log.append(events.Befell([each.power for each in rules.setup.powers].index(type(self))))
        self._set_dues(state, log)
        for private in self.closed_by_it:
            close_private(rules, state, log, private)
        for hex in self.emptied:
            return_tokens(rules, state, log, hex)
        downgrade_tile(rules, state, log, self.lowered)
        there = [company for company in range(state.companies) if has_token_on(rules, state, company, self.down)]
        self.remember(state, state.turn + COMPANY_BITS_UNIT * sum(1 << company for company in there))
        state.network = None
        for company in there:
            log.append(events.TokenTurnedDown(company, self.down))

    def _set_dues(self, state: State, log: Log) -> None:
        """Fix the amount that each player owes (1890-C.10.13-h, 1890-C.10.13-i)."""
        for_trains = self.trains_sold(state) * self.per_train
        set_dues(
            state,
            [for_trains + self.per_share * self._certificates_of(state, player) for player in range(state.players)],
        )
        for player in range(state.players):
            log.append(events.Owed(player, due_of(state, player)))

    def _certificates_of(self, state: State, player: PlayerId) -> int:
        """Number of shares, with the president's certificate as two, plus minors and privates as one each."""
        shares = sum(holding(state, company, player, weight) for company, weight in enumerate(self.weights))
        return shares + len(self.certificates.intersection(privates_of(state, player)))

    # Duration

    def strike_turn(self, state: State) -> int:
        """Game turn of the earthquake; 0: not yet."""
        return self.remembered(state) % COMPANY_BITS_UNIT

    def holds_prices(self, state: State) -> bool:
        """True until the next stock round is over (1890-C.10.13-c)."""
        turn = self.strike_turn(state)
        return turn > 0 and (state.turn == turn or (state.turn == turn + 1 and state.round != OPERATING_ROUND))

    def revenue_of(self, state: State, company: CompanyId, revenue: Money) -> Money:
        """Revenue reduced until the next stock round (1890-C.10.13-b)."""
        if self.strike_turn(state) != state.turn:
            return revenue
        return 0 if company in self.idle else revenue // 2 if company in self.halved else revenue

    def is_down(self, company: CompanyId, hex: HexId, mark: int) -> bool:
        return hex == self.down and bool(mark >> company & 1)

    def mark(self, state: State) -> int:
        return self.remembered(state) // COMPANY_BITS_UNIT

    def may_remember(self, state: State, memory: int) -> bool:
        return 0 <= memory < COMPANY_BITS_UNIT << state.companies

    # Restoring tokens

    def decider(self, state: State) -> PlayerId:
        turn = current_turn(state)
        return NOBODY if turn is None else president_of(state, turn.company)

    def candidates(self, rules: Ruleset, state: State, player: PlayerId) -> Iterator[Descriptor]:
        turn = current_turn(state)
        if turn is not None and self.mark(state) >> turn.company & 1:
            yield RestoreToken(player, turn.company, self.down)

    def refusal(self, rules: Ruleset, state: State, action: Action) -> str:
        assert isinstance(action, RestoreToken)
        frame = state.stack[-1]
        if not isinstance(frame, Turn) or frame.company != action.company:
            return "not_its_turn"
        if action.player != president_of(state, action.company):
            return "not_president"
        if not (action.hex == self.down and self.mark(state) >> action.company & 1):
            return "restore_none"
        if state.turn == self.strike_turn(state):
            return "restore_early"
        if treasury(state, action.company) < self.restoring:
            return "restore_cash"
        return "sale_pays_bank" if is_treasury_reserved(rules, state, action.company) else ""

    def perform(self, rules: Ruleset, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, RestoreToken)
        pay_bank(state, owner_of_company(state, action.company), self.restoring)
        self.remember(state, self.remembered(state) - (COMPANY_BITS_UNIT << action.company))
        state.network = None
        log.append(events.TokenRestored(action.company, action.hex, self.restoring))

    def delays_track(self, rules: Ruleset, state: State, player: PlayerId) -> bool:
        turn = current_turn(state)
        if turn is None or self.decider(state) != player or state.turn == self.strike_turn(state):
            return False
        return bool(self.mark(state) >> turn.company & 1) and treasury(state, turn.company) >= self.restoring

    def words(self, setup: Setup) -> Mapping[str, Part]:
        closing = next((each.name for each in setup.privates if each.symbol == self.closing), self.closing)
        return {"closes": Value("text", closing)}
