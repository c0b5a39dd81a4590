"""What a kind of power declares of itself: the keys of its data, whose it may be, and what is said of it.

A class declares each key once, as an attribute: its type says what it may be, a default that data need not
give it, and `Key` what neither can say. Instances have the values under the same names. The loader, the
site and the list for authors read this; a key that no method of the class reads is refused with the class.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from string import Formatter
from types import CodeType, FunctionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    get_args,
    get_origin,
    get_type_hints,
)

from tetsudo.core.units import CompanyId, HexId, Money, TileId, TrainId
from tetsudo.engine.model.templates import NOTHING, Part, Phrase, Value

# Whose a power may be, and who may own the private that has it.
PRIVATE: Final = "private"
COMPANY: Final = "company"
TITLE: Final = "title"
OWNER_KINDS: Final = ("player", "company", "any")


class Form(NamedTuple):
    """What a value is: a name of something, a number, a word. `several`: names or words with spaces between."""

    name: str
    several: bool = False


# The types of keys. The loader turns names into ids, and colours into their numbers.
Hex: TypeAlias = Annotated[HexId, Form("hex")]
Hexes: TypeAlias = Annotated[tuple[HexId, ...], Form("hex", True)]
Tiles: TypeAlias = Annotated[tuple[TileId, ...], Form("tile", True)]
Company: TypeAlias = Annotated[CompanyId, Form("company")]
Companies: TypeAlias = Annotated[tuple[CompanyId, ...], Form("company", True)]
Train: TypeAlias = Annotated[TrainId, Form("train")]
Phase: TypeAlias = Annotated[int, Form("phase")]
ClosingPhase: TypeAlias = Annotated[int, Form("closing phase")]
Colour: TypeAlias = Annotated[int, Form("colour")]
Terrain: TypeAlias = Annotated[str, Form("terrain")]
Amount: TypeAlias = Annotated[Money, Form("money")]
Amounts: TypeAlias = Annotated[tuple[Money, ...], Form("money", True)]

FLAG: Final = Form("flag")
NUMBER: Final = Form("number")
TEXT: Final = Form("text")
PLAIN: Final[Mapping[object, Form]] = {bool: FLAG, int: NUMBER, str: TEXT}
"""By type. Besides, one or several of some words are a Literal or a tuple of one."""


@dataclass(frozen=True, slots=True)
class Key:
    """What is said of a key: its meaning, for authors, and what its type cannot say."""

    help: str
    minimum: int = 0
    beside: str = ""  # says something only beside another key that is not as without being given
    unless: str = ""  # says something only beside another key that is
    owners: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by word: who may own such a power


class _Needed:
    """The default of a key that must be given."""

    def __repr__(self) -> str:
        return "needed"


NEEDED: Final = _Needed()


class Field(NamedTuple):
    """A key of a kind of power, as its class declares it."""

    name: str
    form: Form
    said: Key
    default: object  # NEEDED: must be given
    choices: tuple[str, ...] = ()


OWNERS: Final = {
    "player": Phrase("The player who owns it"),
    "company": Phrase("The company that owns it"),
    "any": Phrase("Its owner"),
}
OWNED: Final = {
    "player": Phrase(", while a player owns it"),
    "company": NOTHING,
    "any": Phrase(", while it is owned"),
}
"""What `{owner}` and `{owned}` are in sentences."""


class Declared:
    """A kind of power, as far as data, people and authors know it. Its rules are `rules.ruleset.power`'s."""

    kind: ClassVar[str] = ""
    """The word for it in data; what has none is a base of others."""
    help: ClassVar[str] = ""
    """What it does, for authors."""
    event_name: ClassVar[str] = ""
    """What people call it, where it happens to all."""
    sentence: ClassVar[str] = ""
    """What it does, for players: a template of which `owner`, `owned`, each key and `words` fill the gaps."""
    belongs_to: ClassVar[tuple[str, ...]] = (PRIVATE, COMPANY)
    """What may have it."""
    owners: ClassVar[tuple[str, ...]] = OWNER_KINDS
    """Who may own the private that has it: each of these words may stand in data."""
    alone: ClassVar[bool] = False
    """Whether a private has it once at the most."""
    tokens: ClassVar[int] = 0
    """How many station tokens of its private it places."""
    fields: ClassVar[Mapping[str, Field]] = {}
    """Its keys."""

    owner_kind: str = "any"  # who may own it, of those: as data say

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.fields = {each.name: each for each in _declared(cls)}
        if cls.kind:
            _check(cls)

    # A `Setup` holds powers, so that this module cannot import it: Any.

    def words(self, setup: Any) -> Mapping[str, Part]:
        """The parts that fill gaps of its sentence which no single key fills, or not as its form is told."""
        return {}

    def description(self, setup: Any) -> Phrase:
        """The sentence for players: what it does."""
        named = [each for each in self.fields.values() if f"{{{each.name}}}" in self.sentence]
        keys = {each.name: Value(each.form.name, getattr(self, each.name)) for each in named}
        parts = {**keys, "owner": OWNERS[self.owner_kind], "owned": OWNED[self.owner_kind], **self.words(setup)}
        return Phrase(self.sentence, **parts)


