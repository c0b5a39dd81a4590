"""The API reference has everything that the manual imports or names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from inspect import isclass, isfunction, ismodule
from pathlib import Path
from typing import Final

import pytest

from tests.conftest import ROOT
from tests.test_docs import PAGES, blocks

REFERENCE: Final = (ROOT / "docs" / "api.md", ROOT / "docs" / "api-titles.md")
TEXT: Final = "\n".join(page.read_text("utf-8") for page in REFERENCE)
OBJECT: Final = re.compile(r"^\.\. auto(?:function|class|exception|data):: ([\w.]+)", re.M)
MODULE: Final = re.compile(r"^\.\. automodule:: ([\w.]+)\n   :members:(.*)$", re.M)
DOTTED: Final = re.compile(r"`(tetsudo(?:\.\w+)+)(?:\(\))?`")
FILES: Final = ("tetsudo.db", "tetsudo.toml")
"""Names of files that look like names of objects."""
PROMPTS: Final = (">>> ", "... ")


def found_object(name: str) -> object:
    """Object with a dotted name; AttributeError or ImportError if there is none."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        owner, _dot, last = name.rpartition(".")
        if not owner:
            raise
        return getattr(found_object(owner), last)


def documented() -> dict[str, object]:
    """Objects in the reference, by name."""
    found = {name: found_object(name) for name in OBJECT.findall(TEXT)}
    for name, listed in MODULE.findall(TEXT):
        module = import_module(name)
        found[name] = module
        for member in [each.strip() for each in listed.split(",") if each.strip()] or public_names(name):
            found[f"{name}.{member}"] = getattr(module, member)
    return found


def public_names(name: str) -> list[str]:
    """Names that `:members:` documents: those in `__all__`, or all that the module defines."""
    module = import_module(name)
    own = [key for key, value in vars(module).items() if getattr(value, "__module__", None) == name]
    return list(getattr(module, "__all__", None) or [key for key in own if not key.startswith("_")])


def code_of(block: str) -> str:
    """Program of a block, without prompts and output."""
    if PROMPTS[0] not in block:
        return block
    return "\n".join(line[4:] for line in block.splitlines() if line.startswith(PROMPTS))


def imported() -> Iterator[tuple[str, Path]]:
    """Dotted name of each import of Tetsudo in the manual, in strings with programs too, and its page."""
    for page, block in blocks("python"):
        for node in ast.walk(ast.parse(code_of(block))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tetsudo"):
                yield from ((f"{node.module}.{name.name}", page) for name in node.names)
            elif isinstance(node, ast.Import):
                yield from ((name.name, page) for name in node.names if name.name.startswith("tetsudo."))
        for module, names in re.findall(r"^from (tetsudo[\w.]*) import ([\w, ]+)$", block, re.M):
            yield from ((f"{module}.{name.strip()}", page) for name in names.split(","))


KNOWN: Final = documented()
OBJECTS: Final = {id(value) for value in KNOWN.values()}


@pytest.mark.parametrize("name", sorted({name for name, _page in imported()}))
def test_everything_that_the_manual_imports_is_in_the_reference(name: str) -> None:
    value, word = found_object(name), name.rpartition(".")[2]
    if ismodule(value):
        assert any(known.startswith(name) for known in KNOWN), name
    elif (isclass(value) or isfunction(value)) and value.__name__ == word:
        assert name in KNOWN or id(value) in OBJECTS, name
    else:  # a constant, or another name for a type
        assert name in KNOWN or f"`{word}`" in TEXT, name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_object_that_a_page_names_exists(page: Path) -> None:
    for name in DOTTED.findall(page.read_text("utf-8")):
        assert name in FILES or found_object(name) is not None, name


def test_the_reference_names_the_parts_of_the_package() -> None:
    """Drawing, files of 18xx.games, many games, environments, state, setup, powers, names."""
    assert len({name for name, _page in imported()}) > 40
    for name in (
        *("tetsudo.draw.map_svg", "tetsudo.interop.replay", "tetsudo.lab.simulate.simulate", "tetsudo.env.make"),
        *("tetsudo.engine.state.state.State", "tetsudo.engine.model.title.Setup", "tetsudo.lab.datasets.to_frame"),
        *("tetsudo.engine.rules.ruleset.power.Power", "tetsudo.language.identifiers.id_of"),
    ):
        assert name in KNOWN
