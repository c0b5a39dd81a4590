"""Notes on a company's special rules, generated from its data: start, capital, payouts and turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from tetsudo.core.actions import HALF, PAY, WITHHOLD
from tetsudo.core.units import NOBODY
from tetsudo.engine.model.templates import Phrase
from tetsudo.engine.model.title import MINOR, Company, Member, Phase, Setup
from tetsudo.language.labels import Labels
from tetsudo.language.power_sentences import phrase_text, sentences

PAYOUTS: Final = {
    (HALF,): Phrase("Half of its revenue goes to its owner, half to its treasury."),
    (HALF, WITHHOLD): Phrase("It pays half of its revenue, or withholds it."),
}
"""Text by payout choices, where these are not full payout or withholding."""

USUAL_SHARE_PERCENT: Final = 10
"""Usual size of a share, in percent."""

KINDS: Final = {"minor": Phrase("minors"), "corporation": Phrase("corporations")}


def company_notes(company: Company, setup: Setup) -> list[str]:
    """Notes on a company's special rules, one sentence each."""
    labels = Labels(setup, ())
    return [
        *_shares(company, labels),
        *_start(company, labels),
        *_forming(company, labels),
        *_turn(company, labels),
        *sentences(company, setup),
    ]


def _shares(company: Company, labels: Labels) -> Iterator[str]:
    """Notes on shares: size if unusual, incremental capital, and unsold shares held by the company."""
    if company.kind == MINOR:
        return
    if company.share != USUAL_SHARE_PERCENT:
        text = labels.say("It has {count} shares of {share}\xa0%, {percent}\xa0% in the president's certificate.")
        yield text.format(count=company.shares, share=company.share, percent=company.president_shares * company.share)
    settings = labels.setup.settings
    if settings.capital == "incremental":
        yield from _capital(company, labels)
    if settings.unsold == "company":
        yield labels.say("Its unsold shares cost the market price and pay their dividends into its treasury.")


def _capital(company: Company, labels: Labels) -> Iterator[str]:
    """Notes on a company's incremental capital."""
    if company.forms is None:
        yield labels.say("It receives the price of each share as it is bought from the IPO.")
    if company.forms is None and labels.setup.settings.prefunded and (company.reserved or company.president_reserved):
        yield labels.say("Shares that come with a private count as sold: the bank pays par for them once it is set.")
    full = full_phase(labels.setup)
    if full is not None and company.forms is None:
        text = labels.say("If it floats in phase {phase} or later, it receives all of its remaining capital at once.")
        yield text.format(phase=full.name)


def full_phase(setup: Setup) -> Phase | None:
    """First phase of full capital, in titles with incremental capital or floating by trains before it; else None."""
    return next((phase for phase in setup.phases if phase.floats_fully), None)


def floating_text(setup: Setup) -> str:
    """Text of the float rule, without companies that have their own rule."""
    labels = Labels(setup, ())
    floats = {company.float_percent for company in setup.companies if company.kind != MINOR and not company.floats}
    percents = ", ".join(f"{percent} %" for percent in sorted(floats))
    if setup.settings.floating != "train":
        return percents
    text = labels.say("as many shares as the train on offer has stops, when its first turn comes")
    full = full_phase(setup)
    if full is None:
        return text
    return labels.say("{text}; from phase {phase} on {percents}").format(text=text, phase=full.name, percents=percents)


def _start(company: Company, labels: Labels) -> Iterator[str]:
    if company.kind == MINOR:
        text = labels.say("A minor: one certificate, and {capital} in its treasury.")
        yield text.format(capital=labels.money(company.capital))
    if company.bearer != NOBODY:
        yield labels.say("The token of {company} is its own too.").format(
            company=labels.label("company", company.bearer)
        )
    if company.chooses_home:
        yield labels.say("It chooses one of its homes in its first turn.")
    if company.floats:
        yield labels.say("It always floats at {percent} %.").format(percent=company.floats)
    if company.pars:
        yield labels.say("Its par is {pars}.").format(
            pars=labels.say(" or ").join(labels.money(par) for par in company.pars)
        )
    kept = [labels.say("the president's certificate")] if company.president_reserved else []
    if company.reserved == 1:
        kept.append(labels.say("a share"))
    elif company.reserved:
        kept.append(labels.say("{count} shares").format(count=company.reserved))
    if kept:
        yield labels.say("Not on offer: {certificates}.").format(certificates=labels.say(" and ").join(kept))
    if company.home_phases:
        phases = labels.say(", ").join(labels.setup.phases[phase].name for phase in company.home_phases)
        yield labels.say("Its home tokens are placed automatically, from phases {phases} on.").format(phases=phases)


def _forming(company: Company, labels: Labels) -> Iterator[str]:
    if company.forms is None:
        return
    text = labels.say("It forms from minors and receives what they own and {count} times its par.")
    if labels.setup.settings.capital == "incremental":
        text = labels.say("It forms from minors and receives what they own and par for each of its shares sold.")
    yield text.format(count=company.forms.pars)
    for member in company.forms.members:
        yield _member(member, labels)


def _member(member: Member, labels: Labels) -> str:
    return labels.say("{minor} merges in {how}.").format(
        minor=labels.label("company", member.minor), how=member_text(member, labels)
    )


def member_text(member: Member, labels: Labels) -> str:
    """Terms on which a minor merges into a company: "for a share as soon as the company forms"."""
    phases = labels.setup.phases
    what = (
        labels.say("{count} shares").format(count=member.certificates)
        if member.certificates > 1
        else labels.say("a share")
    )
    if member.president:
        what = labels.say("the president's certificate")
    when = labels.say("as soon as the company forms")
    if member.may != NOBODY:
        when = labels.say("if its owner declares it from phase {may} on").format(may=phases[member.may].name)
    if member.must != NOBODY:
        when += labels.say(", at the latest in phase {must}").format(must=phases[member.must].name)
    cash = "" if member.cash == 100 else labels.say(", with {percent}\xa0% of its cash").format(percent=member.cash)
    return labels.say("for {what} {when}{cash}").format(what=what, when=when, cash=cash)


def _turn(company: Company, labels: Labels) -> Iterator[str]:
    if company.payouts in PAYOUTS:
        yield phrase_text(PAYOUTS[company.payouts], labels)
    elif company.payouts != (PAY, WITHHOLD):
        payouts = labels.say(", ").join(labels.label("payout", payout) for payout in company.payouts)
        yield labels.say("With its revenue: {payouts}.").format(payouts=payouts)
    for before, phase in pairwise(labels.setup.phases):
        if phase.payouts_of(company) != before.payouts_of(company):
            payouts = labels.say(", ").join(labels.label("payout", payout) for payout in phase.payouts_of(company))
            yield labels.say("With its revenue from phase {phase} on: {payouts}.").format(
                phase=phase.name, payouts=payouts
            )
    for private in labels.setup.privates:
        if private.minor == company.id:
            text = labels.say("In its turn its owner may convert it into a private that pays {income}.")
            yield text.format(income=labels.money(private.income))
            if private.must != NOBODY:
                text = labels.say("At the latest it converts by itself, after the turn in which phase {phase} begins.")
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
    labels = Labels(setup, ())
    there = {company.symbol: company.symbol for company in setup.companies}
    there |= {kind: phrase_text(KINDS[kind], labels) if kind in KINDS else kind for kind in _kinds(setup)}
    return labels.say(", ").join(f"{there[who]}\xa0{number}" for who, number in numbers.items() if who in there)


def _kinds(setup: Setup) -> set[str]:
    """Kinds of the companies in the game."""
    return {company.kind for company in setup.companies}
