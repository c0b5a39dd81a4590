"""The games as environments for learning: fixed codes of actions, observations as arrays, PettingZoo, batches.

`make("tetsudo/1889-v0", players=4)` gives an environment, `make_batch` many games that are stepped together, and
`ids()` lists all. It needs `pip install "tetsudo[env]"`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from tetsudo.core.extras import require
from tetsudo.env.tables import MAX_STEPS, SEED_BITS, VERSION, ids, table_of
from tetsudo.titles.loader import Given

if TYPE_CHECKING:
    from tetsudo.env.batch import GameBatch
    from tetsudo.env.environment import TableEnvironment
    from tetsudo.env.rewards import Reward

__all__ = ["VERSION", "ids", "make", "make_batch"]


def make(
    id: str,
    players: int = 4,
    *,
    variants: Sequence[str] = (),
    options: Mapping[str, Given] | None = None,
    **settings: Any,
) -> TableEnvironment:
    """Environment of PettingZoo (AEC) for an id. `settings`: those of `TableEnvironment`.

    Raises `BadInput` for an unknown id, and for players, variants or options that the title does not have.
    """
    require("env", "An environment", "numpy", "gymnasium", "pettingzoo")
    from tetsudo.env.environment import TableEnvironment

    return TableEnvironment(table_of(id, players, variants, options), **settings)


def make_batch(
    id: str,
    count: int,
    players: int = 4,
    *,
    seed: int = 0,
    variants: Sequence[str] = (),
    options: Mapping[str, Given] | None = None,
    reward: Reward = "win",
    max_steps: int = MAX_STEPS,
) -> GameBatch:
    """`count` games of an id that are stepped together; random events and samples follow from `seed`.

    Raises `BadInput` as `make` does.
    """
    require("env", "A batch of games", "numpy")
    from tetsudo.env.batch import GameBatch

    table, random = table_of(id, players, variants, options), Random(seed)
    return GameBatch(lambda: table.game(random.getrandbits(SEED_BITS)), count, reward, max_steps, seed)
