"""Game files: ours and those of 18xx.games, read, shown, replayed and written."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from tetsudo import interop
from tetsudo.cli import position_tables
from tetsudo.core.actions import Action
from tetsudo.core.errors import BadInput
from tetsudo.core.events import Event
from tetsudo.draw import map_svg
from tetsudo.game import record
from tetsudo.game.game import Game

FORMATS = ("18xx.games", "tetsudo")


def game_at(file: Path, at: int | None = None) -> Game:
    """The game of a file, at its end or after its first `at` actions."""
    imported = interop.read(existing(file))
    if at is not None and not 0 <= at <= imported.remaining:
        raise BadInput(f"the game has {imported.remaining} actions, not {at}", "--at")
    game = imported.game
    for _ in range(imported.remaining if at is None else at):
        imported.step()
    return game


def existing(file: Path) -> Path:
    """A file that can be read; BadInput if there is none."""
    try:
        if file.is_file():
            return file
    except (OSError, ValueError):
        pass
    raise BadInput("there is no such file", str(file)[:200])


def write(file: Path, content: str | bytes) -> None:
    """Write a file; BadInput if that is not possible."""
    try:
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadInput(f"cannot be written: {reason}", str(file)[:200]) from None


def write_record(game: Game, file: Path) -> None:
    """Write a game's record; until it is whole, the file stays as it is. BadInput if it cannot be written."""
    content = record.write(game).to_json()
    try:
        file = file.resolve()  # the file behind a link, not the link, is replaced
        if file.exists() and not file.is_file():
            write(file, content)  # a device or a pipe
            return
        made = file.with_name(f"{file.name}.new")
    except (OSError, ValueError, RuntimeError):
        write(file, content)  # says why that is not possible
        return
    try:
        made.write_bytes(content)
        if file.exists():
            made.chmod(file.stat().st_mode)
        made.replace(file)
    except (OSError, ValueError) as error:
        with suppress(OSError):
            made.unlink()
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadInput(f"cannot be written: {reason}", str(file)[:200]) from None


def replay(console: Console, errors: Console, file: Path, trace: Path | None) -> bool:
    """Replay a file strictly and say how it ended, or where and why it could not go on."""
    imported = interop.read(existing(file))
    tracer = interop.Tracer(imported.game)

    def follow(game: Game, action: Action, events: list[Event]) -> None:
        if trace:
            tracer.add(action, events, imported.odd_tiles())

    report = imported.play(follow)
    if trace:
        write(trace, json.dumps(tracer.document(), ensure_ascii=False) + "\n")
    console.print(position_tables.heading(report.game))
    console.print(position_tables.standings(report.game))
    for doubt in report.doubts:
        errors.print(escape(doubt), soft_wrap=True)
    if report.error:
        errors.print(f"[red]{escape(complaint(report.error))}[/]", soft_wrap=True)
    return report.error is None


def complaint(error: interop.ReplayError) -> str:
    """Index, action, clause and reason in one sentence."""
    clause = f" ({error.clause})" if error.clause else ""
    return f"Action {error.index}, {json.dumps(error.action, ensure_ascii=False)[:500]}: {error.reason}{clause}"


def export(file: Path, to: str) -> str:
    """A game in another program's form, or in ours."""
    if to not in FORMATS:
        raise BadInput(f"must be one of {', '.join(FORMATS)}, not {to!r}", "--to")
    game = game_at(file)
    if to == "tetsudo":
        return record.write(game).to_json().decode()
    return json.dumps(interop.export_18xx_games(game, file), ensure_ascii=False, indent=1) + "\n"


def show(console: Console, file: Path, at: int | None, svg: Path | None) -> None:
    """A position of a game as tables, and its map as a picture."""
    game = game_at(file, at)
    if svg:  # first, so that it is there whoever stops reading the tables
        write(svg, map_svg(game))
    position_tables.show(console, game)
    console.print()
    position_tables.show_map(console, game)
    position_tables.show_market(console, game)
    if svg:
        console.print(f"The map is in {escape(str(svg))}.")
