"""A minor that its owner may turn into a private at any point of its own turn."""

from __future__ import annotations

from tetsudo import events
from tetsudo.actions import Convert
from tetsudo.events import Log
from tetsudo.rules.market.closing import close_company
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.state import State, give_private, has_anybody_sold
from tetsudo.units import CompanyId


def convert_refusal(rules: Ruleset, state: State, company: CompanyId) -> str:
    """Why the company in turn may not be converted now.

    Shares that were sold for its train are sold to buy that train.

    1890-A.8.3-b.
    """
    if company not in rules.conversions:
        return "never_converts"
    return "convert_after_sale" if has_anybody_sold(state) else ""


def convert(rules: Ruleset, state: State, log: Log, action: Convert) -> None:
    """The minor closes, and its owner has the private; the rest of its turn is dropped."""
    private = rules.conversions[action.company]
    log.append(events.Converted(action.player, action.company, private))
    close_company(rules, state, log, action.company)  # 1890-A.8.3-c
    give_private(state, private, action.player)
