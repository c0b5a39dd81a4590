"""All lessons of the guide, with their texts and the situations that trigger them.

The guide shows the first lesson that the player does not know yet and whose signs are all present, so the lessons are
sorted by importance. `situation` makes the signs. Texts for a single title are in its `guide.toml`, not here.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words: TypeAlias = str | Promise


class Lesson(NamedTuple):
    """A lesson, shown once. `signs`: the situation that triggers it, separated by spaces."""

    name: str
    signs: str
    heading: Words
    says: Words


LESSONS: Final = (
    Lesson(
        "aim",
        "",
        _("The aim"),
        _(
            "You want to be the richest player at the end: your cash and your shares count. Shares pay you when "
            "their railway earns money, and whoever holds the most shares of a railway leads it. What you can do now "
            "glows or is a button; grey buttons say why not."
        ),
    ),
    Lesson(
        "auction",
        "doing-auction",
        _("The auction"),
        _(
            "First the privates are sold: each pays its owner a small income for a long time. Buy the one on offer "
            "at its price, bid for another, or pass."
        ),
    ),
    Lesson(
        "bid-off",
        "doing-bid-off",
        _("A bid-off"),
        _("Several players have bid for this private. The last one left pays their last bid."),
    ),
    Lesson(
        "private",
        "doing-stock owns-private",
        _("Your private"),
        _(
            "You own a private. At the start of each operating round the bank pays you its income: you do not need to "
            "do anything."
        ),
    ),
    Lesson(
        "par",
        "may-par",
        _("Start a company"),
        _(
            "Choose a company and its share price, the par: you buy two shares at once and become president. A high "
            "par gives the company more money; a low one leaves you more to float it."
        ),
    ),
    Lesson(
        "president",
        "president unfloated",
        _("You are president"),
        _(
            "You now decide everything for this company, as long as no one holds more of it than you. Its money is "
            "its own: you may not take any."
        ),
    ),
    Lesson(
        "float",
        "doing-stock unfloated",
        _("Let it float"),
        _(
            "It operates only once enough shares are sold: it floats and gets its money from the bank. So buy "
            "another share of it each turn."
        ),
    ),
    Lesson(
        "buying",
        "may-buy_share president",
        _("Buy shares"),
        _(
            "One share per turn, from the IPO at par or from the market at its current price. Shares of other "
            "players' companies pay you too."
        ),
    ),
    Lesson(
        "passing",
        "doing-stock floated",
        _("Enough bought?"),
        _(
            "Your company floats and will operate. If nothing else is worth its price, pass: when all players have "
            "passed in a row, the stock round ends."
        ),
    ),
    Lesson(
        "waiting",
        "waiting",
        _("The others move"),
        _("Bots move by themselves, one action at a time. The log says what they did, and changes are marked."),
    ),
    Lesson(
        "rounds",
        "doing-track",
        _("The operating round"),
        _(
            "Each floated company now acts once, the highest share price first: it lays track, places a token, "
            "runs, pays, and buys trains. You decide for yours."
        ),
    ),
    Lesson(
        "track",
        "doing-track may-lay_tile",
        _("Lay track"),
        _(
            "Choose a glowing hex, then a tile, and click it again to rotate it: track from your home to another "
            "city or town lets a train earn. One tile per turn."
        ),
    ),
    Lesson(
        "upgrade",
        "doing-track later-phase",
        _("Upgrade"),
        _(
            "Tiles of a new colour can replace old ones: cities are worth more and get more token slots. Old "
            "connections stay."
        ),
    ),
    Lesson(
        "token",
        "doing-token",
        _("Tokens"),
        _(
            "A token in another city opens routes from there, and blocks others once the city is full. It costs the "
            "company money: you may skip it."
        ),
    ),
    Lesson(
        "running",
        "doing-run",
        _("Run"),
        _(
            "The best routes are already drawn: each train goes from stop to stop, past one of your tokens, and "
            "earns the stops' values. Just run."
        ),
    ),
    Lesson(
        "dividend",
        "doing-dividend",
        _("Pay out or withhold?"),
        _(
            "Pay out, and each share earns its owner a part and the price rises. Withhold, and the money stays in "
            "the treasury for trains, but the price falls."
        ),
    ),
    Lesson(
        "trainless",
        "doing-trains trainless",
        _("No train, no money"),
        _(
            "Your company has no train: buy one now, and it runs from the next operating round on. A company with a "
            "route must own a train; if its treasury is too small, the president pays."
        ),
    ),
    Lesson(
        "trains",
        "doing-trains",
        _("Buy trains"),
        _(
            "A train is paid for once and earns in each operating round. Two trains earn more than one, if there "
            "are routes for both."
        ),
    ),
    Lesson(
        "rust",
        "doing-trains",
        _("Trains rust"),
        _(
            "When the first train of a newer kind is bought, an older kind rusts for everybody, at once and without "
            "compensation. So save for the next train, and watch who is about to buy."
        ),
    ),
    Lesson(
        "phase",
        "mine later-phase",
        _("A new phase"),
        _(
            "A train of a new kind was bought: there are new tiles, other limits, and more operating rounds. The "
            "phase table shows what changed."
        ),
    ),
    Lesson(
        "rusted",
        "mine rusted",
        _("The first trains rust"),
        _("Old trains have rusted. A company left without one earns nothing and must buy a new one in its turn."),
    ),
    Lesson(
        "priority",
        "doing-stock later-turn",
        _("Another stock round"),
        _(
            "It begins with the priority deal: the player after the last one to buy or sell. Look at what the "
            "companies paid, and buy what pays well for its price."
        ),
    ),
    Lesson(
        "selling",
        "may-sell_shares",
        _("Sell shares"),
        _(
            "You sell at the current price, and each share sold lowers it. You cannot buy a company again in the "
            "round in which you sold it."
        ),
    ),
    Lesson(
        "dumping",
        "may-sell_shares president",
        _("Presidencies change"),
        _(
            "A player who holds more of a company than its president takes it over, with its trains and its "
            "problems. Beware of presidents who sell: you may be left with a company without a train."
        ),
    ),
    Lesson(
        "limit",
        "doing-stock later-turn later-phase",
        _("Limits"),
        _(
            "There is a limit to the certificates that you can hold, and you can usually own at most 60 percent of a "
            "company. At the limit, sell poor shares to buy good ones."
        ),
    ),
    Lesson(
        "privates",
        "may-buy_private",
        _("Cash for a private"),
        _(
            "Your company may buy a private of yours: its money becomes your cash. The private's income then goes "
            "to its treasury."
        ),
    ),
    Lesson(
        "discard",
        "doing-discard",
        _("Too many trains"),
        _("The limit has fallen, and your company has too many trains. Choose the one to discard."),
    ),
    Lesson(
        "emergency",
        "doing-forced-sale",
        _("You must help"),
        _(
            "Your company must own a train and cannot pay for it. You pay the rest, and sell shares if your cash is "
            "not enough: so plan ahead and keep money for trains."
        ),
    ),
    Lesson(
        "offer",
        "doing-offer",
        _("An offer"),
        _("Another president wants to buy something of yours. Accept if the price is worth it, or decline."),
    ),
    Lesson(
        "broken",
        "mine broken",
        _("The bank is empty"),
        _("This set of rounds is still played, and everything is paid. Then the game ends: what you own counts."),
    ),
    Lesson(
        "over",
        "over",
        _("The end"),
        _(
            "The game is over: cash, shares at their last price and privates count; companies' money does not. You "
            "are ready for a full game."
        ),
    ),
)
"""All lessons, most important first."""

TAUGHT: Final = {
    "control": ("president", "dumping"),
    "float": ("float",),
    "track": ("upgrade",),
    "dividend": ("dividend",),
    "rust": ("trains", "rust"),
    "sale": ("selling", "dumping"),
    "forced": ("trainless", "emergency"),
    "privates": ("privates",),
    "limit": ("limit",),
    "end": ("broken",),
}
"""Lessons of the guide whose ideas a finished lesson of *Learn* has taught, by its name. The guide leaves them out.

Those that also say how the page is used are always shown.
"""
