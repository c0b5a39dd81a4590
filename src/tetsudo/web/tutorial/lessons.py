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
        _("What it is about"),
        _(
            "You buy shares of railways and lead some of them: who has the most in the end, in cash and shares, wins."
            " What you can do now is lit or a button; what is grey says why not."
        ),
    ),
    Lesson(
        "auction",
        "doing-auction",
        _("The auction"),
        _(
            "First the privates are sold: each pays its owner a small income for a long time."
            " Buy the one on top at its price, bid for another one, or pass."
        ),
    ),
    Lesson(
        "bid-off",
        "doing-bid-off",
        _("Two want the same"),
        _("Several have bid for this private. Who is left when all others have given up pays what he bid last."),
    ),
    Lesson(
        "private",
        "doing-stock owns-private",
        _("Your private"),
        _("You own a private. Whenever an operating round begins, the bank pays you its income: you need do nothing."),
    ),
    Lesson(
        "par",
        "may-par",
        _("Start a company"),
        _(
            "Choose a company and the price of its shares, the par: you buy two shares at once, and become its"
            " president."
            " A high par brings the company more money; a low one leaves you more to float it with."
        ),
    ),
    Lesson(
        "president",
        "president unfloated",
        _("You are president"),
        _(
            "You now decide everything for this company, as long as nobody holds more of it than you."
            " Its money is its own: you may not take any."
        ),
    ),
    Lesson(
        "float",
        "doing-stock unfloated",
        _("Let it float"),
        _(
            "It operates only once enough of its shares are sold: it floats, and gets its money from the bank."
            " So buy another share of it each time it is your turn."
        ),
    ),
    Lesson(
        "buying",
        "may-buy_share president",
        _("Buy shares"),
        _(
            "One share a turn, from the offering at par or from the open market at the present price."
            " Shares of others' companies pay you as well."
        ),
    ),
    Lesson(
        "passing",
        "doing-stock floated",
        _("Enough bought?"),
        _(
            "Your company floats and will operate. If nothing else is worth its price, pass: when all have"
            " passed in a row,"
            " the stock round is over."
        ),
    ),
    Lesson(
        "waiting",
        "waiting",
        _("The others move"),
        _("Bots move by themselves, a move at a time. What they did stands in the log and is marked where it changed."),
    ),
    Lesson(
        "rounds",
        "doing-track",
        _("The operating round"),
        _(
            "Each company that floats now acts once, the dearest first: it lays track, places a token, runs,"
            " pays, and buys"
            " trains. You decide for yours."
        ),
    ),
    Lesson(
        "track",
        "doing-track may-lay_tile",
        _("Lay track"),
        _(
            "Choose a lit hex, then a tile, and turn it by clicking it again: track that leads from your home to"
            " another"
            " city or town lets a train earn. One tile a turn."
        ),
    ),
    Lesson(
        "upgrade",
        "doing-track later-phase",
        _("Upgrade"),
        _(
            "Tiles of a new colour may replace old ones: cities become worth more, and get more slots for tokens."
            " What lay there stays connected."
        ),
    ),
    Lesson(
        "token",
        "doing-token",
        _("Tokens"),
        _(
            "A token in another city opens routes from there, and keeps others out once the city is full."
            " It costs the company money: you may leave it."
        ),
    ),
    Lesson(
        "running",
        "doing-run",
        _("Run"),
        _(
            "The best routes are drawn already: each train goes from stop to stop, past one of your tokens, and"
            " earns what"
            " the stops show. Just run."
        ),
    ),
    Lesson(
        "dividend",
        "doing-dividend",
        _("Pay or keep?"),
        _(
            "Pay out, and every share brings its owner a part and the price rises. Withhold, and the money stays in the"
            " treasury for trains, but the price falls."
        ),
    ),
    Lesson(
        "trainless",
        "doing-trains trainless",
        _("No train, no money"),
        _(
            "Your company has no train: buy one now, and it runs from the next operating round on."
            " Who has a route must have a train; if the treasury is too small, the president pays."
        ),
    ),
    Lesson(
        "trains",
        "doing-trains",
        _("Buy trains"),
        _(
            "A train costs its company once and earns in each operating round. Two trains earn more than one, as"
            " long as"
            " there are routes for both."
        ),
    ),
    Lesson(
        "rust",
        "doing-trains",
        _("Trains rust"),
        _(
            "When the first train of a newer kind is bought, some older kind is gone for everybody, at once and unpaid."
            " So keep money for the next one, and look who is about to buy."
        ),
    ),
    Lesson(
        "phase",
        "mine later-phase",
        _("A new phase"),
        _(
            "A train of a new kind was bought: there are new tiles now, other limits, and more operating rounds."
            " The table of phases says what changed."
        ),
    ),
    Lesson(
        "rusted",
        "mine rusted",
        _("The first trains are gone"),
        _("Old trains have rusted. A company that has none left earns nothing, and must buy a new one in its turn."),
    ),
    Lesson(
        "priority",
        "doing-stock later-turn",
        _("Another stock round"),
        _(
            "It begins with the priority deal: the player after the one who bought or sold last."
            " Look at what the companies paid, and buy what pays well for its price."
        ),
    ),
    Lesson(
        "selling",
        "may-sell_shares",
        _("Sell shares"),
        _(
            "Selling brings you the present price, and each share sold lowers it. Who sold shares of a company"
            " may not buy"
            " it again in this round."
        ),
    ),
    Lesson(
        "dumping",
        "may-sell_shares president",
        _("The presidency can change"),
        _(
            "Who holds more of a company than its president becomes president himself, with its trains and its cares."
            " Beware of presidents who sell: you may be left with a company without a train."
        ),
    ),
    Lesson(
        "limit",
        "doing-stock later-turn later-phase",
        _("Not without limit"),
        _(
            "A player holds only so many certificates, and of one company mostly not more than 60 percent."
            " Who is at the limit sells what is poor to buy what is good."
        ),
    ),
    Lesson(
        "privates",
        "may-buy_private",
        _("Money out of a private"),
        _(
            "Your company may buy a private of yours: its money becomes your cash."
            " The income of the private then goes into its treasury."
        ),
    ),
    Lesson(
        "discard",
        "doing-discard",
        _("Too many trains"),
        _("The limit has fallen, and your company has more trains than it may keep. Choose the one that it gives up."),
    ),
    Lesson(
        "emergency",
        "doing-forced-sale",
        _("You must help"),
        _(
            "Your company must have a train and cannot pay for it. You pay what is missing, and sell shares if"
            " your cash is"
            " not enough: so look ahead, and keep money for trains."
        ),
    ),
    Lesson(
        "offer",
        "doing-offer",
        _("Somebody asks"),
        _(
            "Another president would like to buy something of yours. Take the price if it is worth it to you, or"
            " decline."
        ),
    ),
    Lesson(
        "broken",
        "mine broken",
        _("The bank is empty"),
        _(
            "This set of rounds is still played, and everything is paid. Then the game is over: what counts is"
            " yours now."
        ),
    ),
    Lesson(
        "over",
        "over",
        _("The end"),
        _(
            "The game is over: cash, shares at their last price and privates are counted, and the money of"
            " companies is not."
            " You know all that you need for a whole game."
        ),
    ),
)
"""All lessons, most important first."""
