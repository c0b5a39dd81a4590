"""Tokens never used."""

from __future__ import annotations

from collections.abc import Iterator

from tetsudo.core.actions import Pass, PlaceToken
from tetsudo.core.units import NOBODY, CompanyId
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.tiles_and_tokens.tokens import next_token, token_price
from tetsudo.engine.state.board import token_places
from tetsudo.engine.state.ownership import president_of
from tetsudo.engine.state.state import RETURNED, UNPLACED, is_floated
from tetsudo.review.findings.kinds import UnusedTokens
from tetsudo.review.findings.past import Past, Step, turn_at


def unused_tokens(past: Past) -> Iterator[UnusedTokens]:
    """Tokens that floated companies had left at the end."""
    passes = _passes(past)
    for company in range(past.end.companies):
        count = tokens_left(past, company) if is_floated(past.end, company) else 0
        if count:
            passed = passes.get(company, [])
            yield UnusedTokens(
                president_of(past.end, company),
                company,
                passed[-1].move if passed else NOBODY,
                past.finding_clause("unused_tokens"),
                count,
                token_price(past.rules, past.end, company, next_token(past.rules, past.end, company)),
                len(passed),
            )


def tokens_left(past: Past, company: CompanyId) -> int:
    """Number of tokens that a company could still place: those to be bought, and homes that came back."""
    first, after = past.rules.tokens_from[company : company + 2]
    bought = first + past.rules.setup.companies[company].home_tokens
    return token_places(past.end, bought, after).count(UNPLACED) + token_places(past.end, first, after).count(RETURNED)


def _passes(past: Past) -> dict[CompanyId, list[Step]]:
    """Passes of each company's token step in which a token could be placed."""
    found: dict[CompanyId, list[Step]] = {}
    for step in past.steps:
        company, name = turn_at(past, step)
        if name == "token" and isinstance(step.action, Pass) and _could_place(past, step):
            found.setdefault(company, []).append(step)
    return found


def _could_place(past: Past, step: Step) -> bool:
    listed = engine.listing(past.rules, step.before, step.action.player)
    return any(isinstance(offer, PlaceToken) for offer in listed)
