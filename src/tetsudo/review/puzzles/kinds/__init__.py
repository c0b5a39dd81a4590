"""Kinds of puzzle, one module each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tetsudo.review.puzzles.kinds.bankruptcy import Bankruptcy
from tetsudo.review.puzzles.kinds.best_run import BestRun
from tetsudo.review.puzzles.kinds.control import Control
from tetsudo.review.puzzles.kinds.dividend import DividendPrice
from tetsudo.review.puzzles.kinds.forced_train import ForcedTrain
from tetsudo.review.puzzles.kinds.presidency import Presidency
from tetsudo.review.puzzles.kinds.rusting import Rusting
from tetsudo.review.puzzles.puzzle import Kind

KINDS: Final[Mapping[str, Kind]] = {
    kind.name: kind
    for kind in (BestRun(), Rusting(), Presidency(), ForcedTrain(), Bankruptcy(), Control(), DividendPrice())
}
"""Kinds of puzzle by name."""
