"""Common base class of the model."""

from __future__ import annotations

from dataclasses import fields
from typing import Any


class FrozenModel:
    """Frozen dataclass of the model. Pickling and copying call its constructor: no other way works once compiled."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type[FrozenModel], tuple[object, ...]]:
        said: Any = self
        return type(self), tuple(getattr(self, each.name) for each in fields(said))
