"""What happened: what the log, the page and the plots tell.

Each kind of event is a tuple with named values, by the same names that actions use, so that one
table of names serves both; `kind` is its word. The sentences of the log are made from events
(`narration.py`), in whatever language.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from tetsudo.units import CompanyId, HexId, LotId, Money, OwnerId, PlaceId, PlayerId, PrivateId, TileId, TrainId

Value: TypeAlias = int | tuple[int, ...]


# Rounds and phases


class AuctionBegan(NamedTuple):
    """The opening auction begins, or goes on."""

    kind: Literal["auction_began"] = "auction_began"


class StockRoundBegan(NamedTuple):
    """A stock round begins, of a turn of the game."""

    turn: int
    kind: Literal["stock_round_began"] = "stock_round_began"


class OperatingRoundBegan(NamedTuple):
    """An operating round begins."""

    turn: int
    round: int
    kind: Literal["operating_round_began"] = "operating_round_began"


class TurnBegan(NamedTuple):
    """A company's turn begins; the player is its president."""

    player: PlayerId
    company: CompanyId
    kind: Literal["turn_began"] = "turn_began"


class PhaseBegan(NamedTuple):
    """A phase begins."""

    phase: int
    kind: Literal["phase_began"] = "phase_began"


class PriorityMoved(NamedTuple):
    """A player has the priority deal."""

    player: PlayerId
    kind: Literal["priority_moved"] = "priority_moved"


class BankBroke(NamedTuple):
    """The bank cannot pay any more."""

    kind: Literal["bank_broke"] = "bank_broke"


class GameEnded(NamedTuple):
    """The game is over; `reason` as in `state.END_REASONS`."""

    reason: int
    kind: Literal["game_ended"] = "game_ended"


# The opening auction


class Passed(NamedTuple):
    """A player passes."""

    player: PlayerId
    kind: Literal["passed"] = "passed"


class AutoPassed(NamedTuple):
    """A player passes since he can do nothing."""

    player: PlayerId
    kind: Literal["auto_passed"] = "auto_passed"


class PassedRound(NamedTuple):
    """A player declares nothing more in this operating round."""

    player: PlayerId
    kind: Literal["passed_round"] = "passed_round"


class BidPlaced(NamedTuple):
    """A player bids."""

    player: PlayerId
    lot: LotId
    price: Money
    kind: Literal["bid"] = "bid"


class LotSold(NamedTuple):
    """A lot goes to a player."""

    player: PlayerId
    lot: LotId
    price: Money
    kind: Literal["lot_sold"] = "lot_sold"


class LotReduced(NamedTuple):
    """A lot is cheaper from now on; `price` is the new one."""

    lot: LotId
    price: Money
    kind: Literal["lot_reduced"] = "lot_reduced"


class BidReturned(NamedTuple):
    """A bid comes back to its player."""

    player: PlayerId
    lot: LotId
    price: Money
    kind: Literal["bid_returned"] = "bid_returned"


class PrivateDealt(NamedTuple):
    """A private is dealt to a player, who pays for it."""

    player: PlayerId
    private: PrivateId
    price: Money
    kind: Literal["private_dealt"] = "private_dealt"


# Shares


class Started(NamedTuple):
    """A player buys the president's certificate at a par price."""

    player: PlayerId
    company: CompanyId
    price: Money
    kind: Literal["started"] = "started"


class ParSet(NamedTuple):
    """A player sets a par price outside of a purchase."""

    player: PlayerId
    company: CompanyId
    price: Money
    kind: Literal["par_set"] = "par_set"


class ShareReceived(NamedTuple):
    """A player receives a share with a private."""

    player: PlayerId
    company: CompanyId
    kind: Literal["share_received"] = "share_received"


class ShareBought(NamedTuple):
    """A player buys a share."""

    player: PlayerId
    company: CompanyId
    source: PlaceId
    price: Money
    kind: Literal["share_bought"] = "share_bought"


class SharesSold(NamedTuple):
    """A player sells shares; `price` is what all of them bring."""

    player: PlayerId
    company: CompanyId
    shares: int
    price: Money
    kind: Literal["shares_sold"] = "shares_sold"


class PresidentChanged(NamedTuple):
    """A player becomes president."""

    player: PlayerId
    company: CompanyId
    kind: Literal["president_changed"] = "president_changed"


class Floated(NamedTuple):
    """A company floats and receives its capital; nothing where it is paid for each share."""

    company: CompanyId
    price: Money
    kind: Literal["floated"] = "floated"


class PriceMoved(NamedTuple):
    """A company's share price moves."""

    company: CompanyId
    old: Money
    new: Money
    kind: Literal["price_moved"] = "price_moved"


class SoldOut(NamedTuple):
    """All shares of a company are with players when a stock round ends."""

    company: CompanyId
    kind: Literal["sold_out"] = "sold_out"


class CompanyClosed(NamedTuple):
    """A company closes."""

    company: CompanyId
    kind: Literal["company_closed"] = "company_closed"


