"""Controls of auctions and stock rounds: lots, and companies to start, buy and sell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tetsudo.core.actions import Descriptor, Par
from tetsudo.core.open_actions import Range
from tetsudo.core.units import NOBODY, CompanyId, LotId, Money
from tetsudo.engine.model.title import MINOR, Company, Lot, Private, Setup
from tetsudo.engine.rules.emergency.allowed_sales import chosen_sales
from tetsudo.engine.rules.emergency.funds import amount_to_raise
from tetsudo.engine.rules.privates.lots import is_unsold, lot_price
from tetsudo.engine.state.bids import bids_on
from tetsudo.engine.state.ownership import ipo_of, market_of
from tetsudo.engine.state.state import cash_of, due_of
from tetsudo.game.unavailable import preview
from tetsudo.game.views.owners import CompanyView
from tetsudo.language.company_notes import company_notes
from tetsudo.language.power_sentences import sentences
from tetsudo.web.common.language import join_list
from tetsudo.web.play.controls.offers import PlayerOffers, make_subject
from tetsudo.web.play.scene.widgets import Choice, Row, Section, Slot


def auction(offers: PlayerOffers) -> Iterator[Section]:
    """Unsold lots: price, income, powers and bids."""
    if not offers.has("bid"):
        return
    unsold = [lot for lot in range(len(offers.setup.lots)) if is_unsold(offers.game.ruleset, offers.game.state, lot)]
    if offers.game.to_act.doing != "auction":
        asked = {about.id("lot") for about in offers.subjects("bid")}
        unsold = [lot for lot in unsold if lot in asked]
    has_minors = any(lot.company != NOBODY for lot in offers.setup.lots)
    title = _("Private companies and minors") if has_minors else _("Private companies")
    yield Section("auction", title, rows=[_lot(offers, lot) for lot in unsold])


def _lot(offers: PlayerOffers, lot: LotId) -> Row:
    facts = offers.setup.lots[lot]
    state, step = offers.game.state, offers.setup.settings.bid_step
    price = lot_price(offers.game.ruleset, state, lot)
    bids = sorted(((bid, player) for player, bid in enumerate(bids_on(state, lot)) if bid), reverse=True)
    said = [f"{offers.game.names[player]} {offers.money(bid)}" for bid, player in bids]
    about = make_subject("bid", lot=lot)
    offer = next(iter(offers.offers.get(about, ())), None)
    low, high = (offer.low, offer.high) if isinstance(offer, Range) else (0, 0)
    is_sale = isinstance(offer, Range) and low == high and not bids and low == price
    quick = [(_("least"), low), (f"+{step}", low + step), (f"+{4 * step}", low + 4 * step), (_("most"), high)]
    label = _("Buy") if is_sale else _("Bid")
    note = offers.money(low) if offer is not None and low == high else ""
    choice = offers.choice(about, label, note=note, quick=quick, step=1)
    sold = _sold_item(offers.setup, facts)
    return Row(
        facts.name,
        letter=sold.mark if isinstance(sold, Private) else "",
        company=sold if isinstance(sold, Company) else None,
        facts=(offers.money(price),),
        sub=_("pays %(income)s") % {"income": offers.money(sold.income)} if isinstance(sold, Private) else _("minor"),
        note=" ".join(_lot_notes(offers, facts, sold)),
        said=_("Bids: %(bids)s") % {"bids": join_list(said)} if said else "",
        choices=[choice] if choice else [],
    )


def _sold_item(setup: Setup, lot: Lot) -> Private | Company:
    return setup.privates[lot.private] if lot.company == NOBODY else setup.companies[lot.company]


def _lot_notes(offers: PlayerOffers, lot: Lot, sold: Private | Company) -> Iterator[str]:
    """Notes on a lot: its falling price, home and powers."""
    if lot.falls:
        yield _("It costs %(amount)s less for each turn it is not sold.") % {"amount": offers.money(lot.falls)}
    if isinstance(sold, Private):
        yield from sentences(sold, offers.setup)
        return
    homes = join_list(offers.labels.label("hex", hex) for hex, _city in sold.homes)
    if homes:
        yield _("Home: %(homes)s.") % {"homes": homes}
    yield from company_notes(sold, offers.setup)


def par(offers: PlayerOffers) -> Iterator[Section]:
    """Par price of a company that the player must set at once after buying something else."""
    pars = offers.offers_of_kinds("par")
    if offers.game.to_act.doing != "par" or offers.company is None or not pars:
        return
    offers.get(make_subject("par", company=offers.company.id))
    choices = [offers.button(each, offers.money(_price(each))) for each in pars]
    row = Row(offers.company.symbol, offers.company, choices=choices)
    takes = any(event.kind == "president_changed" for event in preview(offers.game, pars[0]))
    said = _("The price of a %(share)s %% share in the IPO. Setting it costs you nothing.")
    texts = [said % {"share": offers.company.share}]
    if takes:
        texts.append(_("It comes with the president's certificate."))
    yield Section("shares", _("Par price of %(company)s") % {"company": offers.company.name}, " ".join(texts), [row])


def _price(offer: Descriptor) -> Money:
    return offer.price if isinstance(offer, Par) else 0


def companies(offers: PlayerOffers) -> Iterator[Section]:
    """All companies: start, buy from the IPO or the market, sell."""
    if not offers.has("par", "buy_share") or offers.game.to_act.doing == "par":
        return
    rows = [_company(offers, company) for company in offers.setup.companies]
    yield Section(
        "deals",
        _("Available actions"),
        text=_start_text(offers) if offers.offers_of_kinds("par") else "",
        rows=[row for row in rows if row.choices],
        is_title_hidden=True,
    )


def _start_text(offers: PlayerOffers) -> str:
    """Explanation of the start prices, with every percentage if companies differ."""
    sold = [company for company in offers.setup.companies if company.kind != MINOR]
    floats = [offers.game.companies[company.symbol].floats_at for company in sold if company.forms is None]
    said = _(
        "Choose the price of a %(share)s %% share to start the company: you buy %(percent)s %%, and it floats at "
        "%(float)s %%."
    )
    if offers.game.ruleset.floats_by_train:
        said = _(
            "Choose the price of a %(share)s %% share to start the company: you buy %(percent)s %%, and it floats "
            "when its turn comes, currently with %(float)s %% sold."
        )
    return said % {
        "share": _percents(company.share for company in sold),
        "percent": _percents(company.share * company.president_shares for company in sold),
        "float": _percents(floats),
    }


def _percents(values: Iterable[int]) -> str:
    return " / ".join(map(str, sorted(set(values))))


def _company(offers: PlayerOffers, company: Company) -> Row:
    view, state = offers.game.companies[company.symbol], offers.game.state
    buy = offers.choice(
        make_subject("buy_share", company=company.id, source=ipo_of(state)),
        _("Buy %(price)s") % {"price": offers.money(view.offering_price)},
    )
    from_market = offers.choice(
        make_subject("buy_share", company=company.id, source=market_of(state)),
        _("Buy %(price)s") % {"price": offers.money(view.price)},
    )
    offered = _("IPO, %(percent)s %%") % {"percent": view.in_offering}
    if not view.par:
        offered = _("Start at")
    sold = _("Market, %(percent)s %%") % {"percent": view.in_market}
    slots = [
        _slot("offer", offered, [buy, *_starts(offers, company)]),
        _slot("market", sold, [from_market]),
        _slot("own", _holding(offers, view), _sales(offers, company)),
    ]
    return _deal(offers, company, slots)


def _slot(name: str, title: str, choices: Iterable[Choice | None]) -> Slot:
    return Slot(name, title, [replace(choice, slot=name) for choice in choices if choice])


def _deal(offers: PlayerOffers, company: Company, slots: list[Slot]) -> Row:
    """A company's row and card."""
    view = offers.game.companies[company.symbol]
    shown = [slot for slot in slots if slot.choices]
    return Row(
        company.symbol,
        company=company,
        sub=_holding(offers, view),
        facts=(offers.money(view.price) if view.price else "",),
        choices=[choice for slot in shown for choice in slot.choices],
        slots=shown,
        ways=[_slot_text(offers, view, slot.name) for slot in shown if any(choice.data for choice in slot.choices)],
    )


