"""Power of a private or minor whose buyer receives a certificate or sets a par price."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.frames import SetPar
from tetsudo.core.units import NOBODY
from tetsudo.engine.model.power_spec import Company, Draw, Key, drawn_company
from tetsudo.engine.model.templates import Part, Phrase, Value
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.trading import gain_share
from tetsudo.engine.state.ownership import reserved_of
from tetsudo.engine.state.state import State, push

BROUGHT_PHRASES: Final = {
    "share": Phrase("Its buyer receives a share of {company} with it."),
    "president": Phrase("Its buyer receives the president's certificate of {company} and sets its par at once."),
    "par": Phrase("Its buyer sets the par of {company} at once."),
}


class ComesWithShare(Power[Ruleset]):
    """Power by which the buyer receives a reserved certificate, sets a par price at once, or both."""

    kind = "brings"
    help = "Its buyer receives something at once."
    sentence = "{brought}"
    owners = ("player",)

    company: Annotated[Company, Key("whose certificate or par price", needed=True, unless="draw")] = NOBODY
    draw: Annotated[Draw, Key("or of which of the title's draws; the certificate is reserved as it is made")] = NOBODY
    what: Annotated[
        Literal["share", "president", "par"],
        Key(
            "a reserved `share`; the `president`'s certificate, whose owner sets the par; or only that, `par`, and"
            " the company has no president yet"
        ),
    ]

    def settle(self, setup: Setup) -> None:
        if self.draw != NOBODY and setup.drawn:
            self.company = setup.drawn[self.draw]

    def words(self, setup: Setup) -> Mapping[str, Part]:
        company = Value("company", self.company) if self.draw == NOBODY else drawn_company(setup, self.draw)
        return {"brought": BROUGHT_PHRASES[self.what].of(company=company)}

    def bought(self, rules: Ruleset, state: State, log: Log) -> None:
        player = self.decider(state)
        if self.what == "share":
            log.append(events.ShareReceived(player, self.company))
            # 1890-A.8.1-g, 1890-C.8.1-i, 1890-C.8.1-j
            gain_share(rules, state, log, player, self.company, reserved_of(state))
        else:
            # 1890-9.4-a, 1890-9.4-b, 1890-C.8.1-k, 1890-C.8.4-p
            push(state, SetPar(self.company, player, int(self.what == "president")))