# Companies that form from minors


class Joined(NamedTuple):
    """A minor becomes part of a company, which has `price` of its cash."""

    player: PlayerId
    company: CompanyId
    into: CompanyId
    price: Money
    kind: Literal["joined"] = "joined"


class SharesExchanged(NamedTuple):
    """A player receives shares for a minor."""

    player: PlayerId
    company: CompanyId
    shares: int
    kind: Literal["shares_exchanged"] = "shares_exchanged"


class TrainTakenOver(NamedTuple):
    """A company takes over a train of a minor."""

    into: CompanyId
    train: TrainId
    company: CompanyId
    kind: Literal["train_taken_over"] = "train_taken_over"


class TokenReplaced(NamedTuple):
    """A company's token takes the place of a minor's."""

    company: CompanyId
    hex: HexId
    city: int
    into: CompanyId
    kind: Literal["token_replaced"] = "token_replaced"


class TokenRemoved(NamedTuple):
    """A minor's token leaves the board."""

    company: CompanyId
    hex: HexId
    city: int
    kind: Literal["token_removed"] = "token_removed"


class Converted(NamedTuple):
    """A player turns a minor into a private."""

    player: PlayerId
    company: CompanyId
    private: PrivateId
    kind: Literal["converted"] = "converted"


# Companies' turns


class Income(NamedTuple):
    """A private pays its owner."""

    private: PrivateId
    owner: OwnerId
    price: Money
    kind: Literal["income"] = "income"


class TileLaid(NamedTuple):
    """A company lays a tile and pays for the terrain."""

    company: CompanyId
    hex: HexId
    tile: TileId
    rotation: int
    price: Money
    kind: Literal["tile_laid"] = "tile_laid"


class TerrainPaid(NamedTuple):
    """A company pays for the terrain of a private's tile."""

    company: CompanyId
    hex: HexId
    price: Money
    kind: Literal["terrain_paid"] = "terrain_paid"


class PrivateTileLaid(NamedTuple):
    """A private's tile is laid."""

    private: PrivateId
    hex: HexId
    tile: TileId
    rotation: int
    kind: Literal["private_tile_laid"] = "private_tile_laid"


class TokenPlaced(NamedTuple):
    """A company places a token."""

    company: CompanyId
    hex: HexId
    city: int
    price: Money
    kind: Literal["token_placed"] = "token_placed"


class PrivateTokenPlaced(NamedTuple):
    """A private's own token is placed."""

    private: PrivateId
    hex: HexId
    city: int
    kind: Literal["private_token_placed"] = "private_token_placed"


class TokenReturned(NamedTuple):
    """A company has its token back."""

    company: CompanyId
    hex: HexId
    kind: Literal["token_returned"] = "token_returned"


class PassageBought(NamedTuple):
    """A company pays to pass a private's token."""

    company: CompanyId
    private: PrivateId
    price: Money
    kind: Literal["passage_bought"] = "passage_bought"


class Granted(NamedTuple):
    """The bank pays a company for something on a hex."""

    company: CompanyId
    hex: HexId
    price: Money
    kind: Literal["granted"] = "granted"


class TrainRan(NamedTuple):
    """One train has run."""

    company: CompanyId
    train: TrainId
    price: Money
    hexes: tuple[HexId, ...]
    kind: Literal["train_ran"] = "train_ran"


class Ran(NamedTuple):
    """A company's trains have run; `price` is what all earn."""

    company: CompanyId
    price: Money
    kind: Literal["ran"] = "ran"


class Subsidised(NamedTuple):
    """A company receives the subsidy of its run."""

    company: CompanyId
    price: Money
    kind: Literal["subsidised"] = "subsidised"


class DidNotRun(NamedTuple):
    """A company runs nothing."""

    company: CompanyId
    kind: Literal["did_not_run"] = "did_not_run"


class PaidOut(NamedTuple):
    """A company pays a dividend; `price` is the whole."""

    company: CompanyId
    price: Money
    kind: Literal["paid_out"] = "paid_out"


class Received(NamedTuple):
    """Somebody receives money: a dividend, a minor's cash, or what a share costs that was the company's."""

    owner: OwnerId
    price: Money
    kind: Literal["received"] = "received"


class Withheld(NamedTuple):
    """A company keeps revenue."""

    company: CompanyId
    price: Money
    kind: Literal["withheld"] = "withheld"


class StepPassed(NamedTuple):
    """A president does nothing (more) in a step."""

    player: PlayerId
    company: CompanyId
    step: int
    kind: Literal["step_passed"] = "step_passed"


# Trains and privates


class TrainBought(NamedTuple):
    """A company buys a train."""

    company: CompanyId
    train: TrainId
    seller: int
    price: Money
    kind: Literal["train_bought"] = "train_bought"


