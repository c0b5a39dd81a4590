"""The kinds of powers that a title may use: the core's, and the classes that its own powers.py lists."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, TypeAlias

from tetsudo.core.errors import BadData
from tetsudo.engine.model.power_spec import Declared
from tetsudo.engine.rules.powers.registry import POWERS
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.titles.data import toml_files

Kinds: TypeAlias = Mapping[str, type[Declared]]
"""By the word that data have for them."""

OWN: Final = "powers"


@cache
def kinds_of(title: str) -> Kinds:
    """The core's kinds, then those of the titles that a title is based on, then its own."""
    found = list(POWERS)
    for each in reversed(toml_files.lineage(title)):
        if toml_files.has(each, f"{OWN}.py"):
            found += _own(each)
    return {power.kind: power for power in found}


def _own(title: str) -> list[type[Power[Ruleset]]]:
    """What a title's powers.py lists; BadData if that are no kinds of powers."""
    listed = getattr(toml_files.module(title, OWN), "POWERS", None)
    found = [each for each in listed if _is_kind(each)] if isinstance(listed, tuple | list) else []
    if not found or listed is None or len(found) < len(listed):
        raise BadData(f"{toml_files.path_of(title, OWN)}.py: POWERS must list classes of powers, each with its kind")
    return found


def _is_kind(listed: object) -> bool:
    return isinstance(listed, type) and issubclass(listed, Power) and bool(listed.kind)
