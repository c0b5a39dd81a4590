"""Speed of environments: steps a second with observations and masks, one by one and in batches.

python -m benchmarks.environments          # on the pure and, if it is built, on the compiled engine
python -m benchmarks.environments --peers  # other libraries' games too (`benchmarks.peers`)
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from random import Random
from typing import Final

from benchmarks import peers
from benchmarks.builds import BUILDS, ROOT

SECONDS: Final = 4.0
GAMES: Final = 64
IDS: Final = ("tetsudo/1889-v0", "tetsudo/1888n-v0", "tetsudo/1890-C-v0")


def step_one_by_one(id: str) -> float:
    """Steps a second of an AEC environment under random play."""
    from tetsudo import env

    environment = env.make(id)
    random, steps = Random(1), 0
    environment.reset(seed=1)
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        seen, _reward, terminated, truncated, _info = environment.last()
        if terminated or truncated:
            environment.reset()
            continue
        legal = seen["action_mask"].nonzero()[0]
        environment.step(int(legal[int(random.random() * len(legal))]))
        steps += 1
    return steps / (time.perf_counter() - start)


def step_together(id: str) -> float:
    """Steps a second of a batch under random play, all of its games counted."""
    from tetsudo import env

    batch, steps = env.make_batch(id, GAMES), 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        batch.step(batch.sample())
        steps += GAMES
    return steps / (time.perf_counter() - start)


def main() -> None:
    """Print the table of all builds, or the line of this one if an id is given."""
    asked = sys.argv[1:]
    if asked and asked != ["--peers"]:
        print(f"{step_one_by_one(sys.argv[1]):,.0f} one by one, {step_together(sys.argv[1]):,.0f} of {GAMES} games")
        return
    for id in IDS:
        for build, place in BUILDS.items():
            environment = {**os.environ, "PYTHONPATH": f"{place}{os.pathsep}{ROOT}"}
            command = [sys.executable, "-P", "-m", "benchmarks.environments", id]
            found = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
            print(f"{id:24} {build:10} {found.stdout.strip()} steps/s", flush=True)
    if asked:
        for row in peers.rows(SECONDS):
            print(row, flush=True)


if __name__ == "__main__":
    main()
