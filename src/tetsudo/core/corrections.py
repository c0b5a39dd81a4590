"""Corrections: changes of a position that no rule makes, for people who enter a game that they play on cardboard.

A correction is recorded like an action, with the player who made it, but it is never legal: `legal_actions` does not
list it and `apply` refuses it. `Game.correct` makes it (`game/corrections.py`). The value given replaces the present
one.
"""

from __future__ import annotations

from typing import ClassVar, Final

from tetsudo.core.actions import Action, Id
from tetsudo.core.units import CellId, Edge, Money


class Correction(Action):
    """Base class of corrections; `player` made it."""


class CorrectCash(Correction):
    """A player's cash; the bank has the difference."""

    kind: ClassVar[str] = "correct_cash"
    holder: Id
    price: Money


class CorrectTreasury(Correction):
    """A company's treasury; the bank has the difference."""

    kind: ClassVar[str] = "correct_treasury"
    company: Id
    price: Money


class CorrectShares(Correction):
    """Number of shares that a player has of a company, those of the president's certificate included.

    The difference comes from `source` or goes there: the IPO or the market.
    """

    kind: ClassVar[str] = "correct_shares"
    holder: Id
    company: Id
    count: int
    source: Id


class CorrectMarket(Correction):
    """Number of a company's shares in the market; the difference comes from the IPO or goes there."""

    kind: ClassVar[str] = "correct_market"
    company: Id
    count: int


class CorrectPresident(Correction):
    """President of a company; the old and the new one exchange certificates for it."""

    kind: ClassVar[str] = "correct_president"
    company: Id
    holder: Id


class CorrectPrice(Correction):
    """Place of a company's token on the stock market, at the bottom of its stack."""

    kind: ClassVar[str] = "correct_price"
    company: Id
    cell: CellId


class CorrectTrains(Correction):
    """Number of trains of a kind that a company has; the difference comes from `seller` or goes there."""

    kind: ClassVar[str] = "correct_trains"
    company: Id
    train: Id
    count: int
    seller: Id


class CorrectPrivate(Correction):
    """Player who owns a private."""

    kind: ClassVar[str] = "correct_private"
    private: Id
    holder: Id


class CorrectCompanyPrivate(Correction):
    """Company that owns a private."""

    kind: ClassVar[str] = "correct_company_private"
    private: Id
    company: Id


class CorrectClosedPrivate(Correction):
    """A private that is closed."""

    kind: ClassVar[str] = "correct_closed_private"
    private: Id


class CorrectTile(Correction):
    """Tile on a hex; tokens there keep their cities as in an upgrade."""

    kind: ClassVar[str] = "correct_tile"
    hex: Id
    tile: Id
    rotation: Edge


class CorrectNoTile(Correction):
    """A hex as printed."""

    kind: ClassVar[str] = "correct_no_tile"
    hex: Id


class CorrectToken(Correction):
    """A further token of a company, in a city of a hex."""

    kind: ClassVar[str] = "correct_token"
    company: Id
    hex: Id
    city: int


class CorrectNoToken(Correction):
    """A hex without a company's token, which goes back to the company."""

    kind: ClassVar[str] = "correct_no_token"
    company: Id
    hex: Id


class CorrectPhase(Correction):
    """Phase of the game; trains that its start would rust stay."""

    kind: ClassVar[str] = "correct_phase"
    phase: Id


class CorrectPriority(Correction):
    """Holder of the priority deal."""

    kind: ClassVar[str] = "correct_priority"
    holder: Id


class CorrectTurn(Correction):
    """Player whose turn it is in a stock round."""

    kind: ClassVar[str] = "correct_turn"
    holder: Id


class CorrectOperator(Correction):
    """Company that operates now; the one interrupted begins its turn again later."""

    kind: ClassVar[str] = "correct_operator"
    company: Id


class CorrectRevenue(Correction):
    """Revenue of the operating company's run, counted by the players; its dividend is next."""

    kind: ClassVar[str] = "correct_revenue"
    company: Id
    price: Money


CORRECTIONS: Final[dict[str, type[Action]]] = {
    cls.kind: cls
    for cls in (
        CorrectCash, CorrectTreasury, CorrectShares, CorrectMarket, CorrectPresident, CorrectPrice, CorrectTrains,
        CorrectPrivate, CorrectCompanyPrivate, CorrectClosedPrivate, CorrectTile, CorrectNoTile, CorrectToken,
        CorrectNoToken, CorrectPhase, CorrectPriority, CorrectTurn, CorrectOperator, CorrectRevenue,
    )
}  # fmt: skip
"""Every kind of correction by the word used in records."""

CORRECTION_KINDS: Final = frozenset(CORRECTIONS.values())
"""Kinds of corrections, which are no moves."""
