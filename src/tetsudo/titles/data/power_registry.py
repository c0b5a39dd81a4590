"""The kinds of powers that a title may use: the core's, and the classes listed in the title's own powers.py."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import ModuleType
from typing import Final, TypeAlias

from tetsudo.core.errors import BadData
from tetsudo.engine.model.power_spec import PowerSpec
from tetsudo.engine.rules.powers.registry import POWERS
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.titles.data import toml_files
from tetsudo.titles.data.toml_files import TITLES_CACHED

Kinds: TypeAlias = Mapping[str, type[PowerSpec]]
"""Classes of powers by the name used in data."""

POWERS_MODULE: Final = "powers"


@lru_cache(TITLES_CACHED)
def kinds_of(title: str) -> Kinds:
    """Kinds of the core, then of the title's base titles, then of the title itself."""
    found = list(POWERS)
    for each in reversed(toml_files.lineage(title)):
        if toml_files.has_file(each, f"{POWERS_MODULE}.py"):
            found += _title_powers(each)
    return {power.kind: power for power in found}


def _title_powers(title: str) -> list[type[Power[Ruleset]]]:
    """Classes listed in a title's powers.py; raise BadData if one is not a kind of power."""
    listed = getattr(_module(title), "POWERS", None)
    found = [each for each in listed if _is_kind(each)] if isinstance(listed, tuple | list) else []
    if not found or listed is None or len(found) < len(listed):
        raise BadData(
            "POWERS must list classes of powers, each with its kind",
            toml_files.path_of(title, f"{POWERS_MODULE}.py"),
        )
    return found


def _module(title: str) -> ModuleType:
    """A title's powers.py. In a draft, whatever it raises is a mistake of the title; elsewhere it is raised."""
    try:
        return toml_files.load_module(title, POWERS_MODULE)
    except Exception as error:  # an author's code may raise anything
        if toml_files.mistakes_of(title) is None:
            raise
        sentence = f"cannot be imported: {type(error).__name__}: {error}"
        raise BadData(sentence, toml_files.path_of(title, f"{POWERS_MODULE}.py")) from error


def _is_kind(listed: object) -> bool:
    return isinstance(listed, type) and issubclass(listed, Power) and bool(listed.kind)
