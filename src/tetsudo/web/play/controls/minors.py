"""Controls for minors that merge or convert, and for tokens to pass or take back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _

from tetsudo.game.unavailable import preview
from tetsudo.language.company_notes import member_text
from tetsudo.language.log_sentences import narrate
from tetsudo.web.play.controls.offers import PlayerOffers, Subject
from tetsudo.web.play.scene.widgets import Row, Section

JOIN_EVENTS: Final = ("joined", "cash_taken", "shares_exchanged", "president_changed")
CONVERSION_EVENTS: Final = ("converted", "train_discarded", "token_removed")
"""Events that describe the result of a join or conversion, among all that it triggers."""


def joins(offers: PlayerOffers) -> Iterator[Section]:
    """The player's minors that may merge into a company: the result for each, or its refusal."""
    rows = []
    for about in offers.subjects("join"):
        minor = offers.setup.companies[about.id("company")]
        company, member = offers.game.ruleset.member_of[minor.id]
        label = _("Form %(company)s") if member.president else _("Join %(company)s")
        note = _effects_text(offers, about, JOIN_EVENTS)
        choice = offers.choice(about, label % {"company": offers.setup.companies[company].symbol})
        if choice:
            sub = member_text(member, offers.labels)
            rows.append(Row(minor.symbol, minor, sub=sub, note=note, choices=[choice]))
    if rows:
        yield Section("joins", _("Your minors"), rows=rows)


def conversions(offers: PlayerOffers) -> Iterator[Section]:
    """Minors that their owner may convert into privates."""
    rows = []
    for about in offers.subjects("convert"):
        minor = offers.setup.companies[about.id("company")]
        private = offers.setup.privates[offers.game.ruleset.conversions[minor.id]]
        note = _effects_text(offers, about, CONVERSION_EVENTS)
        choice = offers.choice(about, _("Convert"))
        if choice:
            sub = _("converts into a private that pays %(income)s, and its turn ends") % {
                "income": offers.money(private.income)
            }
            rows.append(Row(minor.symbol, minor, sub=sub, note=note, choices=[choice]))
    if rows:
        yield Section("joins", _("Convert a minor"), rows=rows)


def _effects_text(offers: PlayerOffers, about: Subject, kinds: Sequence[str]) -> str:
    """Log text of an offer's effects, limited to events of these kinds."""
    for offer in offers.offers.get(about, []):
        events = [event for event in preview(offers.game, offer) if event.kind in kinds]
        return " ".join(narrate(offers.setup, offers.game.names, events))
    return ""


def passages(offers: PlayerOffers) -> Iterator[Section]:
    """Tokens of privates that the company may pay to pass, instead of placing a token."""
    rows = []
    for about in offers.subjects("buy_passage"):
        private = offers.setup.privates[about.id("private")]
        cost = max(power.passage_cost for power in offers.game.ruleset.powers.of_private[private.id])
        choice = offers.choice(about, _("Pay %(price)s") % {"price": offers.money(cost)})
        if choice:
            sub = _("to pass its token from now on, instead of placing one")
            rows.append(Row(private.name, letter=private.mark, sub=sub, choices=[choice]))
    if rows:
        yield Section("passages", _("Pass a token"), rows=rows)


def waiting_tokens(offers: PlayerOffers) -> Iterator[Section]:
    """Tokens of the player's companies that wait on a hex for a slot, and may be taken back."""
    rows = []
    for about in offers.subjects("take_back_token"):
        company, hex = offers.setup.companies[about.id("company")], offers.labels.label("hex", about.id("hex"))
        choice = offers.choice(about, _("Take back"))
        if choice:
            price = offers.money(offers.setup.settings.returned_token)
            sub = _("in %(hex)s; placing it again costs %(price)s") % {"hex": hex, "price": price}
            rows.append(Row(company.symbol, company, sub=sub, choices=[choice]))
    if rows:
        yield Section("waiting", _("Tokens waiting for a slot"), rows=rows)
