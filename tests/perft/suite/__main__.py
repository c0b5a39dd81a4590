"""Write the suite again: `python -m tests.perft.suite`, from the project's root.

Named positions and their counts are those of tests/perft. The file of recorded games needs the shared folder.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.conftest import SHARED
from tests.perft.make import FOLDER as POSITIONS
from tests.perft.suite import recorded
from tests.perft.suite.content import Data, position_entry, table_data
from tests.perft.suite.every_frame import frame_positions
from tetsudo import __version__, titles
from tetsudo.core.actions import Action
from tetsudo.core.open_actions import Runs
from tetsudo.game import position

FOLDER: Final = Path(__file__).parent
FORMAT: Final = "tetsudo-suite"
VERSION: Final = 1
"""Version of the format: another number if a field changes its meaning or goes."""


def positions_of(title: str) -> dict[str, Data]:
    """Text and counts of each position, by id: "1889/auction/3" for three players."""
    named = named_positions(title)
    return named | frame_positions(title, kept_positions(title), list(named.values()))


def kept_positions(title: str) -> dict[str, str]:
    """Positions in the present file, by id: those that show a frame stay when the suite is written again."""
    path = FOLDER / f"{title}.json"
    if not path.exists():
        return {}
    return {each["id"]: each["position"] for each in json.loads(path.read_text("utf-8"))["positions"]}


def named_positions(title: str) -> dict[str, Data]:
    """Text and counts of each named position of tests/perft, by id."""
    found: dict[str, Data] = {}
    for file in sorted((POSITIONS / title).rglob("*.toml")):
        name = file.relative_to(POSITIONS).with_suffix("").as_posix()
        found |= {f"{name}/{players}": known for players, known in tomllib.loads(file.read_text("utf-8")).items()}
    return found


def tables_of(known: Mapping[str, Data]) -> dict[tuple[str, str], Data]:
    """Tables of positions, by scenario and number of players."""
    found: dict[tuple[str, str], Data] = {}
    for id, each in known.items():
        if _table_of(id) not in found:
            found[_table_of(id)] = table_data(position.read(each["position"]).setup)
    return found


def entries(known: Mapping[str, Data], tables: Sequence[tuple[str, str]]) -> Iterator[Data]:
    """Entries of a title's positions."""
    legal = {id: _examples(each["position"]) for id, each in known.items()}
    for id, each in known.items():
        kin = [other for other in known if _is_kin(id, other)]
        table = tables.index(_table_of(id))
        yield position_entry(
            id, table, each["position"], each["counts"], (action for other in kin for action in legal[other])
        )


def _is_kin(one: str, other: str) -> bool:
    """True for another position of the same scenario and number of players: actions have the same ids there."""
    return one != other and _table_of(one) == _table_of(other)


def _table_of(id: str) -> tuple[str, str]:
    scenario, _name, players = id.rsplit("/", 2)
    return scenario, players


def _examples(text: str) -> list[Action]:
    game = position.read(text)
    return [offer.example() for offer in game.legal_actions() if not isinstance(offer, Runs)]


def write(name: str, said: Data, lists: Mapping[str, Iterable[Data]]) -> None:
    """Write a file, one entry a line."""
    parts = [f'"{key}": {json.dumps(value)}' for key, value in head(said).items()]
    for key, rows in lists.items():
        lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
        parts.append(f'"{key}": [\n{lines}\n]')
    path = FOLDER / f"{name}.json"
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")
    print(path.name, f"{path.stat().st_size / 1000:,.0f} kB", flush=True)


def head(said: Data) -> Data:
    """First fields of a file."""
    return {"format": FORMAT, "version": VERSION, "tetsudo": __version__, **said}


def main() -> None:
    """Write all files."""
    for info in titles():
        known = positions_of(info.name)
        tables = tables_of(known)
        lists = {"tables": tables.values(), "positions": entries(known, list(tables))}
        write(info.name, {"title": info.name}, lists)
    if SHARED.is_dir():
        found = {"moves": recorded.moves(SHARED), "runs": recorded.runs(SHARED)}
        write("18xx-games", {"engine": "18xx.games"}, found)


if __name__ == "__main__":
    main()
