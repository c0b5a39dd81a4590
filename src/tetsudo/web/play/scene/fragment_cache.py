"""Cache of rendered fragments of a table's page that look the same for the same values."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from threading import Lock
from typing import Final

from django.template import Context, Library, Node, NodeList, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token
from django.utils.safestring import SafeString
from django.utils.translation import get_language

MAX_CHARACTERS: Final = 24_000_000
"""Cache size in characters; the least recently used fragments are dropped first."""

ADDRESS: Final = " at 0x"
"""Part of Python's default `repr`, which does not show an object's contents."""

register = Library()


class Fragments:
    """LRU cache of texts by key."""

    def __init__(self, most: int = MAX_CHARACTERS) -> None:
        self._most = most
        self._size = 0
        self._texts: OrderedDict[Hashable, SafeString] = OrderedDict()
        self._lock = Lock()

    def peek(self, key: Hashable) -> SafeString | None:
        """The cached text, or None."""
        with self._lock:
            found = self._texts.get(key)
            if found is not None:
                self._texts.move_to_end(key)
            return found

    def get(self, key: Hashable, make: Callable[[], SafeString]) -> SafeString:
        """The cached text, made if missing. It is made outside the lock, so two threads may make the same text."""
        found = self.peek(key)
        if found is None:
            found = make()
            self._keep(key, found)
        return found

    def clear(self) -> None:
        """Empty the cache: a player's name has changed, which is in no key."""
        with self._lock:
            self._texts.clear()
            self._size = 0

    def _keep(self, key: Hashable, text: SafeString) -> None:
        with self._lock:
            self._size += len(text) - len(self._texts.pop(key, ""))
            self._texts[key] = text
            while self._size > self._most:
                self._size -= len(self._texts.popitem(last=False)[1])


fragments = Fragments()


class CachedNode(Node):
    """Part of a template that depends on some values only: rendered once for the same values."""

    def __init__(
        self, place: tuple[str, int | None, str], values: Sequence[FilterExpression], nodelist: NodeList
    ) -> None:
        self._place = place
        self._values = values
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        """The cached text in the current language; values without a telling `repr` are never cached."""
        values = repr([value.resolve(context) for value in self._values])
        if ADDRESS in values:
            return self.nodelist.render(context)
        return fragments.get((self._place, get_language(), values), lambda: self.nodelist.render(context))


@register.tag
def cached(parser: Parser, token: Token) -> CachedNode:
    """`{% cached row table.key %}…{% endcached %}`: cache the content, which must depend on those values alone."""
    _name, *values = token.split_contents()
    if not values:
        raise TemplateSyntaxError("{% cached %} needs the values that it shows")
    nodelist = parser.parse(("endcached",))
    parser.delete_first_token()
    place = (str(parser.origin), token.lineno, token.contents)
    return CachedNode(place, [parser.compile_filter(value) for value in values], nodelist)
