"""A title's own powers: each key that their data give is read, and each that they read is given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tetsudo.model.title import PowerData, Setup
from tetsudo.rules.ruleset.power import Bearer
from tetsudo.titles.files import Table


class _Asked(Mapping[str, object]):
    """Values of a power that remember which of them were asked for, there or not."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = values
        self.asked: set[str] = set()

    def __getitem__(self, key: str) -> object:
        self.asked.add(key)
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def check_own_powers(
    lines: Iterable[Table], bearer: Bearer, powers: Iterable[PowerData], setup: Setup, own: Mapping[str, Any]
) -> None:
    """Make those of the title's own once, which reads their data; BadData for a key that is missing or not read."""
    for line, power in zip(lines, powers, strict=True):
        if power.kind in own:
            _check(line, bearer, power, setup, own[power.kind])


def _check(line: Table, bearer: Bearer, power: PowerData, setup: Setup, make: Any) -> None:
    values = _Asked(power.values)
    try:
        make(0, bearer, PowerData(power.kind, power.owner_kind, values), setup)
    except KeyError as error:
        missing = next(iter(error.args), "")
        if missing in power.values or missing not in values.asked:
            raise
        raise line.bad(f"is missing: {power.kind} asks for it", missing) from None
    unread = power.values.keys() - values.asked
    if unread:
        raise line.bad(f"is not a key that {power.kind} reads", min(unread))
