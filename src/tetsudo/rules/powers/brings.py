"""Certificates that come with a private, and par prices that its buyer sets, or a minor's."""

from __future__ import annotations

from typing import Final, cast

from tetsudo import events
from tetsudo.events import Log
from tetsudo.frames import SetPar
from tetsudo.model.title import PowerData, Setup
from tetsudo.rules.ruleset.power import Bearer, Power
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.rules.shares.trading import gain_share
from tetsudo.state import State, push, reserved_of
from tetsudo.units import CompanyId

SHARE: Final = "share"
PRESIDENT: Final = "president"


class Brings(Power):
    """Its buyer receives a certificate that is kept for him, or sets a par price at once, or both.

    `what`: "share", an ordinary certificate; "president", the president's, with the par; "par",
    that alone, and the company has no president yet.
    """

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.brought = cast("CompanyId", data.values["company"])
        self.what = cast("str", data.values["what"])

    def bought(self, rules: Ruleset, state: State, log: Log) -> None:
        player = self.decider(state)
        if self.what == SHARE:
            log.append(events.ShareReceived(player, self.brought))
            gain_share(rules, state, log, player, self.brought, reserved_of(state))
        else:
            push(state, SetPar(self.brought, player, int(self.what == PRESIDENT)))