def _declared(cls: type[Declared]) -> Iterator[Field]:
    """The attributes of a class of which a Key is said; those of its bases first."""
    for name, hint in get_type_hints(cls, include_extras=True).items():
        said = [each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Key)]
        if said:
            form, choices = _form(hint)
            if not form.name:
                raise TypeError(f"{cls.__name__}.{name}: no key is a {hint.__origin__}")
            if any(name in vars(base) and name not in base.fields for base in _bases(cls)):
                raise TypeError(f"{cls.__name__}.{name}: no key can be called so, since every power has it")
            yield Field(name, form, said[-1], inspect.getattr_static(cls, name, NEEDED), choices)


def _bases(cls: type[Declared]) -> list[type[Declared]]:
    """What a class is derived from, as far as it declares anything."""
    return [base for base in cls.__mro__[1:] if issubclass(base, Declared)]


def _form(hint: Any) -> tuple[Form, tuple[str, ...]]:
    """What a key may be, and the words of which it is one or several; a form without a name if it can not be that."""
    named = [each for each in hint.__metadata__ if isinstance(each, Form)]
    if named:
        return named[0], ()
    type = hint.__origin__
    words = get_args(type)[0] if get_origin(type) is tuple else type
    if get_origin(words) is Literal:
        return Form("word", several=words is not type), get_args(words)
    return PLAIN.get(type, Form("")), ()


def _check(cls: type[Declared]) -> None:
    """A kind is told to players and authors, and does something with each of its keys."""
    for name in ("help", "sentence"):
        if not getattr(cls, name):
            raise TypeError(f"{cls.__name__}.{name} is missing: what {cls.kind!r} does")
    gaps = {name for _, name, _, _ in Formatter().parse(cls.sentence) if name} - {*cls.fields, "owner", "owned"}
    if gaps and cls.words is Declared.words:
        raise TypeError(f"{cls.__name__}.sentence: nothing fills the gap {min(gaps)!r}")
    read = {name for base in cls.__mro__ for name in _names_read(base)}
    for name, each in cls.fields.items():
        if name not in read:
            raise TypeError(f"{cls.__name__}.{name}: no method reads it")
        for other in (each.said.beside, each.said.unless):
            if other and other not in cls.fields:
                raise TypeError(f"{cls.__name__}.{name}: there is no key {other!r} beside which it could stand")


def _names_read(cls: type) -> Iterator[str]:
    """The attributes that the methods of a class ask for, but to tell people of them."""
    for name, member in vars(cls).items():
        function = getattr(member, "fget", getattr(member, "__func__", member))
        if isinstance(function, FunctionType) and name != "words":
            yield from _names_in(function.__code__)


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)
