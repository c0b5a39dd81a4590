"""Full passes of the garbage collector stop every request: a server makes them rarely, and by itself."""

from __future__ import annotations

import gc
import time
import weakref
from collections.abc import Iterator

import pytest

from tetsudo.web.common import garbage


class Knot:
    """Object that refers to itself."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def own_collection() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def test_python_makes_no_full_pass_and_the_server_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "FULL_PASS_SECONDS", 0.5)
    gc.set_threshold(700, 10, 10)  # as Python has it
    gc.freeze()
    gc.collect()  # now few objects have lived long, and Python soon wants a full pass
    garbage.begin()
    knot = Knot()
    gc.collect(1)  # it has lived long
    passes = gc.get_stats()[2]["collections"]
    gone = weakref.finalize(knot, lambda: None)
    del knot
    assert len([[each] for each in range(200_000)]) == 200_000
    assert gc.get_stats()[2]["collections"] == passes
    for _ in range(100):
        if not gone.alive:
            return
        time.sleep(0.1)
    pytest.fail("What refers to itself was not freed.")
