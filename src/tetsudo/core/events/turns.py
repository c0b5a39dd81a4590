"""A company's turn: track, tokens, runs and dividends."""

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


class TileTakenBack(NamedTuple):
    """A tile leaves a hex for the supply; what is printed lies there again."""

    hex: HexId
    tile: TileId
    kind: Literal["tile_taken_back"] = "tile_taken_back"


class TokenPutBack(NamedTuple):
    """A company's token has a place on its hex again."""

    company: CompanyId
    hex: HexId
    city: int
    kind: Literal["token_put_back"] = "token_put_back"


class TokenWaits(NamedTuple):
    """A company's token waits on a hex for a place."""

    company: CompanyId
    hex: HexId
    kind: Literal["token_waits"] = "token_waits"


class PrivateTokenWaits(NamedTuple):
    """A private's token waits on a hex for a place."""

    private: PrivateId
    hex: HexId
    kind: Literal["private_token_waits"] = "private_token_waits"


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


class Drawn(NamedTuple):
    """Chance has decided: a result, from 1 to as many as there are."""

    result: int
    sides: int
    kind: Literal["drawn"] = "drawn"


class Valued(NamedTuple):
    """Chance has decided the worth of a hex to a company's run; it counts at so many calls of its trains."""

    company: CompanyId
    hex: HexId
    price: Money
    calls: int = 1
    kind: Literal["valued"] = "valued"


class Befell(NamedTuple):
    """A power of the title, by its place among those, lets something happen to all."""

    power: int
    kind: Literal["befell"] = "befell"


class TileLowered(NamedTuple):
    """The tile on a hex makes room for one of the colour before."""

    hex: HexId
    kind: Literal["tile_lowered"] = "tile_lowered"


class TokenTurnedDown(NamedTuple):
    """A token serves nobody any more, though it keeps its place."""

    company: CompanyId
    hex: HexId
    kind: Literal["token_turned_down"] = "token_turned_down"


class TokenRestored(NamedTuple):
    """A company has paid, and its token serves again."""

    company: CompanyId
    hex: HexId
    price: Money
    kind: Literal["token_restored"] = "token_restored"


class RevenueChanged(NamedTuple):
    """Of what a company's run earned something else is left."""

    company: CompanyId
    old: Money
    new: Money
    kind: Literal["revenue_changed"] = "revenue_changed"


class Owed(NamedTuple):
    """A player owes something to the bank, by the end of the next stock round."""

    player: PlayerId
    price: Money
    kind: Literal["owed"] = "owed"


class DuePaid(NamedTuple):
    """A player has paid what he owed."""

    player: PlayerId
    price: Money
    kind: Literal["due_paid"] = "due_paid"


class Insolvent(NamedTuple):
    """A player cannot pay what he owes."""

    player: PlayerId
    kind: Literal["insolvent"] = "insolvent"


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
    """Somebody receives money: a dividend, or what a share costs that was the company's."""

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
