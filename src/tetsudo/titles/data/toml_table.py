"""Tables of data files, read key by key. Errors name file and key; in a draft they are noted, and reading goes on.

A draft's mistakes are noted without those that only follow from others. So a key that is missing or wrong has a
placeholder, and checks of several keys together are made only where each of them is sound.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from tetsudo.core.errors import BadData
from tetsudo.core.units import COLOURS, NOBODY
from tetsudo.core.unknown_names import hint, nearest
from tetsudo.titles.data.notation import plain_colour

Raw = dict[str, Any]
"""Content of a TOML table. Shared by all readers, so never changed."""

MAX_NUMBER: Final = 100_000
"""Maximum of any number in data, money included."""
NUMBER_PATTERN: Final = re.compile("[0-9]{1,12}")
MAX_SHOWN_LENGTH: Final = 80
"""Characters of a value shown in errors."""

MISSING: Final = "is missing"


def format_value(value: object) -> str:
    """Value for an error message, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= MAX_SHOWN_LENGTH else f"{text[: MAX_SHOWN_LENGTH - 3]}..."


def are_tables(values: Iterable[object]) -> bool:
    """True if all values are tables."""
    return all(isinstance(value, Mapping) for value in values)


def kind_list(tables: Mapping[str, Raw]) -> list[Raw]:
    """List of tables from tables under their kinds."""
    return [{"kind": kind, **table} for kind, table in tables.items()]


class MistakeList:
    """Mistakes of a draft, in the order in which they were found, each once."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: list[BadData] = []

    def note(self, error: BadData) -> None:
        """Add a mistake."""
        if all(str(error) != str(each) for each in self.found):
            self.found.append(error)

    def withdraw_missing(self, error: BadData) -> None:
        """Remove the mistake that a key is missing, if there is one; `error` has its place."""
        place = error.file, error.key
        self.found = [
            each for each in self.found if (each.file, each.key) != place or not each.sentence.startswith(MISSING)
        ]

    def replace(self, error: BadData, other: BadData) -> None:
        """Put another mistake in the place of one."""
        if str(error) != str(other):
            self.found.remove(error)
            self.note(other)

    def is_hidden(self, file: str, key: str) -> bool:
        """True if a table cannot be read: there is a mistake in the table as such, or in one that it is part of."""
        return any(each.file == file and _is_within(key, each.key) for each in self.found)

    def is_sound(self, file: str, key: str) -> bool:
        """True if there is no mistake in a table, in any of its parts, or in one that it is part of."""
        return not self.is_hidden(file, key) and not any(
            each.file == file and _is_within(each.key, key) for each in self.found
        )


def _is_within(key: str, outer: str) -> bool:
    """True if a key is another one, or a part of it; "" is the whole file."""
    return not outer or (key.startswith(outer) and key[len(outer) : len(outer) + 1] in ("", ".", "["))


class AnyName(dict[str, int]):
    """Ids of names that cannot be read: any name is known, and its id is NOBODY."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> int:
        return NOBODY


class Place:
    """A table's place in a file. Mistakes are raised, unless there is a list of them."""

    __slots__ = ("key", "mistakes", "path")

    def __init__(self, path: str, key: str = "", mistakes: MistakeList | None = None) -> None:
        self.path = path
        self.key = key
        self.mistakes = mistakes

    def error(self, sentence: str, name: str = "") -> BadData:
        """Error that names file and key."""
        return BadData(sentence, self.path, ".".join(part for part in (self.key, name) if part))

    def refuse(self, sentence: str, name: str = "") -> None:
        """Refuse the value of a key: raise BadData, or note it in a draft."""
        error = self.error(sentence, name)
        if self.mistakes is None:
            raise error
        self.mistakes.note(error)

    def contradict(self, sentence: str, name: str = "") -> None:
        """Refuse a key beside others; in a draft only if nothing else is wrong in this table."""
        if self.is_sound:
            self.refuse(sentence, name)

    @property
    def is_sound(self) -> bool:
        """True if no mistake is noted in this table."""
        return self.mistakes is None or self.mistakes.is_sound(self.path, self.key)

    @property
    def is_hidden(self) -> bool:
        """True if this table cannot be read, so that nothing is missing in it."""
        return self.mistakes is not None and self.mistakes.is_hidden(self.path, self.key)


