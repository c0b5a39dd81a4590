"""Data of the API: what a program sends, and what it gets."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field

from tetsudo.core.player_names import MAX_NAME_LENGTH

MAX_NUMBER = 2**31 - 1
"""Largest number of moves or of a message that is understood."""


class Sent(Schema):
    """Data sent by a program. An unknown field is a mistake, and so is a number as text."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(Schema):
    """Refusal, or fault. Nothing has changed."""

    sentence: str = Field(description="One sentence for people, in their language unless a field is malformed.")
    kind: str = Field(description="stale, not_allowed, illegal, bad_input, no_key, not_found, too_many or fault.")
    code: str = Field("", description="The engine's reason for an illegal action.")
    clause: str = Field("", description="Id of the rule that forbids an action, such as 1889-OR-07.")
    remedy: str = Field("", description="What would make an action legal, if it is known.")
    where: str = Field("", description="The field at fault.")
    seconds: int = Field(0, description="Seconds after which to try again.")


ANSWERS = dict.fromkeys((400, 401, 403, 404, 409, 413, 422, 429, 503), Problem)
"""Refusals and faults that any request may meet."""


# Titles, bots, keys


class Choice(Schema):
    """Scenario or variant of a title."""

    name: str
    title: str
    help: str
    minimum_players: int | None
    maximum_players: int | None
    scenarios: list[str]
    source: str | None
    pace: str | None
    excludes: dict[str, str]


class Option(Schema):
    """House rule of a title, with its default by number of players."""

    name: str
    type: str
    defaults: dict[str, Any]
    minimum: int | None
    maximum: int | None
    step: int | None
    choices: list[str]
    help: str


class TitleLine(Schema):
    """A title."""

    name: str
    full_name: str
    designer: str
    publisher: str | None
    minimum_players: int
    maximum_players: int


class Title(TitleLine):
    """A title with its choices."""

    scenarios: list[Choice]
    variants: list[Choice]
    options: list[Option]


class Bot(Schema):
    """A bot that can be given a seat."""

    name: str
    label: str


class Holder(Schema):
    """The account that a key speaks for."""

    name: str
    is_program: bool
    scopes: list[str]
    waiting: list[str] = Field(description="Keys of the tables where it is this account's turn, longest first.")


# Tables


class Seat(Schema):
    """A seat of a table."""

    number: int
    name: str
    kind: Literal["open", "person", "program", "bot"]
    bot: str = Field(description="The bot's name in `bots`, or empty.")
    is_mine: bool


class TableLine(Schema):
    """A table in a list."""

    key: str
    name: str
    title: str
    scenario: str
    variants: list[str]
    status: Literal["waiting", "running", "finished", "closed"]
    version: int = Field(description="Number of moves so far, undos included. A move must name it.")
    round: str
    to_act: int | None = Field(description="Seat whose turn it is.")
    seats: list[Seat]
    created: datetime
    changed: datetime


class Table(TableLine):
    """A table with what was agreed there."""

    options: dict[str, Any]
    settings: dict[str, Any]
    result: Any = Field(description="Final worths by player, once the game is over.")
    page: str = Field(description="Address of the table's page.")


class TableList(Schema):
    """Tables, the latest first; `next` is the number of the next page, if there is one."""

    tables: list[TableLine]
    next: int | None


class NewSeat(Sent):
    """A seat of a new table: yours, open, or a bot's."""

    kind: Literal["me", "open", "bot"]
    name: str = Field("", max_length=MAX_NAME_LENGTH, description="Yours, if it is not that of the account.")
    bot: str = Field("", max_length=20, description="A name of `bots`.")


class NewTable(Sent):
    """A new table. What is left out is as on the page of a new table."""

    title: str = Field(max_length=40)
    scenario: str = Field("", max_length=40)
    variants: list[str] = Field(default_factory=list, max_length=40)
    seats: list[NewSeat] = Field(min_length=2, max_length=8)
    name: str = Field("", max_length=80)
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=60)
    settings: dict[str, bool | int | str] = Field(
        default_factory=dict, max_length=40, description="Those of a table's `settings`."
    )


class Join(Sent):
    """A seat to be taken."""

    name: str = Field("", max_length=MAX_NAME_LENGTH, description="Yours, if it is not that of the account.")
    seat_key: str = Field("", max_length=64, description="The last part of the seat's invitation link, if needed.")


class BotName(Sent):
    """A bot for a seat."""

    bot: str = Field(max_length=20)


# Play


class Position(Schema):
    """A position as the key's account knows it; an amount that is hidden from it is null."""

    version: int
    viewer: str | None = Field(description="Player whose view it is; null for a spectator.")
    is_over: bool
    position: dict[str, Any]


class Amount(Schema):
    """Range of the amount of an action."""

    field: str
    low: int
    high: int


class LegalAction(Schema):
    """A legal action, or a range of them: fill in `amount.field`."""

    seat: int
    player: str
    type: str
    action: dict[str, Any] | None = Field(
        description="The action as it is posted; null for a run whose best one is still searched for, or left to you."
    )
    amount: Amount | None
    command: str = Field(description="The same as a typed command.")
    sentence: str
    is_in_turn: bool


class LegalActions(Schema):
    """Legal actions now: of your seats, or, for a spectator, of the player to act (none if amounts are hidden)."""

    version: int
    to_act: str | None
    is_over: bool
    actions: list[LegalAction]


class Move(Sent):
    """A move: an action in the format of records, or a typed command."""

    version: int = Field(ge=0, le=MAX_NUMBER, description="Version of the position that the move is for.")
    action: dict[str, Any] | None = None
    command: str = Field("", max_length=2000)


class Undo(Sent):
    """An undo, to the first `to` actions of the game, or of the last decision."""

    version: int = Field(ge=0, le=MAX_NUMBER)
    to: int | None = Field(None, ge=0, le=MAX_NUMBER)


class Version(Sent):
    """The version that a request is for."""

    version: int = Field(ge=0, le=MAX_NUMBER)


class Moved(Schema):
    """The table after a move."""

    version: int
    status: Literal["waiting", "running", "finished", "closed"]


class PastMove(Schema):
    """A move that led to a version: an action, an undo, a redo or a correction. No seat: it was automatic."""

    version: int
    seat: int | None
    is_masters: bool = Field(description="True if the table's owner made it for another player (master mode).")
    move: dict[str, Any]


class Moves(Schema):
    """Moves after a version, in order; `version` is that of the table, so there are more if the last one is earlier."""

    version: int
    moves: list[PastMove]


# Chat


class Message(Schema):
    """A message of the chat; `is_news`: the site says what happened at the table."""

    id: int
    name: str
    text: str
    is_news: bool
    is_seated: bool
    version: int
    at: datetime


class NewMessage(Sent):
    """A message to be sent."""

    text: str = Field(min_length=1, max_length=1000)
