"""What can be done at a table, as its page shows it."""

from __future__ import annotations

from typing import Any

from tetsudo.units import NOBODY
from tetsudo.web.table.scene import Scene


def context(scene: Scene) -> dict[str, Any]:
    """What the templates of the actions may use."""
    turn = scene.game.to_act
    company = scene.game.setup.companies[turn.company] if turn.company != NOBODY else None
    player = scene.game.names[turn.player] if turn.player != NOBODY else ""
    return {"turn_player": player, "turn_company": company, "turn_doing": turn.doing}
