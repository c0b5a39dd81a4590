"""Limits on shares and certificates that a player holds, and on sales of a company.

Counts are in shares of a company: an ordinary certificate is one, the president's as many as the title says (two).
"""

from __future__ import annotations

from tetsudo.core.units import NOBODY, CompanyId, PlayerId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.ownership import holding, ordinary_shares, president_of
from tetsudo.engine.state.rows import column, count_of
from tetsudo.engine.state.state import MARKET, State, cell_of


def certificates(rules: Ruleset, state: State, player: PlayerId) -> int:
    """Number of certificates that count toward a player's limit (1889-BUY-20, 1889-BUY-21)."""
    return _count_certificates(rules, state, player)[0]


def _count_certificates(rules: Ruleset, state: State, player: PlayerId) -> tuple[int, bool]:
    """Number of certificates that count; and True if the player is above the holding limit of some company."""
    uncounted, unlimited, weights = rules.market.uncounted, rules.market.unlimited, rules.limited_shares
    president, cells, most = state.president, state.cell, rules.hold_units
    # 1888*-CRT-07, 1888*-PRV-08, 1890-6.1-a, 1890-11.1-b, 1890-11.2-c, 1890-C.8.1-g
    count, over = count_of(state.privates, player), False
    for private in rules.uncounted:
        count -= state.privates[private] == player  # 1890-A.8.3-d
    for company, held in enumerate(column(state.shares, player, state.players + 4)):
        is_president = president[company] == player
        if not held and not is_president:
            continue
        cell = cells[company]
        if cell == NOBODY or not uncounted[cell]:  # 1888N-CRT-09, 1890-3.12.5.2-a, 1890-6.2.1-a
            count += held + is_president  # 1888*-CO-06, 1888*-CRT-06, 1890-6.1-b, 1890-C.8.3-e
        if held + is_president * weights[company] > most[company] and not (cell != NOBODY and unlimited[cell]):
            over = True
    return count, over


def may_exceed(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """True if the holding limit is lifted where the company's token stands (1889-BUY-22, 1890-6.3.1-a)."""
    cell = cell_of(state, company)
    return cell != NOBODY and rules.market.unlimited[cell]


def limits(rules: Ruleset, state: State, player: PlayerId) -> tuple[bool, bool]:
    """Two flags: the player has room for one more counted certificate; the player must sell (1889-BUY-23)."""
    limit = rules.certificate_limit
    if _is_below_limits(rules, state, player, limit):
        return True, False
    count, over = _count_certificates(rules, state, player)
    return count < limit, over or count > limit


def _is_below_limits(rules: Ruleset, state: State, player: PlayerId, limit: int) -> bool:
    """True if a quick count puts a player below the certificate limit and every holding limit."""
    everything, most = count_of(state.president, player) + count_of(state.privates, player), rules.surely_held
    shares, place = state.shares, player
    for _company in range(state.companies):
        held = shares[place]
        if held > most:
            return False
        everything += held
        place += state.players + 4
    return everything < limit


def max_sellable(rules: Ruleset, state: State, player: PlayerId, company: CompanyId) -> int:
    """Maximum block of a company that a player could sell, in shares; 0 for none.

    The market limit applies (1889-SEL-05). The president's certificate can only go to a player with at least as many
    shares as it counts.

    1889-SEL-06, 1889-SEL-09, 1888*-DIR-05, 1888*-SEL-02.
    """
    if state.cell[company] == NOBODY:  # 1890-A.8.4-d, 1890-B.12-c, 1890-C.8.4-l, 1890-C.8.4-ak
        return 0
    base, players = company * (state.players + 4), state.players
    most = rules.market_units[company] - state.shares[base + players + MARKET]
    if state.president[company] != player:
        count = state.shares[base + player]
        return count if count <= most else max(most, 0)
    weight, owned = rules.president_shares[company], state.shares[base + player]
    for other, held in enumerate(state.shares[base : base + players]):
        if held >= weight and other != player:
            owned += weight
            break
    return max(min(most, owned), 0)


def max_president_block(rules: Ruleset, state: State, player: PlayerId, company: CompanyId) -> int:
    """Same maximum, if the player is to stay president: with the certificate, and no player ahead (1889-EMR-06)."""
    most = max_sellable(rules, state, player, company)
    if president_of(state, company) != player:
        return most
    weight = rules.president_shares[company]
    others = max(ordinary_shares(state, company, other) for other in range(state.players) if other != player)
    return max(min(most, holding(state, company, player, weight) - max(weight, others)), 0)
