"""Tables of many games: rows with names as Arrow tables (`to_frame`) and Parquet files (`write`).

`games_in` reads games from files, `simulated` plays them. Games are read one after another, so any number of them can
be written with little memory.
"""

from tetsudo.lab.datasets.folder import TableFile, files_in, write
from tetsudo.lab.datasets.frames import frames, to_frame
from tetsudo.lab.datasets.sources import NamedGame, games_in
from tetsudo.lab.datasets.tables import DEFAULT_TABLES, GameTables, columns_of, simulated

__all__ = [
    "DEFAULT_TABLES",
    "GameTables",
    "NamedGame",
    "TableFile",
    "columns_of",
    "files_in",
    "frames",
    "games_in",
    "simulated",
    "to_frame",
    "write",
]
