"""Controls of a company's turn: map, run, dividend, trains, privates; and the answer to another player's offer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tetsudo.core.actions import Answer, BuyTrain, Descriptor, Dividend, LayPrivateTile
from tetsudo.core.events import Event
from tetsudo.core.open_actions import Runs, TrainOffers
from tetsudo.core.units import NOBODY
from tetsudo.draw.text.rows import train_rows
from tetsudo.engine.model.title import Private
from tetsudo.engine.rules.rounds.operating.lay_track import lays_in_turn
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import DEPOT
from tetsudo.game.unavailable import preview
from tetsudo.language.log_sentences import narrate
from tetsudo.language.power_sentences import sentence, sentences
from tetsudo.web.common.language import join_list
from tetsudo.web.play.controls.offers import (
    MAP_ACTIONS,
    PlayerOffers,
    Subject,
    due_map_actions,
    make_subject,
    subject_of,
)
from tetsudo.web.play.scene.widgets import Row, Section


def map_actions(player_offers: PlayerOffers) -> Iterator[Section]:
    """Map actions of the current step and any other lays, with a list of hexes for players without a pointer."""
    offers = player_offers.offers_of_kinds("lay_tile", "lay_private_tile", "place_token")
    if not due_map_actions(player_offers.all_offers()):
        return
    for about in player_offers.subjects("lay_tile", "lay_private_tile", "place_token"):
        player_offers.get(about)
    kinds = {offer.kind for offer in offers}
    texts = []
    if "lay_tile" in kinds:
        texts.append(_tile_text(player_offers))
    if "place_token" in kinds:
        texts.append(_("Choose a glowing city to place a token."))
    by = sorted({offer.private for offer in offers if isinstance(offer, LayPrivateTile)})
    for private in by:
        text = _("%(private)s can lay a tile too.") if texts else _("Choose a glowing hex for a tile of %(private)s.")
        texts.append(text % {"private": player_offers.setup.privates[private].name})
    yield Section("map", "", text=" ".join(texts), hexes=_places(player_offers, offers))


def _tile_text(offers: PlayerOffers) -> str:
    """Prompt to lay a tile, with its number if the turn allows several."""
    laid, allowed = lays_in_turn(offers.game.ruleset, offers.game.state, offers.game.to_act.company)
    if allowed == 1:
        return _("Choose a glowing hex to lay a tile.")
    return _("Choose a glowing hex to lay tile %(number)s of %(count)s.") % {
        "number": laid + 1,
        "count": allowed,
    }


def tiles_of_privates(player_offers: PlayerOffers) -> Iterator[Section]:
    """Tile lays of privates during another step.

    Their hexes are listed at once, because a click on the map changes a route while trains run.
    """
    left = [offer for offer in player_offers.remaining_offers() if isinstance(offer, LayPrivateTile)]
    for private in [each for each in player_offers.setup.privates if any(offer.private == each.id for offer in left)]:
        offers = [offer for offer in left if offer.private == private.id]
        for offer in offers:
            player_offers.get(subject_of(offer))
        title = _("Lay a tile of %(private)s") % {"private": private.name}
        text = " ".join(sentence(power, player_offers.setup) for power in _laying_powers(player_offers, private))
        yield Section("map", title, text=text, hexes=_places(player_offers, offers), is_open=True)


def _laying_powers(offers: PlayerOffers, private: Private) -> list[Power[Ruleset]]:
    """Powers of a private that lay tiles."""
    powers = offers.game.ruleset.powers.of_private[private.id]
    return [power for power in powers if LayPrivateTile in power.takes]


def _places(player_offers: PlayerOffers, offers: Sequence[Descriptor]) -> list[tuple[str, str]]:
    """Coordinates and place names of the hexes in some offers."""
    hexes = sorted({offer.hex for offer in offers if isinstance(offer, MAP_ACTIONS)})
    return [(player_offers.setup.map.hexes[hex].name, player_offers.setup.map.hexes[hex].place) for hex in hexes]


def dividend(player_offers: PlayerOffers) -> Iterator[Section]:
    """Possible dividends, with the effect of each."""
    offers = [offer for offer in player_offers.offers_of_kinds("dividend") if isinstance(offer, Dividend)]
    if not offers:
        return
    rows = []
    subsidy_text = ""
    for number, offer in enumerate(offers):
        player_offers.get(make_subject("dividend", company=offer.company, payout=offer.payout))
        word = player_offers.labels.label("payout", offer.payout)
        title = word[:1].upper() + word[1:].removesuffix(" of")
        events = preview(player_offers.game, offer)
        received, moved = _outcome(player_offers, events)
        subsidy_text = _subsidy(player_offers, events)
        button = player_offers.button(offer, title, tone="primary" if not number else "")
        rows.append(Row(received, sub=moved, choices=[button]))
    revenue = player_offers.money(player_offers.game.state.revenue)
    yield Section("dividend", _("Revenue %(revenue)s") % {"revenue": revenue}, text=subsidy_text, rows=rows)


def _subsidy(offers: PlayerOffers, events: list[Event]) -> str:
    """Text about the subsidy, which is paid whatever the dividend."""
    amounts = [offers.labels.label("price", event.price) for event in events if event.kind == "subsidised"]
    return " ".join(
        _("A subsidy of %(amount)s goes to the treasury either way.") % {"amount": each} for each in amounts
    )


def _outcome(offers: PlayerOffers, events: list[Event]) -> tuple[str, str]:
    """Payments and price movement caused directly by a dividend decision."""
    labels, received, moved, kept = offers.labels, [], "", ""
    for event in events:
        if event.kind == "received":
            received.append(f"{labels.label('owner', event.owner)} {labels.label('price', event.price)}")
        elif event.kind == "withheld":
            kept = _("%(company)s keeps %(price)s") % {
                "company": labels.label("company", event.company),
                "price": labels.label("price", event.price),
            }
        elif event.kind == "price_moved":
            moved = _("Price %(from)s → %(to)s") % {
                "from": labels.label("old", event.old),
                "to": labels.label("new", event.new),
            }
            break  # later events belong to others
    return join_list(filter(None, [*received, kept])), moved or _("The price stays.")


def trains(offers: PlayerOffers) -> Iterator[Section]:
    """Trains in the depot, in the market and of other companies, with trade-ins."""
    if not offers.has("buy_train"):
        return
    bank: list[Row] = []
    others: list[Row] = []
    has_none = offers.company is not None and not offers.game.companies[offers.company.symbol].trains
    usual = has_none or not offers.offers_of_kinds("pass")
    for about in sorted(offers.subjects("buy_train"), key=_train_order):
        is_bank = about.id("seller") >= offers.game.state.companies
        tone = "primary" if usual and is_bank and offers.offers.get(about) else ""
        row = _train(offers, about, tone)
        usual = usual and not tone
        (bank if is_bank else others).append(row)
    if bank:
        yield Section("trains", _("Trains from the bank"), rows=bank, folds_refused=True)
    if others:
        yield Section("trains", _("Trains from other companies"), rows=others, folds_refused=True)


def _train_order(about: Subject) -> tuple[int, ...]:
    return about.id("train"), about.id("trade_in"), -about.id("seller")


def _train(offers: PlayerOffers, about: Subject, tone: str) -> Row:
    kind = offers.setup.trains[about.id("train")]
    seller, state = about.id("seller"), offers.game.state
    row = train_rows(offers.game)[kind.id]
    offer = next(iter(offers.offers.get(about, ())), None)
    price = offers.money(offer.price) if isinstance(offer, BuyTrain) else offers.money(kind.price)
    if seller < state.companies:
        company = offers.setup.companies[seller]
        president = offers.game.companies[company.symbol].president
        sub = _("of %(president)s") % {"president": president.name} if president else ""
        quick = [(_("least"), _low(offer)), (_("face value"), kind.price), (_("all"), _high(offer))]
        is_own = president is not None and president.id == offers.player
        label = _("Buy") if is_own else pgettext("to another player", "Offer")
        choice = offers.choice(about, label, quick=quick)
        return Row(_("%(train)s-train") % {"train": kind.name}, company, sub=sub, choices=[choice] if choice else [])
    left = row.in_depot if seller == state.companies + DEPOT else row.in_market
    place = offers.labels.word("seller", ("depot", "market")[seller - state.companies - DEPOT])
    sub = place if left < 0 else _("%(count)s in %(place)s") % {"count": left, "place": place}
    notes = [_("rusts with the %(train)s-train") % {"train": row.rusted_by}] if row.rusted_by else []
    if about.id("trade_in") != NOBODY:
        notes.insert(0, _("and trade in a %(train)s-train") % {"train": offers.setup.trains[about.id("trade_in")].name})
        price = offers.money(kind.trade_in_price)
    choice = offers.choice(about, _("Buy %(price)s") % {"price": price}, tone=tone)
    return Row(
        _("%(train)s-train") % {"train": kind.name}, sub=join_list([sub, *notes]), choices=[choice] if choice else []
    )


def _low(offer: object) -> int:
    return offer.low if isinstance(offer, TrainOffers) else NOBODY


def _high(offer: object) -> int:
    return offer.high if isinstance(offer, TrainOffers) else NOBODY


def discards(offers: PlayerOffers) -> Iterator[Section]:
    """Trains to discard above the limit, by company."""
    rows = []
    for company in offers.setup.companies:
        subjects = [about for about in offers.subjects("discard_train") if about.id("company") == company.id]
        tone = "primary" if len(offers.offers) == 1 else ""
        choices = [
            offers.choice(about, offers.labels.label("train", about.id("train")), tone=tone) for about in subjects
        ]
        if choices:
            trains = join_list(offers.game.companies[company.symbol].trains)
            limit = offers.game.ruleset.train_limit(offers.game.state, company.id)
            sub = _("has %(trains)s; the limit is %(limit)s") % {"trains": trains, "limit": limit}
            rows.append(Row(company.symbol, company, sub=sub, choices=[each for each in choices if each]))
    if rows:
        yield Section("discards", _("Discard a train"), rows=rows)


def privates(offers: PlayerOffers) -> Iterator[Section]:
    """Privates that the company may buy."""
    rows = []
    for about in offers.subjects("buy_private"):
        private = offers.setup.privates[about.id("private")]
        owner = offers.game.privates[private.symbol].owner
        quick = [(_("least"), private.low), (_("face value"), private.price), (_("most"), private.high)]
        choice = offers.choice(about, _("Buy"), quick=quick, start=private.high)
        if choice:
            sub = _("of %(owner)s, pays %(income)s") % {
                "owner": owner.name if owner else "",
                "income": offers.money(private.income),
            }
            note = " ".join(sentences(private, offers.setup))
            rows.append(Row(private.name, letter=private.mark, sub=sub, note=note, choices=[choice]))
    if rows:
        yield Section("privates", _("Buy a private"), rows=rows)


def private_purchases(offers: PlayerOffers) -> Iterator[Section]:
    """Privates that the player may buy, from the bank or from other players."""
    rows = []
    for about in offers.subjects("take_private"):
        private = offers.setup.privates[about.id("private")]
        owner = offers.game.privates[private.symbol].owner
        quick = [(_("face value"), private.price)] if owner else []
        facts = () if owner else (offers.money(private.price),)
        choice = offers.choice(about, _("Buy"), quick=quick, start=private.price)
        if choice:
            income = offers.money(private.income)
            sub = _("pays %(income)s") % {"income": income}
            if owner:
                sub = _("of %(owner)s, pays %(income)s") % {"owner": owner.name, "income": income}
            note = " ".join(sentences(private, offers.setup))
            rows.append(Row(private.name, letter=private.letter, facts=facts, sub=sub, note=note, choices=[choice]))
    if rows:
        yield Section("privates", _("Buy a private"), rows=rows)


def exchanges(offers: PlayerOffers) -> Iterator[Section]:
    """Privates that can be exchanged."""
    rows = []
    for about in offers.subjects("exchange_private"):
        private, company = offers.setup.privates[about.id("private")], offers.setup.companies[about.id("company")]
        choice = offers.choice(about, _("Exchange"))
        if choice:
            sub = _("for a share of %(company)s from %(source)s") % {
                "company": company.symbol,
                "source": offers.labels.label("source", about.id("source")),
            }
            rows.append(Row(private.name, company, letter=private.mark, sub=sub, choices=[choice]))
    if rows:
        yield Section("exchanges", _("Exchange a private"), rows=rows)


def answers(player_offers: PlayerOffers) -> Iterator[Section]:
    """A pending offer: buyer, item and price."""
    offers = [offer for offer in player_offers.offers_of_kinds("answer") if isinstance(offer, Answer)]
    view = player_offers.game.view(player_offers.player).offer
    if not offers or view is None:
        return
    name = view.name if view.what == "train" else player_offers.game.privates[view.name].name
    what = _("a %(train)s-train") % {"train": name} if view.what == "train" else name
    price = player_offers.money(view.price)
    company = player_offers.setup.company(view.company) if view.company else None
    for about in player_offers.subjects("answer"):
        player_offers.get(about)
    labels = (_("Decline"), _("Accept %(price)s") % {"price": price})
    choices = [player_offers.button(offer, labels[offer.accept], tone=("no", "yes")[offer.accept]) for offer in offers]
    facts = {"buyer": player_offers.game.names[view.buyer], "price": price, "what": what}
    text = _("%(buyer)s offers %(price)s for %(what)s.") % facts
    if company:
        facts["company"] = company.name
        text = _("%(buyer)s, for %(company)s, offers %(price)s for %(what)s.") % facts
    events = preview(player_offers.game, Answer(player_offers.player, 1))
    meant = narrate(player_offers.setup, player_offers.game.names, events[:1])
    asking = company.symbol if company else facts["buyer"]
    rows = [Row(asking, company, sub=text, note=" ".join(meant), choices=choices)]
    yield Section("answer", _("An offer to you"), rows=rows)


def run(player_offers: PlayerOffers) -> Iterator[Section]:
    """The run of the trains; the route panel shows the run itself."""
    offers = [offer for offer in player_offers.offers_of_kinds("run_routes") if isinstance(offer, Runs)]
    for offer in offers:
        player_offers.get(make_subject("run_routes", company=offer.company))
        yield Section("run", "", run=True)
