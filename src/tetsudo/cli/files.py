"""Game files of Tetsudo and 18xx.games: reading, showing, replaying and writing."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from tetsudo import interop
from tetsudo.analysis.position_report import position_data, standings_data, table_data
from tetsudo.cli import position_tables
from tetsudo.cli.table_style import print_json
from tetsudo.core.actions import Action
from tetsudo.core.errors import BadInput
from tetsudo.core.events import Event
from tetsudo.core.unknown_names import unknown_name
from tetsudo.draw import map_svg
from tetsudo.game import record
from tetsudo.game.game import Game

FORMATS = ("18xx.games", "tetsudo")


def game_at(file: Path, at: int | None = None) -> Game:
    """Game of a file, at its end or after its first `at` actions."""
    imported = interop.read(readable_file(file))
    if at is not None and not 0 <= at <= imported.remaining:
        raise BadInput(f"the game has {imported.remaining} actions, not {at}", "--at")
    game = imported.game
    for _ in range(imported.remaining if at is None else at):
        imported.step()
    return game


def readable_file(file: Path) -> Path:
    """Path of a readable file; raise BadInput if there is none."""
    try:
        if file.is_file():
            return file
        if file.is_dir():
            raise BadInput("is a folder, and no file of a game", str(file)[:200])
    except (OSError, ValueError):
        pass
    raise BadInput("there is no such file", str(file)[:200])


def write(file: Path, content: str | bytes) -> None:
    """Write a file; raise BadInput on failure."""
    try:
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadInput(f"cannot be written: {reason}", str(file)[:200]) from None


def write_record(game: Game, file: Path) -> None:
    """Write a game's record; the old file stays until the new one is complete. Raise BadInput on failure."""
    content = record.write(game).to_json()
    try:
        file = file.resolve()  # replace the target of a link, not the link
        if file.exists() and not file.is_file():
            write(file, content)  # a device or a pipe
            return
        made = file.with_name(f"{file.name}.new")
    except (OSError, ValueError, RuntimeError):
        write(file, content)  # raises the right error
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


def replay(console: Console, errors: Console, file: Path, trace: Path | None, *, as_json: bool = False) -> bool:
    """Replay a file strictly and print its end, or the action that failed and the reason. True if it succeeded."""
    imported = interop.read(readable_file(file))
    tracer = interop.Tracer(imported.game)

    def follow(game: Game, action: Action, events: list[Event]) -> None:
        if trace:
            tracer.add(action, events, imported.renamed_tiles())

    report = imported.play(follow)
    if trace:
        write(trace, json.dumps(tracer.document(), ensure_ascii=False) + "\n")
    found = replay_data(report)
    if as_json:
        print_json(console, found)
    else:
        console.print(position_tables.heading(report.game))
        console.print(position_tables.standings(found["standings"], report.game.setup.currency))
    for doubt in report.doubts:
        errors.print(escape(doubt), soft_wrap=True)
    if report.error:
        errors.print(f"[red]{escape(error_text(report.error))}[/]", soft_wrap=True)
    return report.error is None


def replay_data(report: interop.ReplayReport) -> dict[str, Any]:
    """End of a replay: the game, its standings, and the first illegal action."""
    error = report.error
    return {
        **table_data(report.game),
        "is_legal": error is None,
        "error": None if error is None else error_data(error),
        "doubts": list(report.doubts),
        "standings": standings_data(report.game),
    }


def error_data(error: interop.ReplayError) -> dict[str, Any]:
    """First illegal action, and its refusal."""
    return {"index": error.index, "action": error.action, "reason": error.reason, "clause": error.clause or None}


def error_text(error: interop.ReplayError) -> str:
    """Index, action, reason and clause of an error in one sentence."""
    clause = f" ({error.clause})" if error.clause else ""
    return f"Action {error.index}, {json.dumps(error.action, ensure_ascii=False)[:500]}: {error.reason}{clause}"


def export(file: Path, to: str) -> str:
    """Text of a game in the format of 18xx.games or Tetsudo."""
    if to not in FORMATS:
        raise unknown_name("format", to, FORMATS, "--to")
    game = game_at(file)
    if to == "tetsudo":
        return record.write(game).to_json().decode()
    return json.dumps(interop.export_18xx_games(game, file), ensure_ascii=False, indent=1) + "\n"


def show(console: Console, file: Path, at: int | None, svg: Path | None, *, as_json: bool = False) -> None:
    """Show a position of a game as tables or JSON, and its map as an image."""
    game = game_at(file, at)
    if svg:  # first, in case output of the tables is cut off
        write(svg, map_svg(game))
    if as_json:
        print_json(console, position_data(game))
        return
    position_tables.show(console, game)
    console.print()
    position_tables.show_map(console, game)
    position_tables.show_market(console, game)
    if svg:
        console.print(f"The map is in {escape(str(svg))}.")
