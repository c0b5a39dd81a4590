"""List of all that a conversion cannot carry over."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that is not carried over: its kind, and the places where it is."""

    what: str
    places: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.what}: {', '.join(self.places)}" if self.places else self.what


class LossList:
    """Losses as they are found; equal ones are gathered."""

    def __init__(self) -> None:
        self._places: dict[str, list[str]] = {}

    def add(self, what: str, place: str = "") -> None:
        """Add a loss at a place."""
        places = self._places.setdefault(what, [])
        if place and place not in places:
            places.append(place)

    def found(self) -> tuple[Loss, ...]:
        """All losses."""
        return tuple(Loss(what, tuple(places)) for what, places in self._places.items())
