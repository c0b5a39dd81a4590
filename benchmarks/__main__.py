"""All benchmarks: `make bench`.

`python -m benchmarks engine`, `routes` or `web` runs one part; `builds` compares the compiled engine with the pure one.
Real boards and a real game need the shared folder (`TETSUDO_SHARED`, by default `../shared`).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from benchmarks import builds, engine, routes, web

PARTS = ("engine", "routes", "web")


def main() -> None:
    """Run the named parts, or all of them."""
    if sys.argv[1:] == ["builds"]:
        builds.main()
        return
    chosen = sys.argv[1:] or PARTS
    for part in chosen:
        if part not in PARTS:
            sys.exit(f"There is no part {part!r}; there are {', '.join(PARTS)}.")
    shared = Path(os.environ.get("TETSUDO_SHARED") or Path(__file__).parents[2] / "shared")
    if "engine" in chosen:
        engine.main()
    if "routes" in chosen and shared.is_dir():
        print("\nBest routes on the boards of real games, in microseconds")
        sys.argv = ["benchmarks/routes.py", str(shared)]
        routes.main()
    elif "routes" in chosen:
        print(f"\nThe boards of real games are not at {shared} (TETSUDO_SHARED says where).")
    if "web" in chosen:
        print("\nThe site, with the load made on the same machine")
        web.main()


if __name__ == "__main__":
    main()
