"""Optional extras of the package: the site, the command line, batch play."""

from __future__ import annotations

from importlib.util import find_spec

from tetsudo.core.errors import TetsudoError


class MissingExtra(TetsudoError, ImportError):
    """Missing optional dependency of a feature."""


def require(extra: str, what: str, *modules: str) -> None:
    """Raise `MissingExtra` with the install command, unless every module of an extra is installed."""
    if any(find_spec(module) is None for module in modules):
        raise MissingExtra(f'{what} needs more than the engine: pip install "tetsudo[{extra}]"')
