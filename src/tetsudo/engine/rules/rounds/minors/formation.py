"""Formation of a company from minors: who may merge and who must, and what each brings.

The minor whose owner receives the president's certificate makes the company operate; the others merge into it then or
later. `between_turns.py` asks for declarations.
"""

from __future__ import annotations

from tetsudo.core import events, frames
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId, Money
from tetsudo.engine.model.title import Formation, Member
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.bank import bank_pays
from tetsudo.engine.rules.shares.company_closing import close_company
from tetsudo.engine.rules.shares.floating import is_paid_by_share, mark_fully_paid
from tetsudo.engine.rules.shares.market_cells import begin_to_operate
from tetsudo.engine.rules.shares.presidency import settle_presidency
from tetsudo.engine.rules.tiles_and_tokens.tokens import has_token_on, has_token_waiting
from tetsudo.engine.rules.trains.depot import over_train_limit
from tetsudo.engine.rules.turn_order.company_order import begin_turn
from tetsudo.engine.state.board import remove_token, replace_token, token_place, waiting_hex
from tetsudo.engine.state.ownership import (
    company_trains,
    ipo_of,
    move_ordinary,
    move_president,
    move_train,
    ordinary_shares,
    president_of,
    reserved_of,
)
from tetsudo.engine.state.state import (
    CLOSED,
    FLOATED,
    MAX_CITIES,
    STARTED,
    State,
    is_floated,
    move_cash,
    owner_of_company,
    par_of,
    push,
    status_of,
    treasury,
)


def join_refusal(rules: Ruleset, state: State, minor: CompanyId) -> str:
    """Refusal code for the owner of a minor to declare its merger now; "" if allowed (1890-C.8.3-g)."""
    if minor not in rules.member_of:
        return "joins_nothing"
    company, member = rules.member_of[minor]
    if not is_floated(state, minor):
        return "not_operating"
    if member.may == NOBODY:
        return "joins_by_itself"
    if state.phase < member.may:
        return "join_phase"
    return "" if status_of(state, company) == (STARTED if member.president else FLOATED) else "join_unformed"


def join_due_minors(rules: Ruleset, state: State, log: Log) -> bool:
    """Merge every minor that must by now, in the order of data; True if any did.

    A minor whose company has closed closes too. One without an owner waits.

    1890-C.8.3-o, 1890-C.8.3-z.
    """
    return any(_join_due_members(rules, state, log, company, forming) for company, forming in rules.forming)


def _join_due_members(rules: Ruleset, state: State, log: Log, company: CompanyId, forming: Formation) -> bool:
    joined = False
    for member in forming.members:
        if not is_floated(state, member.minor):
            continue
        if _is_due(state, member, CLOSED, company):
            close_company(rules, state, log, member.minor)  # 1890-C.8.4-af, 1890-C.8.4-ag
        elif _is_due(state, member, STARTED if member.president else FLOATED, company):
            join(rules, state, log, member.minor)
            joined = True
    if joined and not isinstance(state.stack[-1], frames.FormationWindow):
        finish_mergers(rules, state, log, company)
    return joined


def _is_due(state: State, member: Member, status: int, company: CompanyId) -> bool:
    """True if a minor's time has come and its company has the given status."""
    return status_of(state, company) == status and (member.must == NOBODY or state.phase >= member.must)


def declare(rules: Ruleset, state: State, log: Log, minor: CompanyId) -> None:
    """Merge a minor by its owner's choice; the operating round is on top."""
    company, member = rules.member_of[minor]
    join(rules, state, log, minor)
    if not member.president:
        finish_mergers(rules, state, log, company)


