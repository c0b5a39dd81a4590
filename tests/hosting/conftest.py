"""A host's environment: only the configuration file has settings."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process's environment, without settings; what a test reads into it is removed afterwards."""
    kept = dict(os.environ)
    for name in [name for name in os.environ if name.startswith("TETSUDO_")]:
        monkeypatch.delenv(name)
    yield
    os.environ.clear()
    os.environ.update(kept)
