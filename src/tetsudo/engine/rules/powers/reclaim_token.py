"""Power to take back a company's tokens that wait on a hex for a slot."""

from __future__ import annotations

from collections.abc import Iterator

from tetsudo.core import events
from tetsudo.core.actions import Action, Descriptor, TakeBackToken
from tetsudo.core.events import Log
from tetsudo.core.units import PlayerId
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.tiles_and_tokens.tokens import has_token_waiting, waiting_hexes
from tetsudo.engine.state.board import remove_token, waiting_hex
from tetsudo.engine.state.ownership import president_of
from tetsudo.engine.state.state import RETURNED, State


class LetsTokensWait(Power[Ruleset]):
    """Base of title powers that make tokens wait: every president may take back those of their companies.

    This is allowed whenever powers may act: in stock rounds and in every company's turn.

    1890-C.10.14-h.
    """

    takes = (TakeBackToken,)

    def decides(self, state: State, player: PlayerId) -> bool:
        return True

    def candidates(self, rules: Ruleset, state: State, player: PlayerId) -> Iterator[Descriptor]:
        for company in range(state.companies):
            for hex in waiting_hexes(rules, state, company):
                yield TakeBackToken(player, company, hex)

    def refusal(self, rules: Ruleset, state: State, action: Action) -> str:
        assert isinstance(action, TakeBackToken)
        if not has_token_waiting(rules, state, action.company, action.hex):
            return "token_not_waiting"
        return "" if president_of(state, action.company) == action.player else "not_president"

    def perform(self, rules: Ruleset, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, TakeBackToken)
        for token in range(rules.tokens_from[action.company], rules.tokens_from[action.company + 1]):
            if waiting_hex(state, token) == action.hex:
                remove_token(state, token, RETURNED)
                log.append(events.TokenReturned(action.company, action.hex))
