"""Declaration of a kind of power: the keys of its data, its possible owners and its descriptions.

A class declares each key once, as an attribute. The type defines its values, a default makes it optional, and
`Key` adds everything else. Instances have the values under the same names. The loader, the site and the list
for authors read this. A class with a key that none of its methods reads raises TypeError.
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
from tetsudo.engine.model.templates import EMPTY_PHRASE, Part, Phrase, Value

# Possible holders of a power, and possible owners of the private that has it.
PRIVATE: Final = "private"
COMPANY: Final = "company"
TITLE: Final = "title"
OWNER_KINDS: Final = ("player", "company", "any")


class Form(NamedTuple):
    """Form of a value: a name of something, a number, a word. `several`: names or words separated by spaces."""

    name: str
    several: bool = False


# Types of keys. The loader converts names into ids, and colours into their numbers.
Hex: TypeAlias = Annotated[HexId, Form("hex")]
Hexes: TypeAlias = Annotated[tuple[HexId, ...], Form("hex", True)]
Tiles: TypeAlias = Annotated[tuple[TileId, ...], Form("tile", True)]
Company: TypeAlias = Annotated[CompanyId, Form("company")]
Companies: TypeAlias = Annotated[tuple[CompanyId, ...], Form("company", True)]
Draw: TypeAlias = Annotated[int, Form("draw")]  # index of a draw of the title; see `Setup.drawn`
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
FORM_BY_TYPE: Final[Mapping[object, Form]] = {bool: FLAG, int: NUMBER, str: TEXT}
"""Form of a value by its type. In addition, one of some words is a Literal, and several are a tuple of a Literal."""


@dataclass(frozen=True, slots=True)
class Key:
    """Description of a key: its meaning, for authors, and everything that its type cannot express."""

    help: str
    minimum: int = 0
    needed: bool = False  # must be given if `unless` is not, although it has a default
    beside: str = ""  # only meaningful beside this other key with a value that is not its default
    unless: str = ""  # only meaningful beside this other key with its default value
    owners: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # possible owners of such a power, by word


class _Required:
    """Default of a key that must be given."""

    def __repr__(self) -> str:
        return "needed"


REQUIRED: Final = _Required()


class Field(NamedTuple):
    """Key of a kind of power, as its class declares it."""

    name: str
    form: Form
    said: Key
    default: object  # REQUIRED: must be given
    choices: tuple[str, ...] = ()


OWNER_PHRASES: Final = {
    "player": Phrase("The player who owns it"),
    "company": Phrase("The company that owns it"),
    "any": Phrase("Its owner"),
}
OWNED_PHRASES: Final = {
    "player": Phrase(", while a player owns it"),
    "company": EMPTY_PHRASE,
    "any": Phrase(", while it is owned"),
}
"""Phrases for `{owned}` in sentences; `OWNER_PHRASES` has those for `{owner}`."""


class PowerSpec:
    """Kind of power, as described to data, users and authors. Its rules are in `rules.ruleset.power`."""

    kind: ClassVar[str] = ""
    """Name of the kind in data; empty for a base class."""
    help: ClassVar[str] = ""
    """Description for authors."""
    event_name: ClassVar[str] = ""
    """Name shown to users, for an event that affects everyone."""
    sentence: ClassVar[str] = ""
    """Description for players: a template with gaps filled by `owner`, `owned`, each key and `words`."""
    belongs_to: ClassVar[tuple[str, ...]] = (PRIVATE, COMPANY)
    """Possible holders: PRIVATE, COMPANY, TITLE."""
    owners: ClassVar[tuple[str, ...]] = OWNER_KINDS
    """Possible owners of the private that has it, as words allowed in data."""
    alone: ClassVar[bool] = False
    """True if a private can have it only once."""
    lays_tiles: ClassVar[bool] = False
    """True if it lays tiles by the private's own action: a private has only one such power."""
    tokens: ClassVar[int] = 0
    """Number of its private's station tokens that it places."""
    fields: ClassVar[Mapping[str, Field]] = {}
    """Keys of the kind, by name."""

    owner_kind: str = "any"  # one of `owners`, as given in data

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.fields = {each.name: each for each in _declared_fields(cls)}
        if cls.kind:
            _check(cls)

    # A `Setup` holds powers, so this module cannot import it: hence Any.

    def words(self, setup: Any) -> Mapping[str, Part]:
        """Parts for the gaps of its sentence that no key fills, or that differ from the key's usual format."""
        return {}

    def description(self, setup: Any) -> Phrase:
        """Description of the power for players."""
        named = [each for each in self.fields.values() if f"{{{each.name}}}" in self.sentence]
        keys = {each.name: _part(each, getattr(self, each.name), setup) for each in named}
        parts = {
            **keys,
            "owner": OWNER_PHRASES[self.owner_kind],
            "owned": OWNED_PHRASES[self.owner_kind],
            **self.words(setup),
        }
        return Phrase(self.sentence, **parts)


