"""What a player that is a program must be able to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tetsudo.actions import Action, Descriptor
from tetsudo.views import View


class Player(Protocol):
    """Decides from what it may see. It is asked only while it has something to choose."""

    def decide(self, view: View, actions: Sequence[Descriptor]) -> Action:
        """One action that one of `actions` admits."""
        ...
