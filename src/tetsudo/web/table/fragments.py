"""Pieces of a table's page that look the same whenever they are asked for: rendered once and kept for a while."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Final

from django.utils.safestring import SafeString

MOST_CHARACTERS: Final = 24_000_000
"""How much text is kept in all; what was asked for last stays."""


class Fragments:
    """Texts by key, the least recently used thrown out first."""

    def __init__(self, most: int = MOST_CHARACTERS) -> None:
        self._most = most
        self._size = 0
        self._texts: OrderedDict[Hashable, SafeString] = OrderedDict()
        self._lock = Lock()

    def peek(self, key: Hashable) -> SafeString | None:
        """A text if it is known."""
        with self._lock:
            found = self._texts.get(key)
            if found is not None:
                self._texts.move_to_end(key)
            return found

    def get(self, key: Hashable, make: Callable[[], SafeString]) -> SafeString:
        """A text, made if it is not known. It is made outside the lock, so two may make the same at once."""
        found = self.peek(key)
        if found is None:
            found = make()
            self._keep(key, found)
        return found

    def _keep(self, key: Hashable, text: SafeString) -> None:
        with self._lock:
            self._size += len(text) - len(self._texts.pop(key, ""))
            self._texts[key] = text
            while self._size > self._most:
                self._size -= len(self._texts.popitem(last=False)[1])


fragments = Fragments()
