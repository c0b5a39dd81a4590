"""Reference of the kinds of powers for title authors: holder, effect and keys of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tetsudo.core.units import NOBODY
from tetsudo.engine.model.power_spec import COMPANY, OWNER_KINDS, PRIVATE, REQUIRED, TITLE, Field, Form, PowerSpec
from tetsudo.titles.data.power_registry import kinds_of


class KeyLine(NamedTuple):
    """A key: its form, its default ("" if it is required), and its help."""

    name: str
    form: str
    usual: str
    help: str

    @property
    def form_and_default(self) -> str:
        """Form and default of the key."""
        return "; ".join(word for word in (self.form, self.usual) if word)


class KindLine(NamedTuple):
    """A kind of power. `whose`: its possible holders, and the owners allowed for a private."""

    kind: str
    whose: str
    help: str
    keys: tuple[KeyLine, ...]


def kinds_for_authors(title: str) -> tuple[KindLine, ...]:
    """Kinds that a title may use: the core's, then its own."""
    return tuple(_kind(kind) for kind in kinds_of(title).values())


def _kind(kind: type[PowerSpec]) -> KindLine:
    return KindLine(kind.kind, " or ".join(_holders(kind)), kind.help, tuple(map(_key, kind.fields.values())))


def _holders(kind: type[PowerSpec]) -> Iterator[str]:
    if PRIVATE in kind.belongs_to:
        yield "private" if kind.owners == OWNER_KINDS else f"private ({_quote_words(kind.owners)})"
    if COMPANY in kind.belongs_to:
        yield "company"
    if TITLE in kind.belongs_to:
        yield "title"


def _key(field: Field) -> KeyLine:
    said = field.said
    more = [f"with `{word}` the owner is {_quote_words(owners)}" for word, owners in said.owners.items()]
    more += [f"only beside `{said.beside}`"] * bool(said.beside) + [f"not beside `{said.unless}`"] * bool(said.unless)
    return KeyLine(field.name, _form(field.form), _default_text(field.default), "; ".join([said.help, *more]))


FORM_LABELS: Final = {"flag": "true or false", "money": "amount", "closing phase": "phase"}
FORM_PLURALS: Final = {"hex": "hexes", "tile": "tiles", "company": "companies", "word": "words", "money": "amounts"}


def _form(form: Form) -> str:
    return FORM_PLURALS[form.name] if form.several else FORM_LABELS.get(form.name, form.name)


def _default_text(default: object) -> str:
    """Default of a key, in words."""
    if default is REQUIRED:
        return ""
    if default in (NOBODY, (), ""):
        return "none"
    return str(default).lower()


def _quote_words(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words)
