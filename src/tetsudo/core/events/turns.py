"""Events of a company's turn: track, tokens, runs and dividends."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from tetsudo.core.events.event import AnyEvent
from tetsudo.core.units import CompanyId, HexId, Money, OwnerId, PlayerId, PrivateId, TileId, TrainId


class Income(AnyEvent, frozen=True):
    """A private pays its owner."""

    private: PrivateId
    owner: OwnerId
    price: Money
    kind: ClassVar[Literal["income"]] = "income"


class TileLaid(AnyEvent, frozen=True):
    """A company lays a tile and pays its terrain cost."""

    company: CompanyId
    hex: HexId
    tile: TileId
    rotation: int
    price: Money
    kind: ClassVar[Literal["tile_laid"]] = "tile_laid"


class TerrainPaid(AnyEvent, frozen=True):
    """A company pays the terrain cost of a private's tile."""

    company: CompanyId
    hex: HexId
    price: Money
    kind: ClassVar[Literal["terrain_paid"]] = "terrain_paid"


class PrivateTileLaid(AnyEvent, frozen=True):
    """A private's tile is laid."""

    private: PrivateId
    hex: HexId
    tile: TileId
    rotation: int
    kind: ClassVar[Literal["private_tile_laid"]] = "private_tile_laid"


class TokenPlaced(AnyEvent, frozen=True):
    """A company places a token."""

    company: CompanyId
    hex: HexId
    city: int
    price: Money
    kind: ClassVar[Literal["token_placed"]] = "token_placed"


class PrivateTokenPlaced(AnyEvent, frozen=True):
    """A private's own token is placed."""

    private: PrivateId
    hex: HexId
    city: int
    kind: ClassVar[Literal["private_token_placed"]] = "private_token_placed"


class TokenReturned(AnyEvent, frozen=True):
    """A token returns from the board to its company."""

    company: CompanyId
    hex: HexId
    kind: ClassVar[Literal["token_returned"]] = "token_returned"


class TileTakenBack(AnyEvent, frozen=True):
    """A tile returns from a hex to the supply; the printed hex shows again."""

    hex: HexId
    tile: TileId
    kind: ClassVar[Literal["tile_taken_back"]] = "tile_taken_back"


class TokenPutBack(AnyEvent, frozen=True):
    """A company's waiting token gets a slot on its hex again."""

    company: CompanyId
    hex: HexId
    city: int
    kind: ClassVar[Literal["token_put_back"]] = "token_put_back"


class TokenWaits(AnyEvent, frozen=True):
    """A company's token has no slot and waits on its hex for one."""

    company: CompanyId
    hex: HexId
    kind: ClassVar[Literal["token_waits"]] = "token_waits"


class PrivateTokenWaits(AnyEvent, frozen=True):
    """A private's token has no slot and waits on its hex for one."""

    private: PrivateId
    hex: HexId
    kind: ClassVar[Literal["private_token_waits"]] = "private_token_waits"


class PassageBought(AnyEvent, frozen=True):
    """A company pays to run past a private's token."""

    company: CompanyId
    private: PrivateId
    price: Money
    kind: ClassVar[Literal["passage_bought"]] = "passage_bought"


class Granted(AnyEvent, frozen=True):
    """The bank pays a company a grant for a hex."""

    company: CompanyId
    hex: HexId
    price: Money
    kind: ClassVar[Literal["granted"]] = "granted"


class Drawn(AnyEvent, frozen=True):
    """Roll for a random event: a result from 1 to `sides`."""

    result: int
    sides: int
    kind: ClassVar[Literal["drawn"]] = "drawn"


class Valued(AnyEvent, frozen=True):
    """A die roll sets the value of a hex for a company's run; it counts for `calls` calls of its trains."""

    company: CompanyId
    hex: HexId
    price: Money
    calls: int = 1
    kind: ClassVar[Literal["valued"]] = "valued"


class Befell(AnyEvent, frozen=True):
    """A random event of the title strikes; `power` is its index among the title's powers."""

    power: int
    kind: ClassVar[Literal["befell"]] = "befell"


