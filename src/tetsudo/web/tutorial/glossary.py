"""Glossary of 18xx terms: each with one or two sentences, and the engine's refusal that identifies its rule.

A title's clause for a term is the one named in its `guide.toml`, else the one behind that refusal.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tetsudo.titles.data.clauses import reasons
from tetsudo.titles.introductions import guide_of

Words: TypeAlias = str | Promise


class Term(NamedTuple):
    """A term: its heading, meaning, forms in texts ("token|tokens"), and refusal (`reason`)."""

    name: Words
    says: Words
    forms: Words
    reason: str = ""


TERMS: Final[dict[str, Term]] = {
    "auction": Term(
        pgettext_lazy("term", "auction"),
        _("The sale of the privates before the first shares: buy the cheapest at its price, or bid for another."),
        pgettext_lazy("forms", "auction"),
        "lot_on_top",
    ),
    "private": Term(
        pgettext_lazy("term", "private"),
        _(
            "A small company that a player owns whole. It pays the same income in every operating round until it"
            " closes."
        ),
        pgettext_lazy("forms", "private|privates"),
        "not_your_private",
    ),
    "minor": Term(
        pgettext_lazy("term", "minor"),
        _("A small railway with a single certificate: its owner runs it alone, and later it joins a larger company."),
        pgettext_lazy("forms", "minor|minors"),
    ),
    "company": Term(
        pgettext_lazy("term", "company"),
        _("A railway whose shares players buy. Its money is its own: it lays track, buys trains and earns."),
        pgettext_lazy("forms", "corporation|corporations"),
    ),
    "share": Term(
        pgettext_lazy("term", "share"),
        _("A part of a company, mostly a tenth. It brings its part of each dividend, and counts its price at the end."),
        pgettext_lazy("forms", "share|shares"),
        "share_source",
    ),
    "certificate": Term(
        pgettext_lazy("term", "certificate"),
        _("A card that is owned: a share, a president's certificate of two shares, or a private."),
        pgettext_lazy("forms", "certificate|certificates"),
        "certificate_limit",
    ),
    "limit": Term(
        pgettext_lazy("term", "certificate limit"),
        _("The most certificates that a player may hold. Who has as many buys no more, and who has more must sell."),
        pgettext_lazy("forms", "certificate limit"),
        "certificate_limit",
    ),
    "holding": Term(
        pgettext_lazy("term", "holding limit"),
        _("The most of one company that a player may hold, mostly 60 percent."),
        pgettext_lazy("forms", "holding limit"),
        "hold_limit",
    ),
    "president": Term(
        pgettext_lazy("term", "president"),
        _("Who holds most of a company decides everything for it, and must help it to a train if it has none."),
        pgettext_lazy("forms", "president|presidents|presidency|director"),
        "not_president",
    ),
    "par": Term(
        pgettext_lazy("term", "par"),
        _(
            "The price that a company's first buyer sets for its shares. The more it is, the more money the"
            " company gets."
        ),
        pgettext_lazy("forms", "par|par price"),
        "par_price",
    ),
    "ipo": Term(
        pgettext_lazy("term", "offering"),
        _("Where a company's shares lie until they are first sold, at par. Also called IPO, initial offering."),
        pgettext_lazy("forms", "IPO|initial offering|offering"),
        "share_source",
    ),
    "float": Term(
        pgettext_lazy("term", "float"),
        _("A company floats when enough of its shares are sold: it then gets its money, and operates."),
        pgettext_lazy("forms", "float|floats|floated"),
    ),
    "treasury": Term(
        pgettext_lazy("term", "treasury"),
        _("A company's own money. It never mixes with its president's cash."),
        pgettext_lazy("forms", "treasury|treasuries"),
    ),
    "bank": Term(
        pgettext_lazy("term", "bank"),
        _("All money that nobody has. It pays dividends and incomes; when it is empty, the game ends."),
        pgettext_lazy("forms", "bank"),
    ),
    "market": Term(
        pgettext_lazy("term", "market"),
        _("The table of share prices. A dividend moves a company's price right, none moves it left, each sale down."),
        pgettext_lazy("forms", "market|stock market"),
    ),
    "pool": Term(
        pgettext_lazy("term", "open market"),
        _(
            "Where shares lie that players have sold. They cost the present price, and at most half of a company"
            " goes there."
        ),
        pgettext_lazy("forms", "open market|pool"),
        "market_limit",
    ),
    "priority": Term(
        pgettext_lazy("term", "priority"),
        _("Who has the priority deal begins the next stock round: the player after the last one who bought or sold."),
        pgettext_lazy("forms", "priority|priority deal"),
    ),
    "stock": Term(
        pgettext_lazy("term", "stock round"),
        _("Players buy and sell shares in turn, until all of them pass one after another."),
        pgettext_lazy("forms", "stock round|stock rounds"),
        "not_in_stock_round",
    ),
    "operating": Term(
        pgettext_lazy("term", "operating round"),
        _("Each floated company acts once, the dearest first: track, token, run, dividend, trains."),
        pgettext_lazy("forms", "operating round|operating rounds"),
        "not_its_turn",
    ),
    "pass": Term(
        pgettext_lazy("term", "pass"),
        _("To do nothing this time. In a stock round you may act again when your turn comes round."),
        pgettext_lazy("forms", "pass|passes"),
    ),
    "phase": Term(
        pgettext_lazy("term", "phase"),
        _("An age of the game. It begins with the first train of a new kind, and changes tiles, limits and rounds."),
        pgettext_lazy("forms", "phase|phases"),
    ),
    "train": Term(
        pgettext_lazy("term", "train"),
        _("What earns money: a 3-train runs to three stops. Companies buy trains at the end of their turn."),
        pgettext_lazy("forms", "train|trains"),
        "train_order",
    ),
    "train-limit": Term(
        pgettext_lazy("term", "train limit"),
        _("The most trains that a company may have. It falls as the phases go on; what is above it is discarded."),
        pgettext_lazy("forms", "train limit"),
        "train_limit",
    ),
    "rust": Term(
        pgettext_lazy("term", "rust"),
        _("Old trains leave the game at once and unpaid when the first train of a certain newer kind is bought."),
        pgettext_lazy("forms", "rust|rusts|rusted"),
    ),
    "depot": Term(
        pgettext_lazy("term", "depot"),
        _("The stack of new trains. They are sold in order: the next kind comes when those before it are gone."),
        pgettext_lazy("forms", "depot|train yard"),
        "train_order",
    ),
    "diesel": Term(
        pgettext_lazy("term", "diesel"),
        _("The last kind of train, D: it runs to any number of stops, and never rusts."),
        pgettext_lazy("forms", "diesel|diesels"),
    ),
    "tile": Term(
        pgettext_lazy("term", "tile"),
        _("A hexagon with track that is laid on the map. A company lays or upgrades one in its turn, connected to it."),
        pgettext_lazy("forms", "tile|tiles"),
        "one_tile",
    ),
    "upgrade": Term(
        pgettext_lazy("term", "upgrade"),
        _("To replace a tile by one of the next colour: yellow, green, brown, grey. All track that lay there stays."),
        pgettext_lazy("forms", "upgrade|upgrades"),
        "tile_kind",
    ),
    "terrain": Term(
        pgettext_lazy("term", "terrain"),
        _("Mountains, rivers or houses under a tile: the company pays what is printed there."),
        pgettext_lazy("forms", "terrain"),
        "terrain_cost",
    ),
    "token": Term(
        pgettext_lazy("term", "token"),
        _(
            "A company's station in a city. Each of its routes must pass one of them, and a city full of others'"
            " blocks it."
        ),
        pgettext_lazy("forms", "token|tokens|station"),
        "no_token_left",
    ),
    "home": Term(
        pgettext_lazy("term", "home"),
        _("The city where a company begins: its first token lies there, and costs nothing."),
        pgettext_lazy("forms", "home|homes"),
        "city_reserved",
    ),
    "city": Term(
        pgettext_lazy("term", "city"),
        _("A stop with slots for tokens, drawn as circles."),
        pgettext_lazy("forms", "city|cities"),
        "no_city",
    ),
    "town": Term(
        pgettext_lazy("term", "town"),
        _("A small stop without slots, drawn as a dot or a bar on the track."),
        pgettext_lazy("forms", "town|towns"),
    ),
    "off-board": Term(
        pgettext_lazy("term", "off-board"),
        _("A red place at the edge of the map. It pays more as the phases go on, and a route ends there."),
        pgettext_lazy("forms", "off-board"),
        "route_through_end",
    ),
    "route": Term(
        pgettext_lazy("term", "route"),
        _("Track from stop to stop on which a train runs: at least two stops, one of them with the company's token."),
        pgettext_lazy("forms", "route|routes"),
        "route_token",
    ),
    "run": Term(
        pgettext_lazy("term", "run"),
        _("All trains of a company run their routes, and the values of their stops are what it earns. No track twice."),
        pgettext_lazy("forms", "run|runs"),
        "must_run",
    ),
    "dividend": Term(
        pgettext_lazy("term", "dividend"),
        _("What a run earned, paid out: each share brings its owner a tenth, and the price rises."),
        pgettext_lazy("forms", "dividend|dividends|pay out"),
        "must_distribute",
    ),
    "withhold": Term(
        pgettext_lazy("term", "withhold"),
        _("To keep what a run earned in the treasury. Shareholders get nothing, and the price falls."),
        pgettext_lazy("forms", "withhold|withholds|withheld"),
        "must_distribute",
    ),
    "destination": Term(
        pgettext_lazy("term", "destination"),
        _("A place named for a company: a route from its home to there earns a bonus."),
        pgettext_lazy("forms", "destination|destinations"),
    ),
    "export": Term(
        pgettext_lazy("term", "export"),
        _("A train leaves the depot unsold after some operating rounds, so that the game goes on."),
        pgettext_lazy("forms", "export|exported"),
    ),
    "emergency": Term(
        pgettext_lazy("term", "emergency purchase"),
        _(
            "A company without a train and without money must still buy one: its president pays, and sells"
            " shares if need be."
        ),
        pgettext_lazy("forms", "emergency purchase|forced purchase"),
        "emergency_cheapest",
    ),
    "dumping": Term(
        pgettext_lazy("term", "dumping"),
        _("To sell so many shares of a company that somebody else becomes its president, with all its cares."),
        pgettext_lazy("forms", "dumping"),
        "president_stays",
    ),
    "bankruptcy": Term(
        pgettext_lazy("term", "bankruptcy"),
        _("A president who cannot pay for a train that must be bought, even by selling, is bankrupt: the game ends."),
        pgettext_lazy("forms", "bankrupt|bankruptcy"),
        "bankrupt_when",
    ),
    "bank-breaks": Term(
        pgettext_lazy("term", "bank breaks"),
        _("The bank has paid out its last money: the game goes on to the end of this set of rounds, then it is over."),
        pgettext_lazy("forms", "bank breaks|bank has broken"),
        "game_over",
    ),
    "worth": Term(
        pgettext_lazy("term", "worth"),
        _("What counts in the end: cash, shares at their price, and privates. Money of companies counts for nobody."),
        pgettext_lazy("forms", "worth"),
    ),
}
"""Terms by id."""


def clause_of(term: str, title: str) -> str:
    """Id of a title's clause for a term; "" if none is known."""
    named = guide_of(title).terms.get(term, "")
    return named or reasons(title).get(TERMS[term].reason, "")
