"""A folder of records of simulated games, one file per game: `1889-4p-seed1-000012.json`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.game import record
from tetsudo.lab.simulate import Outcome
from tetsudo.lab.table_spec import Table, seed_of
from tetsudo.titles.loader import changed_options, name_of_title

OPTION: Final = "--records"


class Records:
    """A folder with the records of games at one table from one seed."""

    def __init__(self, folder: Path, table: Table, seed: int) -> None:
        """Create the folder; raise BadInput on failure."""
        self.folder = folder
        self._table = table
        self._seed = seed
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _write_error(folder, error) from None

    def path(self, number: int) -> Path:
        """File of a game."""
        title = "-".join(filter(None, (name_of_title(self._table.title), self._table.scenario)))
        return self.folder / f"{title}-{self._table.players}p-seed{self._seed}-{number:06}.json"

    def has_record(self, number: int) -> bool:
        """True if the record of a game exists, for this table and that game's seed."""
        try:
            kept = record.read(self.path(number))
        except BadInput:
            return False
        setup = self._table.game(seed_of(self._seed, number)).setup
        choice = (kept.title, kept.scenario, tuple(kept.variants), kept.options, kept.seed)
        return choice == (
            setup.title, setup.scenario, setup.variants, changed_options(setup), seed_of(self._seed, number)
        )  # fmt: skip

    def write_each(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        """Write each game's record and yield its outcome without it; raise BadInput on failure."""
        for outcome in outcomes:
            path = self.path(outcome.number)
            made = path.with_name(f"{path.name}.new")
            try:
                made.write_bytes(outcome.record)
                made.replace(path)
            except OSError as error:
                raise _write_error(path, error) from None
            yield outcome._replace(record=b"")


def _write_error(path: Path, error: OSError) -> BadInput:
    return BadInput("{path} cannot be written: {reason}", OPTION, path=str(path), reason=error.strerror or str(error))
