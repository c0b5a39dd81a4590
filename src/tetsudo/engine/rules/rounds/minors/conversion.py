"""Conversion of a minor into a private, by its owner's declaration or automatically."""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.units import CompanyId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.company_closing import close_company
from tetsudo.engine.state.ownership import give_private, has_any_player_sold, president_of
from tetsudo.engine.state.state import State, is_floated


def convert_refusal(rules: Ruleset, state: State, company: CompanyId) -> str:
    """Refusal code for converting the company in turn now; "" if allowed.

    Once shares were sold for its train, that train must be bought.

    1890-A.8.3-b.
    """
    if company not in rules.conversions:
        return "never_converts"
    return "convert_after_sale" if has_any_player_sold(state) else ""


def convert(rules: Ruleset, state: State, log: Log, minor: CompanyId) -> None:
    """Convert a minor: it closes, its owner receives the private, and the rest of its turn is dropped."""
    private, owner = rules.conversions[minor], president_of(state, minor)
    log.append(events.Converted(owner, minor, private))
    close_company(rules, state, log, minor)  # 1890-A.8.3-c
    give_private(state, private, owner)


def convert_due_minors(rules: Ruleset, state: State, log: Log) -> bool:
    """Convert every minor that must by now; True if any did. One without an owner waits (1890-C.10.4-a)."""
    due = [minor for minor, phase in rules.forced_conversions if state.phase >= phase and is_floated(state, minor)]
    for minor in due:
        convert(rules, state, log, minor)
    return bool(due)