def _part(field: Field, value: object, setup: Any) -> Part:
    """Part for the gap of a key."""
    return drawn_company(setup, value) if field.form.name == "draw" else Value(field.form.name, value)


def drawn_company(setup: Any, draw: object) -> Part:
    """Part for the company of a draw; where no game is set up, for all of which it may be."""
    if setup.drawn and not setup.drawn_by_default:
        return Value("company", setup.drawn[draw])
    companies = setup.draws[draw].companies
    if len(companies) == len(setup.companies):
        return Phrase("a company that is drawn as a game begins")
    among = Value("company", companies)
    return Phrase("a company that is drawn as a game begins ({among})", among=among)


def _declared_fields(cls: type[PowerSpec]) -> Iterator[Field]:
    """Attributes of a class that are annotated with a Key; those of its base classes first."""
    for name, hint in get_type_hints(cls, include_extras=True).items():
        said = [each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Key)]
        if said:
            form, choices = _form(hint)
            if not form.name:
                raise TypeError(f"{cls.__name__}.{name}: no key is a {hint.__origin__}")
            if any(name in vars(base) and name not in base.fields for base in _spec_bases(cls)):
                raise TypeError(f"{cls.__name__}.{name}: no key can be called so, since every power has it")
            yield Field(name, form, said[-1], inspect.getattr_static(cls, name, REQUIRED), choices)


def _spec_bases(cls: type[PowerSpec]) -> list[type[PowerSpec]]:
    """Base classes of a class that are subclasses of `PowerSpec`, or `PowerSpec` itself."""
    return [base for base in cls.__mro__[1:] if issubclass(base, PowerSpec)]


def _form(hint: Any) -> tuple[Form, tuple[str, ...]]:
    """Form of a key and its choice of words; a form without a name if no key can have the type."""
    named = [each for each in hint.__metadata__ if isinstance(each, Form)]
    if named:
        return named[0], ()
    type = hint.__origin__
    words = get_args(type)[0] if get_origin(type) is tuple else type
    if get_origin(words) is Literal:
        return Form("word", several=words is not type), get_args(words)
    return FORM_BY_TYPE.get(type, Form("")), ()


def _check(cls: type[PowerSpec]) -> None:
    """Check that a kind has its descriptions and reads each of its keys; raise TypeError otherwise."""
    for name in ("help", "sentence"):
        if not getattr(cls, name):
            raise TypeError(f"{cls.__name__}.{name} is missing: what {cls.kind!r} does")
    gaps = {name for _, name, _, _ in Formatter().parse(cls.sentence) if name} - {*cls.fields, "owner", "owned"}
    if gaps and cls.words is PowerSpec.words:
        raise TypeError(f"{cls.__name__}.sentence: nothing fills the gap {min(gaps)!r}")
    read = {name for base in cls.__mro__ for name in _names_read(base)}
    for name, each in cls.fields.items():
        if name not in read:
            raise TypeError(f"{cls.__name__}.{name}: no method reads it")
        for other in (each.said.beside, each.said.unless):
            if other and other not in cls.fields:
                raise TypeError(f"{cls.__name__}.{name}: there is no key {other!r} beside which it could stand")


def _names_read(cls: type) -> Iterator[str]:
    """Attributes that the methods of a class read, except for `words`."""
    for name, member in vars(cls).items():
        function = getattr(member, "fget", getattr(member, "__func__", member))
        if isinstance(function, FunctionType) and name != "words":
            yield from _names_in(function.__code__)


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)
