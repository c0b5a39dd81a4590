"""Notes on a company's special rules, generated from its data: start, capital, payouts and turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tetsudo.core.actions import HALF, PAY, WITHHOLD
from tetsudo.core.units import NOBODY
from tetsudo.engine.model.title import MINOR, Company, Member, Phase, Setup
from tetsudo.language.labels import Labels
from tetsudo.language.power_sentences import sentences
from tetsudo.web.common.language import join_list

PAYOUTS: Final = {
    (HALF,): gettext_lazy("Half of its revenue goes to its owner, half to its treasury."),
    (HALF, WITHHOLD): gettext_lazy("It pays half of its revenue, or withholds it."),
}
"""Text by payout choices, where these are not full payout or withholding."""

USUAL_SHARE_PERCENT: Final = 10
"""Usual size of a share, in percent."""

KINDS: Final = {"minor": gettext_lazy("minors"), "corporation": gettext_lazy("corporations")}


def company_notes(company: Company, setup: Setup) -> list[str]:
    """Notes on a company's special rules, one sentence each."""
    labels = Labels(setup, ())
    return [
        *_shares(company, setup),
        *_start(company, labels),
        *_forming(company, labels),
        *_turn(company, labels),
        *sentences(company, setup),
    ]


def _shares(company: Company, setup: Setup) -> Iterator[str]:
    """Notes on shares: size if unusual, incremental capital, and unsold shares held by the company."""
    if company.kind == MINOR:
        return
    if company.share != USUAL_SHARE_PERCENT:
        text = _("It has {count} shares of {share}\xa0%, {percent}\xa0% in the president's certificate.")
        yield text.format(count=company.shares, share=company.share, percent=company.president_shares * company.share)
    if setup.settings.capital == "incremental":
        yield from _capital(company, setup)
    if setup.settings.unsold == "company":
        yield _("Its unsold shares cost the market price and pay their dividends into its treasury.")


def _capital(company: Company, setup: Setup) -> Iterator[str]:
    """Notes on a company's incremental capital."""
    if company.forms is None:
        yield _("It receives the price of each share as it is bought from the IPO.")
    if company.forms is None and setup.settings.prefunded and (company.reserved or company.president_reserved):
        yield _("Shares that come with a private count as sold: the bank pays par for them once it is set.")
    full = full_phase(setup)
    if full is not None and company.forms is None:
        text = _("If it floats in phase {phase} or later, it receives all of its remaining capital at once.")
        yield text.format(phase=full.name)


def full_phase(setup: Setup) -> Phase | None:
    """First phase of full capital, in titles with incremental capital or floating by trains before it; else None."""
    return next((phase for phase in setup.phases if phase.floats_fully), None)


def floating_text(setup: Setup) -> str:
    """Text of the float rule, without companies that have their own rule."""
    floats = {company.float_percent for company in setup.companies if company.kind != MINOR and not company.floats}
    percents = ", ".join(f"{percent} %" for percent in sorted(floats))
    if setup.settings.floating != "train":
        return percents
    text = _("as many shares as the train on offer has stops, when its first turn comes")
    full = full_phase(setup)
    if full is None:
        return text
    return _("{text}; from phase {phase} on {percents}").format(text=text, phase=full.name, percents=percents)


def _start(company: Company, labels: Labels) -> Iterator[str]:
    if company.kind == MINOR:
        text = _("A minor: one certificate, and {capital} in its treasury.")
        yield text.format(capital=labels.money(company.capital))
    if company.bearer != NOBODY:
        yield _("The token of {company} is its own too.").format(company=labels.label("company", company.bearer))
    if company.floats:
        yield _("It always floats at {percent} %.").format(percent=company.floats)
    if company.pars:
        yield _("Its par is {pars}.").format(pars=_(" or ").join(labels.money(par) for par in company.pars))
    kept = [_("the president's certificate")] if company.president_reserved else []
    if company.reserved == 1:
        kept.append(_("a share"))
    elif company.reserved:
        kept.append(_("{count} shares").format(count=company.reserved))
    if kept:
        yield _("Not on offer: {certificates}.").format(certificates=_(" and ").join(kept))
    if company.home_phases:
        phases = join_list(labels.setup.phases[phase].name for phase in company.home_phases)
        yield _("Its home tokens are placed automatically, from phases {phases} on.").format(phases=phases)


