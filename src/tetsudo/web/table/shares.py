"""Controls of the auction and of shares: lots, companies to start, to buy and to sell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from tetsudo.actions import Par, Range
from tetsudo.model.title import Company
from tetsudo.rules.emergency import still_needed
from tetsudo.rules.lots import bids_on, is_unsold, lot_price
from tetsudo.state import ipo_of, market_of
from tetsudo.units import NOBODY, LotId
from tetsudo.views import CompanyView
from tetsudo.web.aids.powers import sentences
from tetsudo.web.table.desk import Desk, thing
from tetsudo.web.table.pieces import Choice, Row, Section


def auction(desk: Desk) -> Iterator[Section]:
    """The lots that are not sold: price, income, what they do, the bids on them."""
    if not desk.has("bid"):
        return
    unsold = [lot for lot in range(len(desk.setup.lots)) if is_unsold(desk.game.ruleset, desk.game.state, lot)]
    if desk.game.to_act.doing != "auction":
        asked = {about.id("lot") for about in desk.things("bid")}
        unsold = [lot for lot in unsold if lot in asked]
    yield Section("auction", _("Private companies"), rows=[_lot(desk, lot) for lot in unsold])


def _lot(desk: Desk, lot: LotId) -> Row:
    facts = desk.setup.lots[lot]
    state, step = desk.game.state, desk.setup.rules.bid_step
    price = lot_price(desk.game.ruleset, state, lot)
    bids = sorted(((bid, player) for player, bid in enumerate(bids_on(state, lot)) if bid), reverse=True)
    said = [f"{desk.game.names[player]} {desk.money(bid)}" for bid, player in bids]
    about = thing("bid", lot=lot)
    offer = next(iter(desk.offers.get(about, ())), None)
    low, high = (offer.low, offer.high) if isinstance(offer, Range) else (0, 0)
    is_sale = isinstance(offer, Range) and low == high and not bids and low == price
    quick = [(_("least"), low), (f"+{step}", low + step), (f"+{4 * step}", low + 4 * step), (_("most"), high)]
    label = _("Buy") if is_sale else _("Bid")
    note = desk.money(low) if offer is not None and low == high else ""
    choice = desk.choice(about, label, note=note, quick=quick, step=1)
    private = desk.setup.privates[facts.private] if facts.company == NOBODY else None
    return Row(
        facts.name,
        letter=private.mark if private else "",
        company=None if private else desk.setup.companies[facts.company],
        facts=(desk.money(price),),
        sub=_("pays %(income)s") % {"income": desk.money(private.income)} if private else "",
        note=" ".join(sentences(private, desk.setup)) if private else "",
        said=_("Bids: %(bids)s") % {"bids": ", ".join(said)} if said else "",
        choices=[choice] if choice else [],
    )


def companies(desk: Desk) -> Iterator[Section]:
    """Every company: to start, to buy from offering or market, to sell."""
    if not desk.has("par", "buy_share"):
        return
    rows = [_company(desk, company) for company in desk.setup.companies]
    weights = {(company.president_shares, company.float_percent) for company in desk.setup.companies}
    texts = [
        _("A price for 10\xa0%% starts a company: you buy %(percent)s\xa0%%, and it floats at %(float)s\xa0%%.")
        % {"percent": 10 * shares, "float": percent}
        for shares, percent in sorted(weights)
        if desk.all_of("par")
    ]
    yield Section("shares", _("Companies"), text=" ".join(texts[:1]), rows=[row for row in rows if row.choices])


def _company(desk: Desk, company: Company) -> Row:
    view, state = desk.game.companies[company.symbol], desk.game.state
    choices = [
        desk.choice(
            thing("buy_share", company=company.id, source=ipo_of(state)),
            _("Buy %(price)s") % {"price": desk.money(view.par)},
            note=_("offering %(percent)s %%") % {"percent": view.in_offering},
        ),
        desk.choice(
            thing("buy_share", company=company.id, source=market_of(state)),
            _("Buy %(price)s") % {"price": desk.money(view.price)},
            note=_("market %(percent)s %%") % {"percent": view.in_market},
        ),
        *_starts(desk, company),
        *_sales(desk, company),
    ]
    return Row(
        company.symbol,
        company=company,
        sub=_holding(desk, view),
        facts=(desk.money(view.price) if view.price else "",),
        choices=[choice for choice in choices if choice],
    )


def _holding(desk: Desk, view: CompanyView) -> str:
    own = desk.game.players[desk.player].shares.get(view.symbol, 0)
    return _("you %(percent)s %%") % {"percent": own} if own else ""


def _starts(desk: Desk, company: Company) -> Iterator[Choice | None]:
    """A button for each par price, or one that says why not."""
    pars = [offer for offer in desk.all_of("par") if isinstance(offer, Par) and offer.company == company.id]
    desk.get(thing("par", company=company.id))
    for offer in pars:
        cost = _("costs %(cost)s") % {"cost": desk.money(offer.price * company.president_shares)}
        yield replace(button := desk.button(offer, desk.money(offer.price)), says=f"{button.says}, {cost}")
    if not pars:
        yield desk.choice(thing("par", company=company.id), _("Start"))


def _sales(desk: Desk, company: Company) -> Iterator[Choice | None]:
    """A button for each number of shares: there are never many."""
    about, price = thing("sell_shares", company=company.id), desk.game.companies[company.symbol].price
    offers = desk.get(about)
    for offer in offers:
        if not isinstance(offer, Range):
            yield desk.button(offer)
            continue
        for count in range(offer.low, offer.high + 1):
            label = _("Sell %(count)s") % {"count": count} if count == offer.low else str(count)
            button = desk.button(offer.at(count), label, tone="sale")
            yield replace(button, says=f"{button.says}: {desk.money(count * price)}")
    if not offers:
        yield desk.choice(about, _("Sell"), tone="sale")


def sales(desk: Desk) -> Iterator[Section]:
    """Sales alone: for a train that must be paid."""
    if not desk.all_of("sell_shares") or desk.has("par", "buy_share"):
        return
    turn = desk.game.to_act
    needed = 0 if turn.company == NOBODY else still_needed(desk.game.ruleset, desk.game.state, turn.company)
    text = _("%(amount)s must still be raised.") % {"amount": desk.money(needed)} if needed else ""
    rows = []
    for company in desk.setup.companies:
        view = desk.game.companies[company.symbol]
        choices = [choice for choice in _sales(desk, company) if choice]
        facts = (desk.money(view.price) if view.price else "",)
        rows.append(Row(company.symbol, company, sub=_holding(desk, view), facts=facts, choices=choices))
    yield Section("shares", _("Sell shares"), text=text, rows=[row for row in rows if row.choices])
