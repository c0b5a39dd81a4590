"""Titles with changed data, under new names, since loaded data are cached by name."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from importlib.resources import files as resources

import pytest

from tetsudo.engine.model.title import Setup
from tetsudo.titles import setup_builder
from tetsudo.titles.data import power_registry, toml_files
from tetsudo.titles.data.toml_table import Raw

read_own = toml_files._read_own
numbers = itertools.count()


def title_copy(patch: pytest.MonkeyPatch, title: str, raws: Mapping[str, Raw]) -> str:
    """The name of a copy of the title with some of its files replaced."""
    name = f"{title}x{next(numbers)}"

    def read(asked: str, file: str) -> Raw | None:
        return raws.get(file) or read_own(title, file) if asked == name else read_own(asked, file)

    patch.setattr(toml_files, "_read_own", read)
    known = power_registry.kinds_of
    patch.setattr(power_registry, "kinds_of", lambda asked: known(title if asked == name else asked))
    return name


def replaced_file(title: str, file: str, *changes: tuple[str, str]) -> Raw:
    """A file of a title with text replacements, each applied once."""
    text = resources("tetsudo.titles").joinpath(f"t{title}").joinpath(file).read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return toml_files.parse(text, f"t{title}/{file}")


def changed_setup(
    patch: pytest.MonkeyPatch,
    title: str,
    file: str,
    *changes: tuple[str, str],
    players: int = 4,
    variants: tuple[str, ...] = (),
) -> Setup:
    """The setup of a title with text replacements in one of its files."""
    return setup_builder.build_setup(
        title_copy(patch, title, {file: replaced_file(title, file, *changes)}), "", variants, players, ()
    )