class TileLowered(AnyEvent, frozen=True):
    """The tile on a hex is downgraded by one colour."""

    hex: HexId
    kind: ClassVar[Literal["tile_lowered"]] = "tile_lowered"


class TokenTurnedDown(AnyEvent, frozen=True):
    """A token is turned face down: it is out of service, but keeps its slot."""

    company: CompanyId
    hex: HexId
    kind: ClassVar[Literal["token_turned_down"]] = "token_turned_down"


class TokenRestored(AnyEvent, frozen=True):
    """A company pays to turn its token up again."""

    company: CompanyId
    hex: HexId
    price: Money
    kind: ClassVar[Literal["token_restored"]] = "token_restored"


class RevenueChanged(AnyEvent, frozen=True):
    """The revenue of a company's run is changed from `old` to `new`."""

    company: CompanyId
    old: Money
    new: Money
    kind: ClassVar[Literal["revenue_changed"]] = "revenue_changed"


class Owed(AnyEvent, frozen=True):
    """A player owes the bank an amount, due by the end of the next stock round."""

    player: PlayerId
    price: Money
    kind: ClassVar[Literal["owed"]] = "owed"


class DuePaid(AnyEvent, frozen=True):
    """A player pays the amount owed."""

    player: PlayerId
    price: Money
    kind: ClassVar[Literal["due_paid"]] = "due_paid"


class Insolvent(AnyEvent, frozen=True):
    """A player cannot pay the amount owed."""

    player: PlayerId
    kind: ClassVar[Literal["insolvent"]] = "insolvent"


class TrainRan(AnyEvent, frozen=True):
    """A train runs its route."""

    company: CompanyId
    train: TrainId
    price: Money
    hexes: tuple[HexId, ...]
    kind: ClassVar[Literal["train_ran"]] = "train_ran"


class Ran(AnyEvent, frozen=True):
    """A company runs its trains for `price` in total."""

    company: CompanyId
    price: Money
    kind: ClassVar[Literal["ran"]] = "ran"


class Subsidised(AnyEvent, frozen=True):
    """A company receives the subsidy of its run."""

    company: CompanyId
    price: Money
    kind: ClassVar[Literal["subsidised"]] = "subsidised"


class DidNotRun(AnyEvent, frozen=True):
    """A company does not run."""

    company: CompanyId
    kind: ClassVar[Literal["did_not_run"]] = "did_not_run"


class PaidOut(AnyEvent, frozen=True):
    """A company pays out a dividend of `price` in total."""

    company: CompanyId
    price: Money
    kind: ClassVar[Literal["paid_out"]] = "paid_out"


class Received(AnyEvent, frozen=True):
    """An owner receives money: a dividend, or the price of a share that the company owned."""

    owner: OwnerId
    price: Money
    kind: ClassVar[Literal["received"]] = "received"


class Withheld(AnyEvent, frozen=True):
    """A company withholds its revenue."""

    company: CompanyId
    price: Money
    kind: ClassVar[Literal["withheld"]] = "withheld"


class StepPassed(AnyEvent, frozen=True):
    """A president ends a step without a further action."""

    player: PlayerId
    company: CompanyId
    step: int
    kind: ClassVar[Literal["step_passed"]] = "step_passed"


TurnEvent: TypeAlias = (
    Income
    | TileLaid
    | TerrainPaid
    | PrivateTileLaid
    | TokenPlaced
    | PrivateTokenPlaced
    | TokenReturned
    | TileTakenBack
    | TokenPutBack
    | TokenWaits
    | PrivateTokenWaits
    | PassageBought
    | Granted
    | Drawn
    | TrainRan
    | Ran
    | Subsidised
    | Valued
    | Befell
    | TileLowered
    | TokenTurnedDown
    | TokenRestored
    | RevenueChanged
    | Owed
    | DuePaid
    | Insolvent
    | DidNotRun
    | PaidOut
    | Received
    | Withheld
    | StepPassed
)
