"""Import names of earlier versions still work."""

from __future__ import annotations

import importlib
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import tetsudo
from tetsudo.core.import_aliases import MOVED, new_name


@pytest.mark.parametrize("old", MOVED)
def test_an_old_name_is_the_same_module(old: str) -> None:
    new = importlib.import_module(f"tetsudo.{MOVED[old]}")
    assert importlib.import_module(f"tetsudo.{old}") is new
    assert new.__name__ == f"tetsudo.{MOVED[old]}"
    assert new.__spec__ is not None
    assert new.__spec__.name == new.__name__


@pytest.mark.parametrize("old", MOVED)
def test_no_alias_hides_a_present_module(old: str) -> None:
    place = Path(tetsudo.__file__).parent / old.replace(".", "/")
    assert not place.with_suffix(".py").exists()
    assert not (place / "__init__.py").exists()


def test_every_form_of_import_finds_it() -> None:
    lines = (
        "import tetsudo.actions",
        "from tetsudo import units, bots, lab",
        "from tetsudo.rules.ruleset.power import Power",
        "from tetsudo.accounts.rounds import Accounts",
        "from tetsudo.position import read",
        "import tetsudo.core.actions, tetsudo.analysis.accounts as accounts",
        "import tetsudo.engine.rules.ruleset.power as power",
        "assert tetsudo.actions.Pass is tetsudo.core.actions.Pass",
        "assert Power is power.Power and Accounts is accounts.Accounts",
    )
    subprocess.run([sys.executable, "-W", "error", "-c", "\n".join(lines)], check=True)


def test_old_names_are_attributes_without_an_import_of_their_own() -> None:
    """In a process of its own: any import of an old name would make it one."""
    lines = (
        "import tetsudo",
        "assert tetsudo.errors.BadInput is tetsudo.BadInput",
        "assert tetsudo.actions.Pass.__module__ == 'tetsudo.core.actions'",
        "assert not hasattr(tetsudo, 'nothing')",
    )
    subprocess.run([sys.executable, "-W", "error", "-c", "\n".join(lines)], check=True)


def test_a_name_that_nothing_has_is_none() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"tetsudo\.nothing"):
        importlib.import_module("tetsudo.nothing")
    with pytest.raises(ModuleNotFoundError, match=r"tetsudo\.rules\.nothing"):
        importlib.import_module("tetsudo.rules.nothing")
    assert new_name("tetsudo.titles.loader") is None
    assert new_name("json") is None


def test_a_class_can_still_be_pickled_by_an_old_name() -> None:
    text = pickle.dumps(tetsudo.errors.BadInput, protocol=0)  # type: ignore[attr-defined]
    assert pickle.loads(text.replace(b"tetsudo.core.errors", b"tetsudo.errors")) is tetsudo.BadInput
