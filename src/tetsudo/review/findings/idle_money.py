"""Money that lay idle to the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tetsudo.core.events import Floated, TurnBegan
from tetsudo.core.units import NOBODY, CompanyId, Money, OwnerId, PlayerId
from tetsudo.engine.state.ownership import president_of
from tetsudo.engine.state.state import cash_of, is_floated, owner_of_company
from tetsudo.review.findings.certificates import cheapest_share, is_stock_pass
from tetsudo.review.findings.kinds import IdleMoney
from tetsudo.review.findings.past import Past, Step
from tetsudo.review.findings.payments import spends


def idle_money(past: Past) -> Iterator[IdleMoney]:
    """Money that players and companies held to the end without paying for anything, though they had occasion to."""
    for player in range(past.end.players):
        yield from _of_player(past, player)
    for company in range(past.end.companies):
        if is_floated(past.end, company):
            yield from _of_company(past, company)


def _of_player(past: Past, player: PlayerId) -> Iterator[IdleMoney]:
    last = max((at for at, step in enumerate(past.steps) if spends(past, step, player)), default=NOBODY)
    amount = _held_since(past, last, player)
    chances = sum(_is_chance(past, step, player, amount) for step in past.steps[last + 1 :])
    if chances:
        yield IdleMoney(player, NOBODY, _move(past, last), "", amount, chances)


def _is_chance(past: Past, step: Step, player: PlayerId, amount: Money) -> bool:
    """True if a player passed while a share that the amount pays for could be bought."""
    if not is_stock_pass(step, player):
        return False
    share = cheapest_share(past, step)
    return share is not None and share[0] <= amount


def _of_company(past: Past, company: CompanyId) -> Iterator[IdleMoney]:
    owner = owner_of_company(past.end, company)
    last = max(
        (at for at, step in enumerate(past.steps) if spends(past, step, owner) or _floats(step, company)),
        default=NOBODY,
    )
    amount, turns = _held_since(past, last, owner), _turns(past.steps[last + 1 :], company)
    if amount > 0 and turns:
        yield IdleMoney(president_of(past.end, company), company, _move(past, last), "", amount, turns)


def _floats(step: Step, company: CompanyId) -> bool:
    return any(isinstance(event, Floated) and event.company == company for event in step.events)


def _turns(steps: Sequence[Step], company: CompanyId) -> int:
    """Number of turns of a company that began in some moves."""
    return sum(isinstance(event, TurnBegan) and event.company == company for step in steps for event in step.events)


def _held_since(past: Past, last: int, owner: OwnerId) -> Money:
    """Cash of an owner after the step at `last`, or at the start of the game."""
    if not past.steps:
        return cash_of(past.end, owner)
    return cash_of(past.steps[0].before if last == NOBODY else past.steps[last].after, owner)


def _move(past: Past, last: int) -> int:
    return NOBODY if last == NOBODY else past.steps[last].move
