"""Events of a company's turn: track, tokens, runs and dividends."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from tetsudo.core.units import CompanyId, HexId, Money, OwnerId, PlayerId, PrivateId, TileId, TrainId


class Income(NamedTuple):
    """A private pays its owner."""

    private: PrivateId
    owner: OwnerId
    price: Money
    kind: Literal["income"] = "income"


class TileLaid(NamedTuple):
    """A company lays a tile and pays its terrain cost."""

    company: CompanyId
    hex: HexId
    tile: TileId
    rotation: int
    price: Money
    kind: Literal["tile_laid"] = "tile_laid"


class TerrainPaid(NamedTuple):
    """A company pays the terrain cost of a private's tile."""

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
    """A token returns from the board to its company."""

    company: CompanyId
    hex: HexId
    kind: Literal["token_returned"] = "token_returned"


class TileTakenBack(NamedTuple):
    """A tile returns from a hex to the supply; the printed hex shows again."""

    hex: HexId
    tile: TileId
    kind: Literal["tile_taken_back"] = "tile_taken_back"


class TokenPutBack(NamedTuple):
    """A company's waiting token gets a slot on its hex again."""

    company: CompanyId
    hex: HexId
    city: int
    kind: Literal["token_put_back"] = "token_put_back"


class TokenWaits(NamedTuple):
    """A company's token has no slot and waits on its hex for one."""

    company: CompanyId
    hex: HexId
    kind: Literal["token_waits"] = "token_waits"


class PrivateTokenWaits(NamedTuple):
    """A private's token has no slot and waits on its hex for one."""

    private: PrivateId
    hex: HexId
    kind: Literal["private_token_waits"] = "private_token_waits"


class PassageBought(NamedTuple):
    """A company pays to run past a private's token."""

    company: CompanyId
    private: PrivateId
    price: Money
    kind: Literal["passage_bought"] = "passage_bought"


class Granted(NamedTuple):
    """The bank pays a company a grant for a hex."""

    company: CompanyId
    hex: HexId
    price: Money
    kind: Literal["granted"] = "granted"


class Drawn(NamedTuple):
    """Roll for a random event: a result from 1 to `sides`."""

    result: int
    sides: int
    kind: Literal["drawn"] = "drawn"


class Valued(NamedTuple):
    """A die roll sets the value of a hex for a company's run; it counts for `calls` calls of its trains."""

    company: CompanyId
    hex: HexId
    price: Money
    calls: int = 1
    kind: Literal["valued"] = "valued"


class Befell(NamedTuple):
    """A random event of the title strikes; `power` is its index among the title's powers."""

    power: int
    kind: Literal["befell"] = "befell"


class TileLowered(NamedTuple):
    """The tile on a hex is downgraded by one colour."""

    hex: HexId
    kind: Literal["tile_lowered"] = "tile_lowered"


class TokenTurnedDown(NamedTuple):
    """A token is turned face down: it is out of service, but keeps its slot."""

    company: CompanyId
    hex: HexId
    kind: Literal["token_turned_down"] = "token_turned_down"


class TokenRestored(NamedTuple):
    """A company pays to turn its token up again."""

    company: CompanyId
    hex: HexId
    price: Money
    kind: Literal["token_restored"] = "token_restored"


class RevenueChanged(NamedTuple):
    """The revenue of a company's run is changed from `old` to `new`."""

    company: CompanyId
    old: Money
    new: Money
    kind: Literal["revenue_changed"] = "revenue_changed"


class Owed(NamedTuple):
    """A player owes the bank an amount, due by the end of the next stock round."""

    player: PlayerId
    price: Money
    kind: Literal["owed"] = "owed"


class DuePaid(NamedTuple):
    """A player pays the amount owed."""

    player: PlayerId
    price: Money
    kind: Literal["due_paid"] = "due_paid"


class Insolvent(NamedTuple):
    """A player cannot pay the amount owed."""

    player: PlayerId
    kind: Literal["insolvent"] = "insolvent"


class TrainRan(NamedTuple):
    """A train runs its route."""

    company: CompanyId
    train: TrainId
    price: Money
    hexes: tuple[HexId, ...]
    kind: Literal["train_ran"] = "train_ran"


class Ran(NamedTuple):
    """A company runs its trains for `price` in total."""

    company: CompanyId
    price: Money
    kind: Literal["ran"] = "ran"


class Subsidised(NamedTuple):
    """A company receives the subsidy of its run."""

    company: CompanyId
    price: Money
    kind: Literal["subsidised"] = "subsidised"


class DidNotRun(NamedTuple):
    """A company does not run."""

    company: CompanyId
    kind: Literal["did_not_run"] = "did_not_run"


class PaidOut(NamedTuple):
    """A company pays out a dividend of `price` in total."""

    company: CompanyId
    price: Money
    kind: Literal["paid_out"] = "paid_out"


class Received(NamedTuple):
    """An owner receives money: a dividend, or the price of a share that the company owned."""

    owner: OwnerId
    price: Money
    kind: Literal["received"] = "received"


class Withheld(NamedTuple):
    """A company withholds its revenue."""

    company: CompanyId
    price: Money
    kind: Literal["withheld"] = "withheld"


class StepPassed(NamedTuple):
    """A president ends a step without a further action."""

    player: PlayerId
    company: CompanyId
    step: int
    kind: Literal["step_passed"] = "step_passed"


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