def _slot_text(offers: PlayerOffers, view: CompanyView, slot: str) -> str:
    """Short text for a company's shares in one place, with the price."""
    if slot == "market":
        return _("market %(price)s") % {"price": offers.money(view.price)}
    if slot == "own":
        return _("sell at %(price)s") % {"price": offers.money(view.price)}
    if not view.par:
        return pgettext("company", "start")
    return _("IPO %(price)s") % {"price": offers.money(view.offering_price)}


def _holding(offers: PlayerOffers, view: CompanyView) -> str:
    own = offers.game.players[offers.player].shares.get(view.symbol, 0)
    return _("You have %(percent)s %%") % {"percent": own}


def _starts(offers: PlayerOffers, company: Company) -> Iterator[Choice | None]:
    """A button for each par price, or one with the refusal."""
    pars = [offer for offer in offers.offers_of_kinds("par") if isinstance(offer, Par) and offer.company == company.id]
    offers.get(make_subject("par", company=company.id))
    for offer in pars:
        cost = _("costs %(cost)s") % {"cost": offers.money(offer.price * company.president_shares)}
        yield replace(button := offers.button(offer, offers.money(offer.price)), says=f"{button.says}, {cost}")
    if not pars:
        yield offers.choice(make_subject("par", company=company.id), pgettext("company", "Start"))


