"""Search that goes on from kept results: in parts, in any process, and as bytes between them."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from copy import copy
from hashlib import blake2b
from typing import Final, TypeAlias

from tetsudo.game.text.record import GameRecord
from tetsudo.review.moments.search import Search
from tetsudo.review.moments.trials import Results, Trial

FORMAT: Final = 3
"""Changes whenever the results of a search mean something else; then kept ones are not used."""

MAX_BYTES: Final = 50_000_000
"""Maximum size of kept results, unpacked; the longest games have a tenth of it."""

Known: TypeAlias = dict[str, Results]
"""Results of trials by key."""


def go_on(search: Search, known: Mapping[str, Results], playouts: int) -> Known:
    """Results of the next trials of a search: at least one, up to about a number of playouts."""
    return {trial.key: search.play(trial) for trial in some(search.pending(known), playouts)}


def playouts_of(known: Mapping[str, Results]) -> int:
    """Number of playouts behind some results."""
    return sum(len(row) for results in known.values() for row in results)


def some(trials: list[Trial], playouts: int) -> Iterator[Trial]:
    """First trials: at least one, up to about a number of playouts."""
    for trial in trials:
        yield trial
        playouts -= trial.playouts
        if playouts <= 0:
            return


def name_of(record: GameRecord, budget: int) -> str:
    """Name for the results of a search: the same for the same game and budget, whatever its players are called."""
    plain = copy(record)
    plain.players, plain.seed = [str(number) for number in range(len(record.players))], None
    return blake2b(plain.to_json() + f"{FORMAT} {budget}".encode(), digest_size=12).hexdigest()


def pack(known: Mapping[str, Results]) -> bytes:
    """Bytes of results, compressed."""
    return zlib.compress(json.dumps({"format": FORMAT, "results": known}, separators=(",", ":")).encode(), 6)


def unpack(packed: bytes) -> Known:
    """Results from their bytes; none if they are damaged or of another format, for they can be made again."""
    try:
        found = json.loads(zlib.decompressobj().decompress(packed, MAX_BYTES)) if packed else {}
        return found["results"] if found.get("format") == FORMAT else {}
    except (ValueError, zlib.error, KeyError, AttributeError):
        return {}
