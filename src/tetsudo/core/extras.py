"""What can be installed besides the engine: the site, the command line, many games at once."""

from __future__ import annotations

from importlib.util import find_spec

from tetsudo.core.errors import TetsudoError


class MissingExtra(TetsudoError, ImportError):
    """Something that is not installed is needed for what was asked."""


def require(extra: str, what: str, *modules: str) -> None:
    """Say what to install, unless every module that something stands on is there."""
    if any(find_spec(module) is None for module in modules):
        raise MissingExtra(f'{what} needs more than the engine: pip install "tetsudo[{extra}]"')
