"""Bots by name: those of this package, those of other packages, and classes in files.

Another package offers a bot as an entry point of the group `tetsudo.bots`: its name, and a class or function that
creates it from `(setup, rng)`. A bot in the user's own file is named by path and class: `PATH.py:Class`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from tetsudo.bots.mixed import CasualPlayer, MixedPlayer
from tetsudo.bots.player import Player
from tetsudo.bots.random.player import RandomPlayer
from tetsudo.bots.rollouts import RolloutsPlayer
from tetsudo.bots.rule_based import RulesPlayer
from tetsudo.bots.search import SearchPlayer
from tetsudo.bots.simple import SimplePlayer
from tetsudo.bots.teaching.coach import CoachPlayer
from tetsudo.core.errors import BadInput
from tetsudo.core.unknown_names import unknown_name
from tetsudo.engine.model.title import Setup

ENTRY_POINT_GROUP: Final = "tetsudo.bots"

Maker: TypeAlias = Callable[[Setup, Random], Player]
"""Factory of a bot for a table, with its own random generator."""

LEVELS: Final[dict[str, Maker]] = {
    "random": lambda setup, rng: RandomPlayer(rng),
    "simple": SimplePlayer,
    "casual": CasualPlayer,
    "rules": RulesPlayer,
    "rollouts": RolloutsPlayer,
    "search": SearchPlayer,
    "coach": CoachPlayer,
}
"""Bots of this package, weakest first; the coach plays like `search`."""

MIXED: Final = "mixed"
"""Bot for studies; no level, since its strength varies from game to game."""


def names() -> tuple[str, ...]:
    """Names of all available bots."""
    return (*LEVELS, *sorted(entry.name for entry in entry_points(group=ENTRY_POINT_GROUP) if entry.name not in LEVELS))


@cache
def maker(name: str) -> Maker:
    """Factory of a bot by name or `PATH.py:Class`; raise BadInput if there is none."""
    if name in LEVELS:
        return LEVELS[name]
    if name == MIXED:
        return MixedPlayer
    path, colon, class_name = name.rpartition(":")
    if colon and path.endswith(".py"):
        return _maker_from_file(Path(path), class_name)
    for entry in entry_points(group=ENTRY_POINT_GROUP, name=name):
        return _checked_maker(entry.load(), name)
    raise unknown_name("bot", name, (*names(), MIXED))


def _maker_from_file(path: Path, class_name: str) -> Maker:
    """Factory from a file; the file is run once, under a unique module name."""
    file = path.expanduser().resolve()
    if not file.is_file():
        raise BadInput("there is no file {path}", "bot", path=str(path))
    module_name = f"tetsudo_bot_{file.stem}_{blake2b(str(file).encode(), digest_size=6).hexdigest()}"
    module = sys.modules.get(module_name)
    if module is None:
        spec = spec_from_file_location(module_name, file)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[module_name] = module  # needed to resolve the annotations of its classes
        try:
            spec.loader.exec_module(module)
        except Exception as error:  # the file may raise anything
            del sys.modules[module_name]
            reason = f"{type(error).__name__}: {error}"
            raise BadInput("{path} cannot be run: {reason}", "bot", path=str(path), reason=reason) from error
    return _checked_maker(getattr(module, class_name, None), f"{path}:{class_name}")


def _checked_maker(found: Any, name: str) -> Maker:
    if not callable(found):
        raise BadInput("{name} is not a bot class", "bot", name=name)
    made: Maker = found
    return made
