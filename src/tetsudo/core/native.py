"""Declarations for mypyc, which does nothing with them where the engine is pure Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

__all__ = ["mypyc_attr"]

Class = TypeVar("Class")

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**declared: bool) -> Callable[[type[Class]], type[Class]]:
        """Leave a class as it is. `acyclic`: the garbage collector need not know its objects."""
        return lambda kind: kind
