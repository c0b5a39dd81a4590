"""Reference for title authors: the options of the rules, and the kinds of powers with holder, effect and keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tetsudo.core.units import NOBODY
from tetsudo.engine.model.power_spec import COMPANY, OWNER_KINDS, PRIVATE, REQUIRED, TITLE, Field, Form, PowerSpec
from tetsudo.titles.data.options import FLAG, NUMBERS, STEPS, OptionInfo, known_options
from tetsudo.titles.data.power_registry import kinds_of

STEPS_VALUE: Final = "steps of a turn, separated by spaces"


class OptionLine(NamedTuple):
    """An option of `[rules]`: its values, its default ("" if the title must give it), and its help."""

    name: str
    values: str
    usual: str
    help: str


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


def options_for_authors() -> tuple[OptionLine, ...]:
    """Options that a title may set in `[rules]`: none that only records set, none that are columns of other tables."""
    options = [each for each in known_options() if not each.recorded and not each.column]
    return tuple(OptionLine(each.name, _values(each), _usual(each), each.help) for each in options)


def _values(option: OptionInfo) -> str:
    return f"several, each {values_of(option)}" if option.type == NUMBERS else values_of(option)


def values_of(option: OptionInfo) -> str:
    """Possible values of an option, in words."""
    if option.type == FLAG:
        return "true, false"
    if option.type == STEPS:
        return STEPS_VALUE
    if option.choices:
        return ", ".join(option.choices)
    steps = f" in steps of {option.step}" if option.step > 1 else ""
    return f"{option.minimum} to {option.maximum}{steps}"


def _usual(option: OptionInfo) -> str:
    if option.default is None:
        return ""
    return str(option.default).lower() or "none"


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
