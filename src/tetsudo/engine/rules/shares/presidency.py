"""Presidency: the largest holder takes it by exchange of the president's certificate (1889-BUY-10, 1889-SEL-10)."""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId, PlayerId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.ownership import holding, move_ordinary, move_president, ordinary_shares, president_place
from tetsudo.engine.state.state import State


def pass_presidency_on(
    rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId, count: int
) -> None:
    """Pass the presidency on before a president's sale, if another player will hold more shares.

    1889-SEL-10, 1889-SEL-11, 1888*-DIR-06, 1888N-DIR-08, 1890-6.5-a.
    """
    left = holding(state, company, player, rules.president_shares[company]) - count
    heir = _largest_holder(state, company, player)
    if heir != NOBODY and ordinary_shares(state, company, heir) > left:
        swap_presidency(rules, state, log, company, player, heir)


def _largest_holder(state: State, company: CompanyId, president: PlayerId) -> PlayerId:
    """Largest other holder; ties go to the nearest clockwise from the president (1888*-DIR-07, 1890-6.5-c)."""
    best, most = NOBODY, 0
    for step in range(1, state.players):
        other = (president + step) % state.players
        held = ordinary_shares(state, company, other)
        if held > most:
            best, most = other, held
    return best


def settle_presidency(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """Give the presidency to a player with more shares than the president; ties go clockwise.

    1890-6.5-a, 1890-C.8.4-y.
    """
    president = president_place(state, company)
    heir = _largest_holder(state, company, president)
    weight = rules.president_shares[company]
    if heir != NOBODY and ordinary_shares(state, company, heir) > holding(state, company, president, weight):
        swap_presidency(rules, state, log, company, president, heir)


def swap_presidency(rules: Ruleset, state: State, log: Log, company: CompanyId, old: PlayerId, new: PlayerId) -> None:
    """Swap the president's certificate for as many ordinary shares as it counts (1889-BUY-10)."""
    move_ordinary(state, company, new, old, rules.president_shares[company])  # 1888*-DIR-03, 1890-6.5-d
    move_president(state, company, new)  # 1888N-DIR-04, 1890-6.5-e
    log.append(events.PresidentChanged(new, company))