def _sales(player_offers: PlayerOffers, company: Company) -> Iterator[Choice | None]:
    """A button for each number of shares; there are never many."""
    about, price = make_subject("sell_shares", company=company.id), player_offers.game.companies[company.symbol].price
    offers = player_offers.get(about)
    if offers and about in player_offers.refused:
        yield player_offers.refusal(about, _("Sell %(count)s") % {"count": 1})
    for offer in offers:
        if not isinstance(offer, Range):
            yield player_offers.button(offer)
            continue
        for count in range(offer.low, offer.high + 1):
            label = _("Sell %(count)s") % {"count": count} if count == offer.low else str(count)
            button = player_offers.button(offer.at(count), label, tone="sale")
            yield replace(button, says=f"{button.says}: {player_offers.money(count * price)}")
    if not offers:
        yield player_offers.choice(about, _("Sell"), tone="sale")


def sales(offers: PlayerOffers) -> Iterator[Section]:
    """Forced sales, without purchases: for a mandatory train or a debt."""
    if not offers.offers_of_kinds("sell_shares") or offers.has("par", "buy_share"):
        return
    turn, chosen = offers.game.to_act, chosen_sales(offers.game.state)
    state = offers.game.state
    owed = max(due_of(state, offers.player) - cash_of(state, offers.player), 0)
    needed = owed if turn.company == NOBODY else amount_to_raise(offers.game.ruleset, state, turn.company)
    needed -= sum(count * offers.game.companies[_symbol(offers, company)].price for company, count in chosen)
    text = _("%(amount)s still to raise.") % {"amount": offers.money(needed)} if needed > 0 else ""
    if chosen:
        blocks = join_list(f"{count} {_symbol(offers, company)}" for company, count in chosen)
        text = _("Selected: %(blocks)s. %(rest)s") % {"blocks": blocks, "rest": text}
    rows = []
    for company in offers.setup.companies:
        view = offers.game.companies[company.symbol]
        rows.append(_deal(offers, company, [_slot("own", _holding(offers, view), _sales(offers, company))]))
    title = _("Sell shares. %(text)s") % {"text": text} if text else _("Sell shares")
    yield Section("deals", title, rows=[row for row in rows if row.choices])


def _symbol(offers: PlayerOffers, company: CompanyId) -> str:
    return offers.setup.companies[company].symbol
