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

    bank: Annotated[Money, Option("Bank size, before starting cash is paid from it.", 1000, 100000)]
    starting_cash: Annotated[Money, Option("Starting cash of each player.", 100, 10000)]
    certificate_limit: Annotated[int, Option("Certificate limit of a player.", 4, 99)]
    float_percent: Annotated[
        Percent,
        Option("Percentage of a company that must be sold before it floats.", 20, 100, step=10),
    ]
    hold_limit: Annotated[
        Percent,
        Option("Percentage of one company that a player may hold.", 20, 100, step=10, default=60, shared=True),
    ]
    market_limit: Annotated[
        Percent,
        Option("Percentage of one company that the open market may hold.", 0, 80, step=10, default=50, shared=True),
    ]
    capital: Annotated[
        Literal["full", "incremental"],
        Option(
            "Capital of a company: par for all of its shares when it floats, or the price of each share as it is "
            "bought from the IPO.",
            default="full",
            fixed=True,
        ),
    ]
    prefunded: Annotated[
        bool,
        Option(
            "With capital paid share by share: shares that come with privates count as sold, and the bank pays par "
            "for them once it is set.",
            default=False,
            fixed=True,
        ),
    ]
    floating: Annotated[
        Literal["percent", "train"],
        Option(
            "Condition for floating: a percentage sold, or, when the company's first turn would come, as many "
            "shares sold as the next train in the depot has stops.",
            default="percent",
            fixed=True,
        ),
    ]
    unsold: Annotated[
        Literal["bank", "company"],
        Option(
            "Owner of the shares in the IPO: the bank (sold at par, no dividends), or the company (sold at the "
            "market price, dividends go to its treasury).",
            default="bank",
            fixed=True,
        ),
    ]
    bid_step: Annotated[
        Money,
        Option(
            "Minimum bid increment in the opening auction; also the price cut of the first private when everyone "
            "passes.",
            1,
            100,
            default=5,
            shared=True,
        ),
    ]
    bids_hold: Annotated[
        Literal["all", "highest"],
        Option(
            "Bids in the opening auction that hold back money: all, or only the highest on each lot. A player who was "
            "outbid still takes part in the bid-off.",
            default="all",
        ),
    ]
    bid_off_order: Annotated[
        Literal["clockwise", "from_lowest", "lowest"],
        Option(
            "Order of speaking in a bid-off: clockwise from the highest bidder's left, clockwise from the lowest "
            "bidder, or always the lowest bidder."
        ),
    ]
    forced_lot: Annotated[
        Literal["round", "at_once", "priority"],
        Option(
            "When a free private must be taken: after one more round of passes, at once by the next player, or at "
            "once by the player with the priority deal."
        ),
    ]
    all_pass: Annotated[
        Literal["income", "round"],
        Option(
            "What follows when all pass in the auction after a sale: privates pay, or an operating round, after "
            "which the auction continues in a new stock round.",
            default="income",
        ),
    ]
    private_low: Annotated[
        Percent,
        Option("Minimum price a company pays for a private, in percent of face value, rounded up.", 0, 100),
    ]
    private_high: Annotated[
        Percent, Option("Maximum price a company pays for a private, in percent of face value.", 100, 10000)
    ]
    final_privates: Annotated[bool, Option("Privates count at face value at the end.")]
    offers: Annotated[
        Literal["ask", "agreed"],
        Option(
            "Purchases that need another player's consent: ask, or assume consent.",
            default="ask",
            shared=True,
        ),
    ]
    tile_colours: Annotated[
        Literal["phase", "any"],
        Option("Tiles of a colour can be laid from their phase on, or at any time.", default="phase", shared=True),
    ]
    track: Annotated[
        Literal["semi-restrictive", "restrictive", "permissive"],
        Option(
            "Part of an upgrade that the company must reach: some new track or a higher value, some new track, or "
            "only the hex."
        ),
    ]
    tile_costs: Annotated[
        bool,
        Option(
            "Replacing a tile with a printed cost pays that cost; otherwise it repeats the cost of laying that tile.",
            default=True,
        ),
    ]
    free_lay: Annotated[
        Literal["ordinary", "extra"],
        Option(
            "The free tile of a company's first turn is its normal lay of the turn, or an extra one.",
            default="ordinary",
        ),
    ]
    die_calls: Annotated[
        Literal["each", "once"],
        Option(
            "Die roll for a city's value: at each stop of a train there, or once per run.",
            default="each",
        ),
    ]
    home_tokens: Annotated[
        Literal["round", "turn"],
        Option("Home token placed: at the start of the operating round, or in the company's first turn."),
    ]
    must_own_train: Annotated[
        Literal["route", "always"], Option("Companies that must own a train: those with a route, or all.")
    ]
    unlimited_trains: Annotated[bool, Option("Trains of the last kind are unlimited.")]
    top_trains: Annotated[int, Option("Number of trains of the last kind, unless they are unlimited.", 1, 99)]
    train_counts: Annotated[
        tuple[int, ...],
        Option("Number of trains of each kind, except unlimited ones.", 1, 99, column="trains.count"),
    ]
    train_prices: Annotated[tuple[int, ...], Option("Price of each kind of train.", 1, 9999, column="trains.price")]
    trade_in_prices: Annotated[
        tuple[int, ...],
        Option(
            "Price of each kind of train when another is traded in.",
            1,
            9999,
            column="trains.trade_in_price",
        ),
    ]
    train_limits: Annotated[
        tuple[int, ...],
        Option("Train limit by phase.", 1, 99, column="phases.train_limit"),
    ]
    operating_rounds: Annotated[
        tuple[int, ...],
        Option("Operating rounds per stock round, by phase.", 1, 9, column="phases.operating_rounds"),
    ]
    hidden_cash: Annotated[bool, Option("Players see only their own cash until the game ends.", default=False)]
    hidden_treasuries: Annotated[
        bool, Option("Only the president sees a company's treasury until the game ends.", default=False)
    ]
    hidden_train_prices: Annotated[
        bool,
        Option(
            "Only the two presidents know the price of a train sold between companies until the game ends. "
            "Treasuries are hidden too, since they would reveal it.",
            default=False,
        ),
    ]
    early_bankruptcy: Annotated[
        bool,
        Option(
            "From the start of a turn a player may declare bankruptcy over a train purchase they cannot pay for.",
            default=False,
            shared=True,
        ),
    ]
    bank_breaks_at_zero: Annotated[
        bool,
        Option(
            "The bank breaks when it is empty; otherwise only when a payment exceeds it.",
            default=False,
            shared=True,
        ),
    ]
    turn_limit: Annotated[
        int,
        Option(
            "Number of turns (a stock round and its operating rounds) after which the game ends; 0 for no limit.", 0, 99
        ),
    ]
    end_price: Annotated[
        Money,
        Option(
            "Share price that ends the game: after the turn in which a company reaches it, or with the stock round; "
            "0 for none.",
            0,
            1000,
            default=0,
        ),
    ]
    first_player_less: Annotated[
        Money, Option("Amount by which the first player starts with less cash.", 0, 1000, default=0)
    ]
    auction: Annotated[
        bool,
        Option("Privates are auctioned; otherwise each player is dealt one.", default=True, shared=True, fixed=True),
    ]
    steps: Annotated[
        tuple[str, ...],
        Option(
            "Steps of a company's turn, in order.",
            # 1889-OR-08, 1889-TRN-01, 1888*-ACT-01, 1888*-TRN-01, 1890-10.3-f, 1890-12.4-e
            default="track token run dividend trains privates",
            shared=True,
            fixed=True,
        ),
    ]
    stock_turn: Annotated[
        Literal["any", "sell_buy"],
        Option(
            "Order of a stock turn: sell before or after buying, or only before.",
            default="any",
        ),
    ]
    automatic_passes: Annotated[
        bool,
        Option("Players who can only pass in a stock round pass automatically.", default=True, shared=True),
    ]
    passes_without_trade: Annotated[
        bool,
        Option(
            "Players who can neither buy nor sell in a stock round pass automatically, even if they could use a "
            "private; as in version 1 records and in 18xx.games files.",
            default=False,
            shared=True,
            recorded=True,
        ),
    ]
    sale_blocks: Annotated[
        Literal["one", "many"],
        Option(
            "Shares of one company are sold once per turn, as one block; otherwise any number of times.", default="one"
        ),
    ]
    token_prices: Annotated[
        tuple[int, ...],
        Option(
            "Prices of the second, third and further tokens, for companies whose data only count tokens; the last "
            "price repeats.",
            0,
            999,
            default="",
        ),
    ]
    home_tiles: Annotated[
        bool, Option("Companies with a mandatory home tile must lay it in their first turn.", default=False)
    ]
    best_run: Annotated[bool, Option("A company must run for the highest revenue, subsidies aside.", default=False)]
    exports: Annotated[
        Literal["none", "sold", "set"],
        Option(
            "Train export after each set of operating rounds: never, once a train has been sold, or always.",
            default="none",
        ),
    ]
    forced_sales: Annotated[
        Literal["keep", "others"],
        Option(
            "Share sales for a forced train purchase: no presidency may change, or only the buyer's must not.",
            default="keep",
        ),
    ]
    binding_sales: Annotated[
        bool,
        Option(
            "A player selling shares for a forced train may not sell a block that makes the purchase impossible, "
            "nor buy privates into the company first.",
            default=True,
        ),
    ]
    bankrupt_cash: Annotated[
        Literal["bank", "kept"],
        Option(
            "Cash of a bankrupt player, proceeds of their last shares included: goes to the bank, or counts for the "
            "player as shares and privates do.",
            default="bank",
        ),
    ]
    sales_together: Annotated[
        bool,
        Option(
            "All shares for a forced train are sold at once at the old prices, and none that are not needed.",
            default=False,
        ),
    ]
    bankruptcy: Annotated[
        Literal["declared", "forced"],
        Option(
            "A player who cannot pay for a forced train declares bankruptcy; otherwise it happens automatically "
            "when nothing else is left.",
            default="declared",
        ),
    ]
    idle_runs: Annotated[bool, Option("A company that could run may leave all its trains at home.", default=False)]
    joins: Annotated[
        Literal["between", "turn"],
        Option(
            "When an owner merges a minor into the company that forms from it: between company turns, or in the "
            "minor's own turn.",
            default="between",
        ),
    ]
    conversions: Annotated[
        Literal["turn", "round"],
        Option(
            "When a minor converts into a private: in its own turn, or also between other companies' turns.",
            default="turn",
        ),
    ]
    connected_homes: Annotated[
        bool,
        Option("Home tokens that come with phases wait until the company's track reaches them.", default=False),
    ]
    returned_token: Annotated[
        Money,
        Option("Cost to place a token again after it was returned from the board.", 0, 999, default=0, fixed=True),
    ]
    auction_turn: Annotated[
        bool,
        Option(
            "The auction belongs to the first turn: bids move the priority deal too; when all pass, operating "
            "rounds follow, and the auction continues in the next turn.",
            default=False,
            fixed=True,
        ),
    ]
    private_trades: Annotated[
        Literal["none", "later", "always"],
        Option(
            "Players may buy privates from each other in stock rounds, as their purchase of the turn: never, from "
            "the second turn on, or always.",
            default="none",
        ),
    ]
    trade_turns: Annotated[
        Literal["purchase", "extra"],
        Option(
            "Buying a private from another player: the purchase of a stock turn, or an extra, for any player at any "
            "time in a stock round.",
            default="purchase",
            fixed=True,
        ),
    ]
    stack_order: Annotated[
        Literal["arrival", "operating", "began", "waiting"],
        Option(
            "Order of tokens in one market space, and so of operation: earlier ones on top; floated companies on "
            "top, by arrival; the same, by when they first operated; or unfloated ones on top, so that a newly "
            "floated company goes first.",
            default="arrival",
        ),
    ]
    converted_income: Annotated[
        Money, Option("Income of a private that a minor was converted into.", 0, 1000, step=5, default=0)
    ]


def declared_options() -> Iterator[tuple[str, object, Option]]:
    """Every option: its name, its type and its description."""
    for name, hint in get_type_hints(Settings, include_extras=True).items():
        yield name, hint.__origin__, hint.__metadata__[0]