class TomlTable(Place):
    """A table of a file; `check_all_read()` refuses unread keys."""

    __slots__ = ("_known", "_unread", "raw")

    def __init__(self, raw: Mapping[str, Any], path: str, key: str = "", mistakes: MistakeList | None = None) -> None:
        super().__init__(path, key, mistakes)
        self.raw = raw
        self._unread = set(raw)
        self._known: set[str] = set()

    def __contains__(self, name: str) -> bool:
        self._known.add(name)
        return name in self.raw

    def value(self, name: str, wanted: str = "") -> Any:
        """Raw value of a key; None if it is missing in a draft. `wanted`: the value that it must have."""
        self._known.add(name)
        self._unread.discard(name)
        if name in self.raw:
            return self.raw[name]
        if not self.is_hidden:
            self.refuse(f"{MISSING}: {wanted}" if wanted else MISSING, name)
        return None

    def text(self, name: str, default: str | None = None) -> str:
        """Text of a key."""
        if default is not None and name not in self:
            return default
        value = self.value(name)
        if isinstance(value, str):
            return value
        if value is not None:
            self.refuse(f"must be a text, not {format_value(value)}", name)
        return default or ""

    def number(self, name: str, default: int | None = None, *, minimum: int = 0, maximum: int = MAX_NUMBER) -> int:
        """Whole number from `minimum` to `maximum`."""
        if default is not None and name not in self:
            return default
        value = self.value(name)
        objection = _number_objection(value, minimum, maximum)
        if not objection:
            return int(value)
        if value is not None:
            self.refuse(f"{objection}, not {format_value(value)}", name)
        return default if default is not None else minimum

    def flag(self, name: str, default: bool | None = None) -> bool:
        """Boolean value of a key."""
        if default is not None and name not in self:
            return default
        value = self.value(name)
        if isinstance(value, bool):
            return value
        if value is not None:
            self.refuse(f"must be true or false, not {format_value(value)}", name)
        return bool(default)

    def one_of(self, name: str, choices: Sequence[str], default: str | None = None) -> str:
        """One of the given words."""
        value = self.text(name, default)
        if value in choices:
            return value
        if isinstance(self.raw.get(name), str) and not self.is_hidden:
            known = ", ".join(choices)
            meant = hint(value, choices, listed=False)
            self.refuse(f"must be one of {known}, not {format_value(value)}{meant}", name)
        return default or choices[0]

    def colour(self, name: str, choices: Sequence[str] = COLOURS, default: str | None = None) -> int:
        """Colour of hexes and tiles, in any spelling."""
        value = self.text(name, default)
        if plain_colour(value) in choices:
            return COLOURS.index(plain_colour(value))
        return COLOURS.index(self.one_of(name, choices, default))

    def texts(self, name: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """List of texts."""
        if default is not None and name not in self:
            return default
        value = self.value(name)
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        if value is not None:
            self.refuse(f"must be a list of texts, not {format_value(value)}", name)
        return default or ()

    def words(self, name: str, default: str | None = None) -> tuple[str, ...]:
        """Words separated by spaces."""
        return tuple(self.text(name, default).split())

    def words_among(self, name: str, choices: Sequence[str], default: str | None = None) -> tuple[str, ...]:
        """Words separated by spaces, all from `choices`."""
        words = self.words(name, default)
        for word in words:
            if word not in choices:
                meant = hint(word, choices, listed=False)
                self.refuse(f"must be among {', '.join(choices)}, not {word!r}{meant}", name)
        return tuple(word for word in words if word in choices)

    def numbers(self, name: str, default: str | None = None) -> tuple[int, ...]:
        """Whole numbers separated by spaces."""
        words = self.words(name, default)
        given = format_value(" ".join(words))
        if not all(NUMBER_PATTERN.fullmatch(word) for word in words):
            self.refuse(f"must be whole numbers with spaces between, not {given}", name)
            return ()
        numbers = tuple(int(word) for word in words)
        if any(number > MAX_NUMBER for number in numbers):
            self.refuse(f"must be numbers up to {MAX_NUMBER}, not {given}", name)
            return ()
        return numbers

    def id(self, names: Mapping[str, int], name: str, what: str, default: str | None = None) -> int:
        """Id of a name; NOBODY if the key is optional and missing."""
        word = self.text(name, default)
        if word in names:
            return names[word]
        if word or (default is None and isinstance(self.raw.get(name), str)):
            self.refuse(f"{word!r} is no {what}{hint(word, names)}", name)
        return NOBODY

    def ids(self, names: Mapping[str, int], name: str, what: str, default: str | None = None) -> tuple[int, ...]:
        """Ids of distinct names separated by spaces."""
        words = self.names(name, default)
        for word in words:
            if word not in names:
                self.refuse(f"{word!r} is no {what}{hint(word, names)}", name)
        return tuple(names[word] for word in words if word in names)

    def names(self, name: str, default: str | None = None) -> tuple[str, ...]:
        """Distinct words separated by spaces."""
        words = self.words(name, default)
        twice = [word for place, word in enumerate(words) if word in words[:place]]
        if twice:
            self.refuse(f"names {twice[0]} twice", name)
        return tuple(dict.fromkeys(words))

    def table(self, name: str, *, optional: bool = False) -> TomlTable:
        """Nested table; empty if it is optional and missing."""
        value = {} if optional and name not in self else self.value(name)
        if not isinstance(value, Mapping):
            if value is not None:
                self.refuse(f"must be a table, not {format_value(value)}", name)
            value = {}
        return TomlTable(value, self.path, self._key_of(name), self.mistakes)

    def tables(self) -> Iterator[tuple[str, TomlTable]]:
        """Yield each key with its table, in file order."""
        for name in self.raw:
            yield name, self.table(name)

    def list_of_tables(self, name: str) -> tuple[TomlTable, ...]:
        """List of tables, also from tables keyed by kind; empty if missing."""
        value = self.value(name) if name in self else []
        if isinstance(value, Mapping) and are_tables(value.values()):
            value = kind_list(dict(value))
        if not isinstance(value, list) or not are_tables(value):
            self.refuse("must be a list of tables", name)
            value = []
        key = self._key_of(name)
        return tuple(TomlTable(item, self.path, f"{key}[{index}]", self.mistakes) for index, item in enumerate(value))

    def check_all_read(self) -> None:
        """Refuse keys that are left unread: most likely typos, and then what they stand for is not missing."""
        if self.is_hidden:
            return
        missing = sorted(self._known - set(self.raw))
        for name in sorted(self._unread):
            self.refuse(f"is not a key that belongs here{hint(name, missing)}", name)
            if self.mistakes is not None:
                for meant in nearest(name, missing)[:1]:
                    self.mistakes.withdraw_missing(self.error(MISSING, meant))

    def _key_of(self, name: str) -> str:
        return f"{self.key}.{name}" if self.key else name


def _number_objection(value: object, minimum: int, maximum: int) -> str:
    """Requirement that a value violates; "" if it is a whole number within the bounds."""
    if isinstance(value, bool) or not isinstance(value, int):
        return "must be a whole number"
    if value < minimum:
        return f"must be at least {minimum}"
    return f"must be at most {maximum}" if value > maximum else ""
