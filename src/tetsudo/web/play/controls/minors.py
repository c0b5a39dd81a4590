"""Controls for minors that merge or convert, and for tokens to pass or take back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _

from tetsudo.game.unavailable import preview
from tetsudo.language.log_sentences import narrate
from tetsudo.web.play.controls.offers import PlayerOffers, Subject
from tetsudo.web.play.scene.widgets import Row, Section
from tetsudo.web.reference.companies import member_text

JOIN_EVENTS: Final = ("joined", "cash_taken", "shares_exchanged", "president_changed")
CONVERSION_EVENTS: Final = ("converted", "train_discarded", "token_removed")
"""Events that describe the result of a join or conversion, among all that it triggers."""


def joins(desk: PlayerOffers) -> Iterator[Section]:
    """The player's minors that may merge into a company: the result for each, or its refusal."""
    rows = []
    for about in desk.subjects("join"):
        minor = desk.setup.companies[about.id("company")]
        company, member = desk.game.ruleset.member_of[minor.id]
        label = _("Form %(company)s") if member.president else _("Join %(company)s")
        note = _effects_text(desk, about, JOIN_EVENTS)
        choice = desk.choice(about, label % {"company": desk.setup.companies[company].symbol})
        if choice:
            sub = member_text(member, desk.labels)
            rows.append(Row(minor.symbol, minor, sub=sub, note=note, choices=[choice]))
    if rows:
        yield Section("joins", _("Your minors"), rows=rows)


def conversions(desk: PlayerOffers) -> Iterator[Section]:
    """Minors that their owner may convert into privates."""
    rows = []
    for about in desk.subjects("convert"):
        minor = desk.setup.companies[about.id("company")]
        private = desk.setup.privates[desk.game.ruleset.conversions[minor.id]]
        note = _effects_text(desk, about, CONVERSION_EVENTS)
        choice = desk.choice(about, _("Convert"))
        if choice:
            sub = _("converts into a private that pays %(income)s, and its turn ends") % {
                "income": desk.money(private.income)
            }
            rows.append(Row(minor.symbol, minor, sub=sub, note=note, choices=[choice]))
    if rows:
        yield Section("joins", _("Convert a minor"), rows=rows)


def _effects_text(desk: PlayerOffers, about: Subject, kinds: Sequence[str]) -> str:
    """Log text of an offer's effects, limited to events of these kinds."""
    for offer in desk.offers.get(about, []):
        events = [event for event in preview(desk.game, offer) if event.kind in kinds]
        return " ".join(narrate(desk.setup, desk.game.names, events))
    return ""


def passages(desk: PlayerOffers) -> Iterator[Section]:
    """Tokens of privates that the company may pay to pass, instead of placing a token."""
    rows = []
    for about in desk.subjects("buy_passage"):
        private = desk.setup.privates[about.id("private")]
        cost = max(power.passage_cost for power in desk.game.ruleset.powers.of_private[private.id])
        choice = desk.choice(about, _("Pay %(price)s") % {"price": desk.money(cost)})
        if choice:
            sub = _("to pass its token from now on, instead of placing one")
            rows.append(Row(private.name, letter=private.mark, sub=sub, choices=[choice]))
    if rows:
        yield Section("passages", _("Pass a token"), rows=rows)


def waiting_tokens(desk: PlayerOffers) -> Iterator[Section]:
    """Tokens of the player's companies that wait on a hex for a slot, and may be taken back."""
    rows = []
    for about in desk.subjects("take_back_token"):
        company, hex = desk.setup.companies[about.id("company")], desk.labels.label("hex", about.id("hex"))
        choice = desk.choice(about, _("Take back"))
        if choice:
            price = desk.money(desk.setup.settings.returned_token)
            sub = _("in %(hex)s; placing it again costs %(price)s") % {"hex": hex, "price": price}
            rows.append(Row(company.symbol, company, sub=sub, choices=[choice]))
    if rows:
        yield Section("waiting", _("Tokens waiting for a slot"), rows=rows)
