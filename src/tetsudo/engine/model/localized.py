"""Setup in the viewer's language, with native names where that is the title's own language."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from tetsudo.core.translation import ENGLISH, has_native_names, translator
from tetsudo.core.units import NOBODY
from tetsudo.engine.model.map import Hex, Map
from tetsudo.engine.model.title import Company, Lot, Private, Setup

Named = TypeVar("Named", Company, Private)


def in_language(setup: Setup, language: str) -> Setup:
    """English setup translated into a language.

    If that is the title's own language, companies, privates and places get their native names, and
    `native` is the English one. Symbols and coordinates stay the same, and so do records and typed
    input.
    """
    name = translator(language)(setup.name)
    if not has_native_names(language, setup.language):
        return replace(setup, name=name, told_in=language)
    privates = tuple(map(_with_native_name, setup.privates))
    companies = tuple(map(_with_native_name, setup.companies))
    hexes = tuple(map(_with_native_place, setup.map.hexes))
    return replace(
        setup,
        name=name,
        language=ENGLISH,
        told_in=language,
        privates=privates,
        companies=companies,
        lots=tuple(_with_lot_name(lot, privates, companies) for lot in setup.lots),
        map=Map(hexes, setup.map.flat_top, setup.map.by_name),
    )


def _with_native_name(named: Named) -> Named:
    return replace(named, name=named.native, native=named.name) if named.native else named


def _with_native_place(hex: Hex) -> Hex:
    return replace(hex, place=hex.native, native=hex.place) if hex.native else hex


def _with_lot_name(lot: Lot, privates: tuple[Private, ...], companies: tuple[Company, ...]) -> Lot:
    sold = privates[lot.private] if lot.company == NOBODY else companies[lot.company]
    return replace(lot, name=sold.name)