def join(rules: Ruleset, state: State, log: Log, minor: CompanyId) -> None:
    """Merge a minor into its company: cash, tokens and trains go over, its owner receives certificates.

    With the president's certificate the company starts to operate, and others may merge before its first turn.

    1890-C.8.3-c.
    """
    company, member = rules.member_of[minor]
    player = president_of(state, minor)
    kept = -(-treasury(state, minor) * member.cash // 100)
    rest = treasury(state, minor) - kept
    log.append(events.Joined(player, minor, company, kept))
    # 1890-C.8.3-j, 1890-C.8.3-p
    move_cash(state, owner_of_company(state, minor), owner_of_company(state, company), kept)
    if rest:
        move_cash(state, owner_of_company(state, minor), player, rest)
        log.append(events.CashTaken(player, minor, rest))
    for train in company_trains(state, minor):
        move_train(state, train, minor, company)
        log.append(events.TrainTakenOver(company, train, minor))
    _take_tokens(rules, state, log, minor, company)
    close_company(rules, state, log, minor)
    if member.certificates:
        # 1890-C.8.3-i, 1890-C.8.3-w, 1890-C.8.4-q
        move_ordinary(state, company, reserved_of(state), player, member.certificates)
        log.append(events.SharesExchanged(player, company, member.certificates))
    if member.president:
        move_president(state, company, player)  # 1890-C.8.3-q, 1890-C.8.4-ah
        log.append(events.PresidentChanged(player, company))
        _start_operating(rules, state, log, company)


def _take_tokens(rules: Ruleset, state: State, log: Log, minor: CompanyId, company: CompanyId) -> None:
    """Replace the minor's tokens by the company's, home by home, except on hexes where the company has one.

    1890-C.8.3-k, 1890-C.8.3-x.
    """
    homes = rules.setup.companies[company].homes
    for number, home in enumerate(rules.setup.companies[minor].homes):
        token = rules.tokens_from[minor] + number
        place = token_place(state, token)
        hex, city = divmod(place, MAX_CITIES) if place >= 0 else (waiting_hex(state, token), NOBODY)
        if hex == NOBODY:
            replace_token(state, token, rules.tokens_from[company] + homes.index(home))
        elif has_token_on(rules, state, company, hex) or has_token_waiting(rules, state, company, hex):
            remove_token(state, token)
            log.append(events.TokenRemoved(minor, hex, city))
        else:
            replace_token(state, token, rules.tokens_from[company] + homes.index(home))
            log.append(events.TokenReplaced(minor, hex, city, company))


def _start_operating(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """Put the company into operation, with capital of its own besides what the minors bring.

    1890-C.8.3-r, 1890-C.8.4-v, 1890-C.8.4-x.
    """
    amount = _capital(rules, state, company)
    if not is_paid_by_share(rules, state, company):
        mark_fully_paid(rules, state, company)
    begin_to_operate(rules, state, company)
    log.append(events.Floated(company, amount))
    bank_pays(rules, state, log, owner_of_company(state, company), amount)
    push(state, frames.FormationWindow(0, company))


def _capital(rules: Ruleset, state: State, company: CompanyId) -> Money:
    """Capital of a new company: par for each share sold from the IPO, if it is paid per share (1890-C.10.9-h).

    Otherwise it is a fixed multiple of par.
    """
    facts = rules.setup.companies[company]
    assert facts.forms is not None
    if is_paid_by_share(rules, state, company):
        return par_of(state, company) * (
            facts.ordinary - facts.reserved - ordinary_shares(state, company, ipo_of(state))
        )
    return facts.forms.pars * par_of(state, company)


def finish_mergers(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """Finish mergers: the largest holder becomes president, and trains above the limit are discarded.

    1890-C.8.3-y.
    """
    settle_presidency(rules, state, log, company)
    if company in over_train_limit(rules, state):
        push(state, frames.Discard())


def begin_first_turn(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """Finish a formation in the same way, and start the turn that the new company takes out of order.

    1890-C.8.4-y, 1890-C.8.4-z, 1890-C.8.4-ac, 1890-C.8.4-ad.
    """
    settle_presidency(rules, state, log, company)
    begin_turn(rules, state, log, company, special=1)
    if company in over_train_limit(rules, state):
        push(state, frames.Discard())
