"""Playthroughs by OpenSpiel's own program: `python -m tests.env.playthrough` plays random actions and writes them.

They show when rules, codes or observations change; then `VERSION` in `tetsudo.env.tables` has to rise.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "playthroughs"
GAMES: Final = {"tetsudo_1889": "tetsudo_1889(players=2,max_steps=40)"}
"""Parameters of the game of each file."""


def playthrough(game: str, actions: list[int] | None) -> str:
    """Text of a playthrough: of some actions, or of random ones."""
    from open_spiel.python.algorithms import generate_playthrough

    import tetsudo.env.open_spiel  # noqa: F401  # registers the games

    text: str = generate_playthrough.playthrough(game, actions, seed=3)
    return text


def main() -> None:
    """Write all files."""
    for name, game in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(game, None) + "\n", "utf-8")


if __name__ == "__main__":
    main()
