"""The same table with names in the title's own language, where its data have them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeVar

from tetsudo.model.map import Hex, Map
from tetsudo.model.title import Company, Lot, Private, Setup
from tetsudo.units import NOBODY

ENGLISH: Final = "en"
"""The language of names in data."""

Named = TypeVar("Named", Company, Private)


def in_native_names(setup: Setup) -> Setup:
    """A setup whose companies, privates and places are called by their native names, and `native` is the English one.

    Symbols and coordinates stay, and so do what records say and what is typed.
    """
    privates = tuple(map(_turned, setup.privates))
    companies = tuple(map(_turned, setup.companies))
    hexes = tuple(map(_placed, setup.map.hexes))
    return replace(
        setup,
        language=ENGLISH,
        privates=privates,
        companies=companies,
        lots=tuple(_called(lot, privates, companies) for lot in setup.lots),
        map=Map(hexes, setup.map.flat_top, setup.map.by_name),
    )


def _turned(named: Named) -> Named:
    return replace(named, name=named.native, native=named.name) if named.native else named


def _placed(hex: Hex) -> Hex:
    return replace(hex, place=hex.native, native=hex.place) if hex.native else hex


def _called(lot: Lot, privates: tuple[Private, ...], companies: tuple[Company, ...]) -> Lot:
    sold = privates[lot.private] if lot.company == NOBODY else companies[lot.company]
    return replace(lot, name=sold.name)
