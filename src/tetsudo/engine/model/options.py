"""Options of the rules: every number and switch that a title may have, each declared once.

An option's type defines its values: a flag, a number, one of several words, several numbers, or the steps of
a turn. `Option` adds what the type cannot express. The loader, pages, prompt and rules all read this.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal, get_type_hints

from tetsudo.core.units import Money, Percent

OptionValue = bool | int | str
"""Value as written in data and by users: several numbers, and steps, are words separated by spaces."""


@dataclass(frozen=True, slots=True)
class Option:
    """Description of an option: a sentence for users, and bounds for its numbers."""

    help: str
    minimum: int = 0
    maximum: int = 0
    step: int = 1  # numbers are multiples of this
    column: str = ""  # table and column of data whose rows, in order, are its numbers
    default: OptionValue | None = None  # value in titles that do not name the option
    shared: bool = False  # players may choose it even in titles that do not name it
    fixed: bool = False  # rule of the title: not offered to players
    recorded: bool = False  # set by records and importers: not offered to players


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Options in force at a table, with house rules applied. Percentages are of a whole company."""

    bank: Annotated[Money, Option("Money in the bank before the players' starting cash is paid from it.", 1000, 100000)]
    starting_cash: Annotated[Money, Option("What each player starts with.", 100, 10000)]
    certificate_limit: Annotated[int, Option("How many certificates a player may hold.", 4, 99)]
    float_percent: Annotated[
        Percent,
        Option("How much of a company must have left the initial offering before it operates.", 20, 100, step=10),
    ]
    hold_limit: Annotated[
        Percent,
        Option("How much of one company a player may hold, in percent.", 20, 100, step=10, default=60, shared=True),
    ]
    market_limit: Annotated[
        Percent,
        Option("How much of one company the market may hold, in percent.", 0, 80, step=10, default=50, shared=True),
    ]
    capital: Annotated[
        Literal["full", "incremental"],
        Option(
            "What a company receives for its shares: par for each of them as soon as it floats, or the price of "
            "each as it is bought from the offering.",
            default="full",
            fixed=True,
        ),
    ]
    prefunded: Annotated[
        bool,
        Option(
            "Where a company is paid for each share: whether those that come with privates count as sold, and the "
            "bank pays par for them as soon as that is set.",
            default=False,
            fixed=True,
        ),
    ]
    floating: Annotated[
        Literal["percent", "train"],
        Option(
            "When a company floats: as soon as so many percent of it have left the offering, or when its first turn "
            "would come, if by then as many of its shares have left it as the next train of the depot has stops.",
            default="percent",
            fixed=True,
        ),
    ]
    unsold: Annotated[
        Literal["bank", "company"],
        Option(
            "Whose the shares in the offering are: the bank's, at par and without dividends, or the company's own, "
            "at the market price and with dividends for its treasury.",
            default="bank",
            fixed=True,
        ),
    ]
    bid_step: Annotated[
        Money,
        Option(
            "The least raise in the opening auction, and what a free fall of the first private takes off its price.",
            1,
            100,
            default=5,
            shared=True,
        ),
    ]
    bid_off_order: Annotated[
        Literal["clockwise", "from_lowest", "lowest"],
        Option(
            "Who speaks in a bid-off: clockwise from the one after the highest bidder, clockwise from the lowest "
            "bidder, or each time the lowest bidder."
        ),
    ]
    forced_lot: Annotated[
        Literal["round", "at_once", "priority"],
        Option(
            "When a private that is free must be taken: after one more round of passes, at once by the next "
            "player, or at once by the one with the priority deal."
        ),
    ]
    all_pass: Annotated[
        Literal["income", "round"],
        Option(
            "What follows when everybody passes in the auction and something is sold: privates pay, or an "
            "operating round, after which a new stock round goes on with the auction.",
            default="income",
        ),
    ]
    private_low: Annotated[
        Percent,
        Option("The least that a company pays for a private, in percent of its face value, rounded up.", 0, 100),
    ]
    private_high: Annotated[
        Percent, Option("The most that a company pays for a private, in percent of its face value.", 100, 10000)
    ]
    final_privates: Annotated[bool, Option("Whether privates count at face value in the end.")]
    offers: Annotated[
        Literal["ask", "agreed"],
        Option(
            "Purchases that need another player's agreement: the other is asked, or counts as having agreed.",
            default="ask",
            shared=True,
        ),
    ]
    tile_colours: Annotated[
        Literal["phase", "any"],
        Option("Whether tiles of a colour are laid from its phase on, or at any time.", default="phase", shared=True),
    ]
    track: Annotated[
        Literal["semi-restrictive", "restrictive", "permissive"],
        Option(
            "What of an upgrade must be reached: some new track or a raised value, some new track, or only the hex."
        ),
    ]
    tile_costs: Annotated[
        bool,
        Option(
            "Whether who replaces a tile on which a cost is printed pays it; otherwise it only repeats the cost "
            "of laying that tile.",
            default=True,
        ),
    ]
    free_lay: Annotated[
        Literal["ordinary", "extra"],
        Option(
            "Whether the tile that a company lays free of charge in its first turn is its ordinary tile of the "
            "turn, or comes besides.",
            default="ordinary",
        ),
    ]
    die_calls: Annotated[
        Literal["each", "once"],
        Option(
            "Where a die says what a city is worth to a run: at each call of one of its trains, or once a run.",
            default="each",
        ),
    ]
    home_tokens: Annotated[
        Literal["round", "turn"],
        Option("When the home token is placed: as the operating round begins, or in the company's first turn."),
    ]
    must_own_train: Annotated[
        Literal["route", "always"], Option("Which company must buy a train: one with a route to run, or every one.")
    ]
    unlimited_trains: Annotated[bool, Option("Whether trains of the last kind never run out.")]
    top_trains: Annotated[int, Option("How many trains of the last kind there are, unless they never run out.", 1, 99)]
    train_counts: Annotated[
        tuple[int, ...],
        Option(
            "How many trains of each kind there are, but for a kind that never runs out.", 1, 99, column="trains.count"
        ),
    ]
    train_prices: Annotated[tuple[int, ...], Option("The price of each kind of train.", 1, 9999, column="trains.price")]
    trade_in_prices: Annotated[
        tuple[int, ...],
        Option(
            "The price of each kind of train that takes another in exchange, with that exchange.",
            1,
            9999,
            column="trains.trade_in_price",
        ),
    ]
    train_limits: Annotated[
        tuple[int, ...],
        Option("How many trains a company may have, phase by phase.", 1, 99, column="phases.train_limit"),
    ]
    operating_rounds: Annotated[
        tuple[int, ...],
        Option(
            "How many operating rounds follow a stock round, phase by phase.", 1, 9, column="phases.operating_rounds"
        ),
    ]
    hidden_cash: Annotated[
        bool, Option("Whether each player sees only his own cash until the game is over.", default=False)
    ]
    hidden_treasuries: Annotated[
        bool, Option("Whether only its president sees what a company has, until the game is over.", default=False)
    ]
    hidden_train_prices: Annotated[
        bool,
        Option(
            "Whether only the presidents of two companies know for how much one sells a train to the other, until "
            "the game is over. Treasuries are hidden with it, since a price could be read off them.",
            default=False,
        ),
    ]
    early_bankruptcy: Annotated[
        bool,
        Option(
            "Whether bankruptcy may be declared from the start of a turn in which the forced train can not be paid.",
            default=False,
            shared=True,
        ),
    ]
    bank_breaks_at_zero: Annotated[
        bool,
        Option(
            "Whether the bank is out when exactly nothing is left, or only when a payment exceeds what is left.",
            default=False,
            shared=True,
        ),
    ]
    turn_limit: Annotated[
        int,
        Option("After how many turns (a stock round and its operating rounds) the game ends; 0 for no limit.", 0, 99),
    ]
    end_price: Annotated[
        Money,
        Option(
            "A price that ends the game: after the turn in which a company reaches it, or with the stock round; 0 for"
            " none.",
            0,
            1000,
            default=0,
        ),
    ]
    first_player_less: Annotated[
        Money, Option("How much less than the others the first player starts with.", 0, 1000, default=0)
    ]
    auction: Annotated[
        bool,
        Option(
            "Whether privates are auctioned; otherwise each player is dealt one.", default=True, shared=True, fixed=True
        ),
    ]
    steps: Annotated[
        tuple[str, ...],
        Option(
            "The steps of a company's turn, in order.",
            # 1889-OR-08, 1889-TRN-01, 1888*-ACT-01, 1888*-TRN-01, 1890-10.3-f, 1890-12.4-e
            default="track token run dividend trains privates",
            shared=True,
            fixed=True,
        ),
    ]
    stock_turn: Annotated[
        Literal["any", "sell_buy"],
        Option(
            "The order of a turn in a stock round: sales before or after the purchase, or before it only.",
            default="any",
        ),
    ]
    automatic_passes: Annotated[
        bool,
        Option("Whether a player who can only pass in a stock round passes automatically.", default=True, shared=True),
    ]
    passes_without_trade: Annotated[
        bool,
        Option(
            "Whether a player who can neither buy nor sell in a stock round passes automatically, even with a private"
            " to use: so in records of version 1 and in files of 18xx.games.",
            default=False,
            shared=True,
            recorded=True,
        ),
    ]
    sale_blocks: Annotated[
        Literal["one", "many"],
        Option(
            "Whether shares of one company are sold once in a turn, as one block, or again and again.", default="one"
        ),
    ]
    token_prices: Annotated[
        tuple[int, ...],
        Option(
            "The prices of a company's second, third and further tokens, for companies whose data count tokens "
            "only; the last price holds on.",
            0,
            999,
            default="",
        ),
    ]
    home_tiles: Annotated[
        bool, Option("Whether companies that have to must lay a tile on their home in their first turn.", default=False)
    ]
    best_run: Annotated[
        bool, Option("Whether a company must run for the highest revenue, subsidised stops apart.", default=False)
    ]
    exports: Annotated[
        Literal["none", "sold", "set"],
        Option(
            "Whether a train leaves the game at the end of each set of operating rounds: never, from the first "
            "sale of a train on, or always.",
            default="none",
        ),
    ]
    forced_sales: Annotated[
        Literal["keep", "others"],
        Option(
            "Sales of shares for a forced train: no presidency may change, or only that of the buyer must not.",
            default="keep",
        ),
    ]
    binding_sales: Annotated[
        bool,
        Option(
            "Whether one who sells shares for a forced train may sell no block after which he can no longer pay "
            "for it, and buys no private for the company before it.",
            default=True,
        ),
    ]
    bankrupt_cash: Annotated[
        Literal["bank", "kept"],
        Option(
            "What becomes of the cash of a bankrupt player, also of what his last shares bring: the bank has it, "
            "or it counts for him as his shares and privates do.",
            default="bank",
        ),
    ]
    sales_together: Annotated[
        bool,
        Option(
            "Whether all shares for a forced train are sold together at the prices before, and none that is not "
            "needed.",
            default=False,
        ),
    ]
    bankruptcy: Annotated[
        Literal["declared", "forced"],
        Option(
            "Whether a player who can not pay for a forced train declares his bankruptcy, or it comes by itself "
            "once nothing else is left.",
            default="declared",
        ),
    ]
    idle_runs: Annotated[
        bool, Option("Whether a company that could run may leave all its trains at home.", default=False)
    ]
    joins: Annotated[
        Literal["between", "turn"],
        Option(
            "When an owner declares that a minor joins the company that forms from it: between the turns of "
            "companies, or in the minor's own turn.",
            default="between",
        ),
    ]
    conversions: Annotated[
        Literal["turn", "round"],
        Option(
            "When a minor is converted into a private: in its own turn, or between the turns of other companies too.",
            default="turn",
        ),
    ]
    connected_homes: Annotated[
        bool,
        Option("Whether home tokens that come with phases wait until the company's track reaches them.", default=False),
    ]
    returned_token: Annotated[
        Money,
        Option("What it costs to place a token again that came back from the board.", 0, 999, default=0, fixed=True),
    ]
    auction_turn: Annotated[
        bool,
        Option(
            "Whether the auction belongs to the first turn: bids move the priority deal too; when everybody "
            "passes, operating rounds follow, and it goes on in the next turn.",
            default=False,
            fixed=True,
        ),
    ]
    private_trades: Annotated[
        Literal["none", "later", "always"],
        Option(
            "Whether players buy privates from each other in stock rounds, as the purchase of a turn: never, from "
            "the second turn on, or always.",
            default="none",
        ),
    ]
    stack_order: Annotated[
        Literal["arrival", "operating", "began", "waiting"],
        Option(
            "How tokens lie in a cell of the market, and so who operates first: earlier ones above later ones; "
            "companies that operate above the others, by arrival; the same, in the order in which they began to "
            "operate; or the others above them, so that one that begins to operate is first.",
            default="arrival",
        ),
    ]
    converted_income: Annotated[
        Money, Option("What a private pays that a minor was converted into.", 0, 1000, step=5, default=0)
    ]


def declared() -> Iterator[tuple[str, object, Option]]:
    """Every option: its name, its type and its description."""
    for name, hint in get_type_hints(Settings, include_extras=True).items():
        yield name, hint.__origin__, hint.__metadata__[0]
