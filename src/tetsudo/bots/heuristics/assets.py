"""Assets of each player, as a few amounts of money and counts: what `bots.heuristics.value` weighs."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from tetsudo.bots.heuristics.map_potential import LASTING_POWER_KINDS
from tetsudo.bots.heuristics.outlook import LATER_ROUNDS, Outlook, outlook_of
from tetsudo.core.units import CompanyId, PlayerId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.limits import certificates
from tetsudo.engine.state.ownership import holding, president_of, private_owner
from tetsudo.engine.state.state import State, cash_of, due_of, is_floated

MAX_MINOR_RUNS: Final = 3.0
"""Maximum number of runs of a minor that count."""

HOME_ROUNDS: Final = 8.0
"""Number of rounds left at which a share of a home counts in full."""


@dataclass(slots=True)
class Assets:
    """Assets of a player: amounts of money, then counts. Own companies are those that the player leads, minors not."""

    cash: float = 0.0
    """Cash, less dues to the bank."""
    shares: float = 0.0
    """Market value of shares of companies that have floated."""
    early_shares: float = 0.0
    """Market value of other shares."""
    lasting_dividends: float = 0.0
    """Dividends to the end of the game by trains that never rust."""
    later_dividends: float = 0.0
    """Dividends by trains that rust, but outlast the kind on sale and the one after it."""
    soon_dividends: float = 0.0
    """Dividends by other trains."""
    growth: float = 0.0
    """Rise in price of the shares by these dividends."""
    treasuries: float = 0.0
    """Treasuries of own companies."""
    lasting_trains: float = 0.0
    """Prices of own companies' trains that never rust, of those that rust later, and of those that rust soon."""
    later_trains: float = 0.0
    soon_trains: float = 0.0
    need: float = 0.0
    """Missing for the train on sale, in own companies whose trains all rust soon."""
    lasting_need: float = 0.0
    """Missing for a train that never rusts, in own companies without one."""
    income: float = 0.0
    """Income of privates that close."""
    lasting_income: float = 0.0
    """Income to the end of the game of other privates."""
    private_sales: float = 0.0
    """Prices for which own privates may be sold."""
    final_privates: float = 0.0
    """Face value of privates, if it counts at the end of the game."""
    minors: float = 0.0
    """Face value of minors."""
    minor_treasuries: float = 0.0
    minor_runs: float = 0.0
    """Revenue of minors."""
    homes: float = 0.0
    """Stops around the homes of companies, by shares held and rounds left."""
    spare_shares: float = 0.0
    """Market value of shares of own companies beyond half of them."""
    stranded_shares: float = 0.0
    """Market value of shares of others' companies without trains."""

    companies: float = 0.0
    """Number of own companies that have floated, and of those that have not."""
    early_companies: float = 0.0
    minor_count: float = 0.0
    train_count: float = 0.0
    lasting_train_count: float = 0.0
    certificates: float = 0.0
    """Certificates, in fives."""
    own_homes: float = 0.0
    """Stops around the homes of own companies, in three hundreds."""
    seat: float = 0.0
    """Places after the player who has priority, as a part of all."""

    def add_shares(self, held: int, company: Outlook, is_own: bool, left: float) -> None:
        """Add shares of a company that has floated."""
        self.shares += held * company.price
        self.lasting_dividends += held * company.lasting
        self.later_dividends += held * company.later
        self.soon_dividends += held * company.soon
        self.growth += held * company.rise
        self.homes += held * company.home / company.share_count * left / HOME_ROUNDS
        if is_own:
            self.spare_shares += max(0.0, held - company.share_count / 2) * company.price
        elif not company.train_count:
            self.stranded_shares += held * company.price

    def add_company(self, company: Outlook) -> None:
        """Add an own company that has floated."""
        self.companies += 1
        self.treasuries += company.treasury
        self.lasting_trains += company.lasting_trains
        self.later_trains += company.later_trains
        self.soon_trains += company.soon_trains
        self.need -= company.need
        self.lasting_need -= company.lasting_need
        self.train_count += company.train_count
        self.lasting_train_count += company.lasting_count
        self.own_homes += company.home / HOME_UNIT

    def add_minor(self, company: Outlook, face: int, left: float) -> None:
        """Add a minor."""
        self.minor_count += 1
        self.minors += face
        self.minor_treasuries += company.treasury
        self.minor_runs += company.run * min(left, MAX_MINOR_RUNS)


ASSETS: Final = tuple(field.name for field in fields(Assets))
"""Names of the assets, in order."""

FIRST_COUNT: Final = ASSETS.index("companies")
"""Number of the first asset that is a count rather than money."""

HOME_UNIT: Final = 300.0
CERTIFICATES_UNIT: Final = 5.0


def assets(rules: Ruleset, state: State, left: float) -> list[list[float]]:
    """Assets by player, in the order of `ASSETS`; `left`: see `rounds_left`."""
    outlooks = [outlook_of(rules, state, company, left) for company in range(state.companies)]
    return [_row(rules, state, player, outlooks, left) for player in range(state.players)]


def _row(rules: Ruleset, state: State, player: PlayerId, outlooks: list[Outlook], left: float) -> list[float]:
    found = Assets(cash=float(cash_of(state, player) - due_of(state, player)))
    for company, outlook in enumerate(outlooks):
        _add_company(found, rules, state, player, company, outlook, left)
    for private in rules.setup.privates:
        if private_owner(state, private.id) == player:
            if any(each.kind in LASTING_POWER_KINDS for each in private.powers):
                found.lasting_income += private.income * left
            else:
                found.income += private.income * min(left, LATER_ROUNDS)
            found.private_sales += min(private.high, 2 * private.price)
            found.final_privates += private.face if rules.settings.final_privates else 0
    found.certificates = certificates(rules, state, player) / CERTIFICATES_UNIT
    found.seat = (player - state.priority) % state.players / state.players
    return [getattr(found, name) for name in ASSETS]


def _add_company(
    found: Assets, rules: Ruleset, state: State, player: PlayerId, company: CompanyId, outlook: Outlook, left: float
) -> None:
    held = holding(state, company, player, rules.president_shares[company])
    is_own = president_of(state, company) == player
    if rules.is_minor[company]:
        if is_own:
            found.add_minor(outlook, rules.setup.companies[company].price, left)
    elif is_floated(state, company):
        if held:
            found.add_shares(held, outlook, is_own, left)
        if is_own:
            found.add_company(outlook)
    else:
        found.early_shares += held * outlook.price
        found.early_companies += is_own
