"""Forced sales of a player above a limit, in their turn of a stock round (1889-BUY-23, 1890-6.4-b).

The player chooses the companies. Where each is sold only once in a turn, a block must be large enough for sales of the
others to bring the player within the limits.
"""

from __future__ import annotations

from collections.abc import Mapping

from tetsudo.core.units import CompanyId, PlayerId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.limits import certificates
from tetsudo.engine.rules.shares.market_cells import cell_after_sale
from tetsudo.engine.state.ownership import holding, ordinary_shares, president_place
from tetsudo.engine.state.state import State, cell_of


def min_blocks(rules: Ruleset, state: State, player: PlayerId, most: Mapping[CompanyId, int]) -> dict[CompanyId, int]:
    """Companies whose sale brings a player closer to the limits, each with the minimum block in shares.

    `most`: how many shares of each the player could sell in this turn. Empty if no possible sale helps.

    1890-6.4-a, 1890-6.4-b, 1890-6.4-c.
    """
    excess = certificates(rules, state, player) - rules.certificate_limit
    reliefs = {
        company: _certificates_shed(rules, state, player, company, count) if excess > 0 else 0
        for company, count in most.items()
    }
    spare = max(sum(reliefs.values()) - excess, 0)
    found = {}
    for company, relief in reliefs.items():
        if relief or _is_above_limit(rules, state, player, company, 0):
            found[company] = _min_block(rules, state, player, company, most[company], relief - spare)
    return found


def _min_block(rules: Ruleset, state: State, player: PlayerId, company: CompanyId, most: int, relief: int) -> int:
    """Minimum block that sheds a number of certificates and, if possible, meets the holding limit."""
    if not rules.one_block:
        return 1
    for count in range(1, most):
        enough = _certificates_shed(rules, state, player, company, count) >= relief
        if enough and not _is_above_limit(rules, state, player, company, count):
            return count
    return most


def _certificates_shed(rules: Ruleset, state: State, player: PlayerId, company: CompanyId, count: int) -> int:
    """Number of counted certificates that a player sheds by selling a number of shares of a company."""
    market, cell = rules.market, cell_of(state, company)
    if market.uncounted[cell]:
        return 0
    is_president = president_place(state, company) == player
    held = ordinary_shares(state, company, player) + is_president
    after = cell_after_sale(rules, cell, count)
    if market.uncounted[after] or market.closed[after]:
        return held
    left = holding(state, company, player, rules.president_shares[company]) - count
    others = max(ordinary_shares(state, company, other) for other in range(state.players) if other != player)
    keeps = is_president and left >= others
    return held - (left - rules.president_shares[company] + 1 if keeps else left)


def _is_above_limit(rules: Ruleset, state: State, player: PlayerId, company: CompanyId, count: int) -> bool:
    """True if a player is above the holding limit of a company after selling a number of its shares."""
    market, after = rules.market, cell_after_sale(rules, cell_of(state, company), count)
    left = holding(state, company, player, rules.president_shares[company]) - count
    return left > rules.hold_units[company] and not market.unlimited[after] and not market.closed[after]