class TrainTradedIn(NamedTuple):
    """A company gives a train in part payment."""

    company: CompanyId
    train: TrainId
    kind: Literal["train_traded_in"] = "train_traded_in"


class TrainDiscarded(NamedTuple):
    """A company discards a train."""

    company: CompanyId
    train: TrainId
    kind: Literal["train_discarded"] = "train_discarded"


class TrainRusted(NamedTuple):
    """A kind of train rusts."""

    train: TrainId
    kind: Literal["train_rusted"] = "train_rusted"


class TrainExported(NamedTuple):
    """A train leaves the game."""

    train: TrainId
    kind: Literal["train_exported"] = "train_exported"


class PresidentContributed(NamedTuple):
    """A president pays what a company lacks for a train."""

    player: PlayerId
    company: CompanyId
    price: Money
    kind: Literal["president_contributed"] = "president_contributed"


class ProceedsSeized(NamedTuple):
    """The bank takes what a forced sale has raised."""

    player: PlayerId
    price: Money
    kind: Literal["proceeds_seized"] = "proceeds_seized"


class PrivateBought(NamedTuple):
    """A company buys a private."""

    company: CompanyId
    private: PrivateId
    owner: OwnerId
    price: Money
    kind: Literal["private_bought"] = "private_bought"


class PrivateTaken(NamedTuple):
    """A player buys a private in a stock round."""

    player: PlayerId
    private: PrivateId
    owner: OwnerId
    price: Money
    kind: Literal["private_taken"] = "private_taken"


class TakeAsked(NamedTuple):
    """A player offers another a price for his private."""

    player: PlayerId
    private: PrivateId
    owner: OwnerId
    price: Money
    kind: Literal["take_asked"] = "take_asked"


class TakeDeclined(NamedTuple):
    """The owner of a private keeps it."""

    owner: OwnerId
    private: PrivateId
    kind: Literal["take_declined"] = "take_declined"


class PrivateClosed(NamedTuple):
    """A private closes."""

    private: PrivateId
    kind: Literal["private_closed"] = "private_closed"


class PrivateExchanged(NamedTuple):
    """A private is exchanged for a share."""

    player: PlayerId
    private: PrivateId
    company: CompanyId
    kind: Literal["private_exchanged"] = "private_exchanged"


class IncomeChanged(NamedTuple):
    """A private pays another income from now on."""

    private: PrivateId
    price: Money
    kind: Literal["income_changed"] = "income_changed"


class OfferMade(NamedTuple):
    """A company asks a player to agree to a price."""

    player: PlayerId
    company: CompanyId
    price: Money
    kind: Literal["offer_made"] = "offer_made"


class OfferDeclined(NamedTuple):
    """A player declines a company's offer."""

    player: PlayerId
    company: CompanyId
    kind: Literal["offer_declined"] = "offer_declined"


class WentBankrupt(NamedTuple):
    """A player is bankrupt."""

    player: PlayerId
    company: CompanyId
    kind: Literal["bankrupt"] = "bankrupt"


Event: TypeAlias = (
    AuctionBegan
    | StockRoundBegan
    | OperatingRoundBegan
    | TurnBegan
    | PhaseBegan
    | PriorityMoved
    | BankBroke
    | GameEnded
    | Passed
    | AutoPassed
    | PassedRound
    | BidPlaced
    | LotSold
    | LotReduced
    | BidReturned
    | PrivateDealt
    | Started
    | ParSet
    | ShareReceived
    | ShareBought
    | SharesSold
    | PresidentChanged
    | Floated
    | PriceMoved
    | SoldOut
    | CompanyClosed
    | Joined
    | SharesExchanged
    | TrainTakenOver
    | TokenReplaced
    | TokenRemoved
    | Converted
    | Income
    | TileLaid
    | TerrainPaid
    | PrivateTileLaid
    | TokenPlaced
    | PrivateTokenPlaced
    | TokenReturned
    | PassageBought
    | Granted
    | TrainRan
    | Ran
    | Subsidised
    | DidNotRun
    | PaidOut
    | Received
    | Withheld
    | StepPassed
    | TrainBought
    | TrainTradedIn
    | TrainDiscarded
    | TrainRusted
    | TrainExported
    | PresidentContributed
    | ProceedsSeized
    | PrivateBought
    | PrivateTaken
    | TakeAsked
    | TakeDeclined
    | PrivateClosed
    | PrivateExchanged
    | IncomeChanged
    | OfferMade
    | OfferDeclined
    | WentBankrupt
)

Log: TypeAlias = list[Event]

KINDS: Final[dict[str, type[Event]]] = {kind._field_defaults["kind"]: kind for kind in get_args(Event)}
"""Every kind of event by its word."""


def fields_of(kind: type[Event]) -> tuple[str, ...]:
    """The names of the values of a kind of event."""
    return kind._fields[:-1]


def data(event: Event) -> dict[str, Value]:
    """The values of an event by name."""
    return dict(zip(event._fields[:-1], event[:-1], strict=True))