def _forming(company: Company, labels: Labels) -> Iterator[str]:
    if company.forms is None:
        return
    text = _("It forms from minors and receives what they own and {count} times its par.")
    if labels.setup.settings.capital == "incremental":
        text = _("It forms from minors and receives what they own and par for each of its shares sold.")
    yield text.format(count=company.forms.pars)
    for member in company.forms.members:
        yield _member(member, labels)


def _member(member: Member, labels: Labels) -> str:
    return _("{minor} merges in {how}.").format(
        minor=labels.label("company", member.minor), how=member_text(member, labels)
    )


def member_text(member: Member, labels: Labels) -> str:
    """Terms on which a minor merges into a company: "for a share as soon as the company forms"."""
    phases = labels.setup.phases
    what = _("{count} shares").format(count=member.certificates) if member.certificates > 1 else _("a share")
    if member.president:
        what = _("the president's certificate")
    when = _("as soon as the company forms")
    if member.may != NOBODY:
        when = _("if its owner declares it from phase {may} on").format(may=phases[member.may].name)
    if member.must != NOBODY:
        when += _(", at the latest in phase {must}").format(must=phases[member.must].name)
    cash = "" if member.cash == 100 else _(", with {percent}\xa0% of its cash").format(percent=member.cash)
    return _("for {what} {when}{cash}").format(what=what, when=when, cash=cash)


def _turn(company: Company, labels: Labels) -> Iterator[str]:
    if company.payouts in PAYOUTS:
        yield str(PAYOUTS[company.payouts])
    elif company.payouts != (PAY, WITHHOLD):
        payouts = join_list(labels.label("payout", payout) for payout in company.payouts)
        yield _("With its revenue: {payouts}.").format(payouts=payouts)
    for before, phase in pairwise(labels.setup.phases):
        if phase.payouts_of(company) != before.payouts_of(company):
            payouts = join_list(labels.label("payout", payout) for payout in phase.payouts_of(company))
            yield _("With its revenue from phase {phase} on: {payouts}.").format(phase=phase.name, payouts=payouts)
    for private in labels.setup.privates:
        if private.minor == company.id:
            text = _("In its turn its owner may convert it into a private that pays {income}.")
            yield text.format(income=labels.money(private.income))
            if private.must != NOBODY:
                text = _("At the latest it converts by itself, after the turn in which phase {phase} begins.")
                yield text.format(phase=labels.setup.phases[private.must].name)


def train_limits(phase: Phase, setup: Setup) -> str:
    """Train limit in a phase: "4 (JR 6, minors 2)"."""
    return _with_exceptions(phase.train_limit, _exceptions(setup, phase.train_limits))


def lays(phase: Phase, setup: Setup) -> str:
    """Number of tile lays per turn in a phase; empty if no company may lay more than one."""
    apart = _exceptions(setup, phase.lays)
    return _with_exceptions(1, apart) if apart else ""


def _with_exceptions(number: int, apart: str) -> str:
    return f"{number} ({apart})" if apart else str(number)


def _exceptions(setup: Setup, numbers: Mapping[str, int]) -> str:
    """Exceptions for symbols or kinds that are in the game, with their numbers."""
    there = {company.symbol: company.symbol for company in setup.companies}
    there |= {company.kind: str(KINDS.get(company.kind, company.kind)) for company in setup.companies}
    return join_list(f"{there[who]}\xa0{number}" for who, number in numbers.items() if who in there)
