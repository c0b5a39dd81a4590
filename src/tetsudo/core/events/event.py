"""Base of all kinds of events."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from msgspec import Struct, structs

from tetsudo.core.units import value_repr


class AnyEvent(Struct, frozen=True, gc=False):
    """Something that happens. It never changes; `kind` is the word for it."""

    kind: ClassVar[str]

    def __repr__(self) -> str:
        shown = (f"{name}={value_repr(getattr(self, name))}" for name in self.__struct_fields__)
        return f"{type(self).__name__}({', '.join(shown)})"  # without hidden amounts

    def replaced(self, **changes: Any) -> Self:
        """The same event with other values, by name."""
        return structs.replace(self, **changes)
