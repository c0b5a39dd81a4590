"""Client of a site's API: tables of a Tetsudo site from a program. It needs httpx: `pip install "tetsudo[client]"`.

    site = Site("https://games.example.org", key="tetsudo_...")
    table = site.open_table("1889", ["me", "rules", "rules"])
    now = site.legal_actions(table.key)
    site.act(table.key, now.version, now.actions[0].action)

Every method raises `Refused` if the site refuses, and `httpx.HTTPError` if it cannot be reached.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, TypeVar

import httpx
import msgspec

from tetsudo.core.errors import TetsudoError
from tetsudo.game.text.record import GameRecord, read

ME: Final = "me"
OPEN: Final = "open"
"""Seats of a new table: yours, or open. Any other word is a bot's name."""

TIMEOUT_SECONDS: Final = 30.0
STREAM_TIMEOUT_SECONDS: Final = 60.0
"""Timeouts of an answer, and of a stream, which says something every twenty seconds."""


class Refused(TetsudoError):
    """Refusal by the site; nothing has changed there.

    `status`: that of HTTP; `kind`: a word, such as "illegal"; `clause` and `remedy`: as those of `IllegalAction`.
    """

    def __init__(self, status: int, said: Mapping[str, Any]) -> None:
        super().__init__(str(said.get("sentence") or f"The site answered {status}."))
        self.status = status
        self.kind = str(said.get("kind", ""))
        self.clause = str(said.get("clause", ""))
        self.remedy = str(said.get("remedy", ""))
        self.seconds = int(said.get("seconds", 0))


class Stale(Refused):
    """Refusal of a move for a position that is out of date: read the present one, and decide again."""


class Seat(msgspec.Struct, frozen=True):
    """A seat. `kind`: "open", "person", "program" or "bot"."""

    number: int
    name: str
    kind: str
    bot: str
    is_mine: bool


class Table(msgspec.Struct, frozen=True):
    """A table. `status`: "waiting", "running", "finished" or "closed" (by an organiser).

    `version`: its number of moves; `to_act`: a seat.
    """

    key: str
    name: str
    title: str
    scenario: str
    variants: list[str]
    status: str
    version: int
    round: str
    to_act: int | None
    seats: list[Seat]
    options: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    result: Any = None
    page: str = ""


class TableList(msgspec.Struct, frozen=True):
    """Tables of a page of a list."""

    tables: list[Table]


class Amount(msgspec.Struct, frozen=True):
    """Range of an action's amount."""

    field: str
    low: int
    high: int


class LegalAction(msgspec.Struct, frozen=True):
    """A legal action, or a range of them. `action` is None for a run whose best one the site still searches for."""

    seat: int
    player: str
    type: str
    action: dict[str, Any] | None
    amount: Amount | None
    command: str
    sentence: str
    is_in_turn: bool

    def at(self, amount: int) -> dict[str, Any]:
        """The action with an amount."""
        assert self.action is not None
        assert self.amount is not None
        return {**self.action, self.amount.field: amount}


class LegalActions(msgspec.Struct, frozen=True):
    """Legal actions at a version. `to_act`: the name of the player in turn."""

    version: int
    to_act: str | None
    is_over: bool
    actions: list[LegalAction]


class Position(msgspec.Struct, frozen=True):
    """A position as you know it; `position` as `tetsudo show --json` prints it."""

    version: int
    viewer: str | None
    is_over: bool
    position: dict[str, Any]


class Event(msgspec.Struct, frozen=True):
    """An event of a table: "move", "chat" or "table", its data, and its id, from which a later stream goes on."""

    kind: str
    data: dict[str, Any]
    id: str


Answer = TypeVar("Answer")


