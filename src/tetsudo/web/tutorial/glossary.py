"""Glossary of 18xx terms: each with one or two sentences, and the engine's refusal that identifies its rule.

A title's clause for a term is the one named in its `guide.toml`, else the one behind that refusal.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tetsudo.titles.data.clauses import clauses_by_code
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
        _("A small company owned by one player. It pays the same income each operating round until it closes."),
        pgettext_lazy("forms", "private|privates"),
        "not_your_private",
    ),
    "minor": Term(
        pgettext_lazy("term", "minor"),
        _(
            "A small railway with a single certificate: its owner runs it alone, and later it merges into a larger "
            "company."
        ),
        pgettext_lazy("forms", "minor|minors"),
    ),
    "company": Term(
        pgettext_lazy("term", "company"),
        _("A railway whose shares players buy. Its money is its own: it lays track, buys trains and earns."),
        pgettext_lazy("forms", "corporation|corporations"),
    ),
    "share": Term(
        pgettext_lazy("term", "share"),
        _("A part of a company, usually a tenth. It earns its part of each dividend and counts its price at the end."),
        pgettext_lazy("forms", "share|shares"),
        "share_source",
    ),
    "certificate": Term(
        pgettext_lazy("term", "certificate"),
        _("A card you own: a share, a president's certificate of two shares, or a private."),
        pgettext_lazy("forms", "certificate|certificates"),
        "certificate_limit",
    ),
    "limit": Term(
        pgettext_lazy("term", "certificate limit"),
        _("The most certificates a player may hold. At the limit you cannot buy; above it you must sell."),
        pgettext_lazy("forms", "certificate limit"),
        "certificate_limit",
    ),
    "holding": Term(
        pgettext_lazy("term", "holding limit"),
        _("The most of one company a player may hold, usually 60 percent."),
        pgettext_lazy("forms", "holding limit"),
        "hold_limit",
    ),
    "president": Term(
        pgettext_lazy("term", "president"),
        _("The player with most of a company decides everything for it, and must help pay for a train if it has none."),
        pgettext_lazy("forms", "president|presidents|presidency|director"),
        "not_president",
    ),
    "par": Term(
        pgettext_lazy("term", "par"),
        _("The share price set by a company's first buyer. The higher it is, the more money the company gets."),
        pgettext_lazy("forms", "par|par price"),
        "par_price",
    ),
    "ipo": Term(
        pgettext_lazy("term", "offering"),
        _("A company's unsold shares, sold at par. Also called IPO, initial offering."),
        pgettext_lazy("forms", "IPO|initial offering|offering"),
        "share_source",
    ),
    "float": Term(
        pgettext_lazy("term", "float"),
        _("A company floats when enough of its shares are sold: it then receives its money and operates."),
        pgettext_lazy("forms", "float|floats|floated"),
    ),
    "treasury": Term(
        pgettext_lazy("term", "treasury"),
        _("A company's own money. It never mixes with its president's cash."),
        pgettext_lazy("forms", "treasury|treasuries"),
    ),
    "bank": Term(
        pgettext_lazy("term", "bank"),
        _("The money outside of play. It pays dividends and incomes; when it is empty, the game ends."),
        pgettext_lazy("forms", "bank"),
    ),
    "market": Term(
        pgettext_lazy("term", "market"),
        _(
            "The table of share prices. A dividend moves a company's price right, withholding moves it left, each "
            "sale down."
        ),
        pgettext_lazy("forms", "market|stock market"),
    ),
    "pool": Term(
        pgettext_lazy("term", "open market"),
        _("Shares sold by players. They cost the current price, and the market holds at most half of a company."),
        pgettext_lazy("forms", "open market|pool"),
        "market_limit",
    ),
    "priority": Term(
        pgettext_lazy("term", "priority"),
        _("The player with the priority deal starts the next stock round: the one after the last to buy or sell."),
        pgettext_lazy("forms", "priority|priority deal"),
    ),
    "stock": Term(
        pgettext_lazy("term", "stock round"),
        _("Players buy and sell shares in turn, until all pass in a row."),
        pgettext_lazy("forms", "stock round|stock rounds"),
        "not_in_stock_round",
    ),
    "operating": Term(
        pgettext_lazy("term", "operating round"),
        _("Each floated company acts once, the highest share price first: track, token, run, dividend, trains."),
        pgettext_lazy("forms", "operating round|operating rounds"),
        "not_its_turn",
    ),
    "pass": Term(
        pgettext_lazy("term", "pass"),
        _("To do nothing this time. In a stock round you may act again on your next turn."),
        pgettext_lazy("forms", "pass|passes"),
    ),
    "phase": Term(
        pgettext_lazy("term", "phase"),
        _("An age of the game. It begins with the first train of a new kind and changes tiles, limits and rounds."),
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
        _("The most trains a company may have. It falls in later phases; trains above it are discarded."),
        pgettext_lazy("forms", "train limit"),
        "train_limit",
    ),
    "rust": Term(
        pgettext_lazy("term", "rust"),
        _("Old trains leave the game, without compensation, when the first train of a certain newer kind is bought."),
        pgettext_lazy("forms", "rust|rusts|rusted"),
    ),
    "depot": Term(
        pgettext_lazy("term", "depot"),
        _("The stack of new trains. They are sold in order: the next kind comes when the one before is sold out."),
        pgettext_lazy("forms", "depot|train yard"),
        "train_order",
    ),
    "diesel": Term(
        pgettext_lazy("term", "diesel"),
        _("The last kind of train, D: it runs to any number of stops and never rusts."),
        pgettext_lazy("forms", "diesel|diesels"),
    ),
    "tile": Term(
        pgettext_lazy("term", "tile"),
        _("A hexagon with track, laid on the map. A company lays or upgrades one in its turn, connected to it."),
        pgettext_lazy("forms", "tile|tiles"),
        "one_tile",
    ),
    "upgrade": Term(
        pgettext_lazy("term", "upgrade"),
        _("To replace a tile by one of the next colour: yellow, green, brown, grey. All its track stays."),
        pgettext_lazy("forms", "upgrade|upgrades"),
        "tile_kind",
    ),
    "terrain": Term(
        pgettext_lazy("term", "terrain"),
        _("Mountains, rivers or houses under a tile: the company pays the printed cost."),
        pgettext_lazy("forms", "terrain"),
        "terrain_cost",
    ),
    "token": Term(
        pgettext_lazy("term", "token"),
        _(
            "A company's station in a city. Each of its routes must include one, and a city full of other tokens "
            "blocks it."
        ),
        pgettext_lazy("forms", "token|tokens|station"),
        "no_token_left",
    ),
    "home": Term(
        pgettext_lazy("term", "home"),
        _("The city where a company starts: its first token is placed there for free."),
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
        _("A red place at the edge of the map. Its value grows with the phases, and routes end there."),
        pgettext_lazy("forms", "off-board"),
        "route_through_end",
    ),
    "route": Term(
        pgettext_lazy("term", "route"),
        _("Track from stop to stop on which a train runs: at least two stops, one with the company's token."),
        pgettext_lazy("forms", "route|routes"),
        "route_token",
    ),
    "run": Term(
        pgettext_lazy("term", "run"),
        _("All trains of a company run their routes, and it earns the values of their stops. No track twice."),
        pgettext_lazy("forms", "run|runs"),
        "must_run",
    ),
    "dividend": Term(
        pgettext_lazy("term", "dividend"),
        _("The revenue of a run, paid out: each share earns its owner a tenth, and the price rises."),
        pgettext_lazy("forms", "dividend|dividends|pay out"),
        "must_distribute",
    ),
    "withhold": Term(
        pgettext_lazy("term", "withhold"),
        _("To keep the revenue of a run in the treasury. Shareholders get nothing, and the price falls."),
        pgettext_lazy("forms", "withhold|withholds|withheld"),
        "must_distribute",
    ),
    "destination": Term(
        pgettext_lazy("term", "destination"),
        _("A place named for a company: a route from its home to it earns a bonus."),
        pgettext_lazy("forms", "destination|destinations"),
    ),
    "export": Term(
        pgettext_lazy("term", "export"),
        _("A train leaves the depot unsold after some operating rounds, so that the game moves on."),
        pgettext_lazy("forms", "export|exported"),
    ),
    "emergency": Term(
        pgettext_lazy("term", "emergency purchase"),
        _(
            "A company that can't pay for a mandatory train still buys one: its president pays the rest, and sells "
            "shares if needed."
        ),
        pgettext_lazy("forms", "emergency purchase|forced purchase"),
        "emergency_cheapest",
    ),
    "dumping": Term(
        pgettext_lazy("term", "dumping"),
        _(
            "To sell enough shares of a company that another player has to become its president and take over its "
            "problems."
        ),
        pgettext_lazy("forms", "dumping"),
        "president_stays",
    ),
    "bankruptcy": Term(
        pgettext_lazy("term", "bankruptcy"),
        _("A president who cannot pay for a mandatory train, even by selling shares, is bankrupt: the game ends."),
        pgettext_lazy("forms", "bankrupt|bankruptcy"),
        "bankrupt_when",
    ),
    "bank-breaks": Term(
        pgettext_lazy("term", "bank breaks"),
        _("The bank has paid out its last money: the game continues to the end of this set of rounds, then ends."),
        pgettext_lazy("forms", "bank breaks|bank has broken"),
        "game_over",
    ),
    "worth": Term(
        pgettext_lazy("term", "net worth"),
        _("A player's final score: cash, shares at their price, and privates. Companies' money does not count."),
        pgettext_lazy("forms", "net worth|worth"),
    ),
}
"""Terms by id."""


def clause_of(term: str, title: str) -> str:
    """Id of a title's clause for a term; "" if none is known."""
    named = guide_of(title).terms.get(term, "")
    return named or clauses_by_code(title).get(TERMS[term].reason, "")
