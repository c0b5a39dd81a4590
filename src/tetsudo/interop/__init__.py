"""Import and export of other programs' game files.

    report = interop.replay(Path("game.json").read_bytes())
    report.game, report.error

The engine stays strict; exceptions for imported files are in `known_discrepancies.py`.
"""

from __future__ import annotations

from tetsudo.interop.export import export_18xx_games
from tetsudo.interop.importer import Imported, ReplayError, ReplayReport, detect, load, read, replay
from tetsudo.interop.trace import Tracer, position

__all__ = [
    "Imported",
    "ReplayError",
    "ReplayReport",
    "Tracer",
    "detect",
    "export_18xx_games",
    "load",
    "position",
    "read",
    "replay",
]