class Site:
    """A site, as the account of a key sees it; without a key, as everyone does."""

    def __init__(self, address: str, key: str = "", **more: Any) -> None:
        """`more`: further arguments of `httpx.Client`, such as a transport."""
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        base = f"{address.rstrip('/')}/api/v1"
        self._http = httpx.Client(base_url=base, headers=headers, **{"timeout": TIMEOUT_SECONDS, **more})

    def __enter__(self) -> Site:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    # Tables

    def tables(self, which: str = "waiting", title: str = "") -> list[Table]:
        """The latest tables that are "waiting", "running" or "finished", or "mine"."""
        found = self._get("/tables", TableList, {"which": which, "title": title})
        return found.tables

    def table(self, key: str) -> Table:
        """A table."""
        return self._get(f"/tables/{key}", Table)

    def open_table(self, title: str, seats: Sequence[str], **choices: Any) -> Table:
        """Open a table; each seat is `ME`, `OPEN` or a bot's name. `choices`: other fields, such as `variants`."""
        chairs = [{"kind": seat} if seat in (ME, OPEN) else {"kind": "bot", "bot": seat} for seat in seats]
        return self._post("/tables", Table, {"title": title, "seats": chairs, **choices})

    def join(self, key: str, seat: int, seat_key: str = "") -> Table:
        """Take an open seat; a private table needs the last part of the seat's invitation link."""
        return self._post(f"/tables/{key}/seats/{seat}/join", Table, {"seat_key": seat_key})

    def leave(self, key: str, seat: int) -> Table:
        """Leave a seat."""
        return self._post(f"/tables/{key}/seats/{seat}/leave", Table, {})

    # Play

    def position(self, key: str, version: int | None = None) -> Position:
        """The position at a version, or the present one."""
        return self._get(f"/tables/{key}/position", Position, {} if version is None else {"version": version})

    def legal_actions(self, key: str) -> LegalActions:
        """Legal actions now."""
        return self._get(f"/tables/{key}/actions", LegalActions)

    def act(self, key: str, version: int, move: Mapping[str, Any] | str) -> int:
        """Make a move for the position of a version, an action or a typed command; return the new version."""
        sent = {"command": move} if isinstance(move, str) else {"action": move}
        return int(self._post(f"/tables/{key}/actions", dict[str, Any], {"version": version, **sent})["version"])

    def undo(self, key: str, version: int) -> int:
        """Undo the last decision; return the new version."""
        return int(self._post(f"/tables/{key}/undo", dict[str, Any], {"version": version})["version"])

    def record(self, key: str) -> GameRecord:
        """Record of the game."""
        return read(self._answer(self._http.get(f"/tables/{key}/record")).content)

    # Chat and events

    def say(self, key: str, text: str) -> None:
        """Write in the chat."""
        self._post(f"/tables/{key}/chat", dict[str, Any], {"text": text})

    def events(self, key: str, last: str = "") -> Generator[Event, None, None]:
        """Events of a table as they happen, until the site ends the stream. `last`: id of the last event known."""
        headers = {"Last-Event-ID": last} if last else {}
        address = f"/tables/{key}/events/"
        with self._http.stream("GET", address, headers=headers, timeout=STREAM_TIMEOUT_SECONDS) as answer:
            if answer.is_error:
                answer.read()
            self._answer(answer)
            yield from _events(answer.iter_lines())

    # Requests

    def _get(self, address: str, of: type[Answer], query: Mapping[str, Any] | None = None) -> Answer:
        return msgspec.json.decode(self._answer(self._http.get(address, params=dict(query or {}))).content, type=of)

    def _post(self, address: str, of: type[Answer], sent: Mapping[str, Any]) -> Answer:
        return msgspec.json.decode(self._answer(self._http.post(address, json=dict(sent))).content, type=of)

    @staticmethod
    def _answer(answer: httpx.Response) -> httpx.Response:
        if not answer.is_error:
            return answer
        try:
            said = answer.json()
        except ValueError:
            said = {}
        refusal = Stale if answer.status_code == 409 else Refused
        raise refusal(answer.status_code, said if isinstance(said, dict) else {})


def _events(lines: Iterator[str]) -> Iterator[Event]:
    """Events of a stream, from its lines."""
    fields: dict[str, str] = {}
    for line in lines:
        name, _colon, value = line.partition(": ")
        if line:
            fields[name] = value
            continue
        if "event" in fields:
            yield Event(fields["event"], json.loads(fields.get("data", "{}")), fields.get("id", ""))
        fields = {}
