"""A table as an environment of PettingZoo (AEC): agents act one after another, with a mask of legal codes.

An agent sees its own view only: amounts hidden from it are 0 and flagged. Rewards come at the end: 1 for the winner and
-1 spread over the others (`win`), or each one's part of all net worth against an even part (`worth`).

Players who may act out of turn (a private's power) are not asked, as they rarely have anything to do. With
`interrupts=True` each of them gets a step of its own after every action that leaves them something, in which the code
of passing means "not now".
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from tetsudo.core.actions import Descriptor, Pass
from tetsudo.core.errors import BadInput
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.draw import map_svg, map_text, market_text, position_text
from tetsudo.env.codes import ActionCodes, LegalCodes
from tetsudo.env.observation import Array, Observation
from tetsudo.env.rewards import Reward, check_reward, final_rewards
from tetsudo.env.tables import MAX_STEPS, SEED_BITS, TableChoice
from tetsudo.game.game import Game

Seen: TypeAlias = dict[str, Any]

RENDER_MODES: Final = ("ansi", "svg")

NOT_NOW: Final = Pass(NOBODY)
"""Offer to a player who is asked out of turn, for using no power."""


class TableEnvironment(AECEnv):  # type: ignore[misc]  # it has no types
    """Environment of one table."""

    def __init__(
        self,
        table: TableChoice,
        *,
        reward: Reward = "win",
        interrupts: bool = False,
        max_steps: int = MAX_STEPS,
        render_mode: str | None = None,
    ) -> None:
        """Set up the spaces. Raises `BadInput` for an unknown reward or way to render."""
        super().__init__()
        check_reward(reward)
        if render_mode not in (None, *RENDER_MODES):
            known = ", ".join(RENDER_MODES)
            raise BadInput("must be one of {known}, not {mode!r}", "render_mode", known=known, mode=render_mode)
        self.metadata = {"name": table.id, "render_modes": [*RENDER_MODES], "is_parallelizable": False}
        self.render_mode = render_mode
        self.reward, self.interrupts, self.max_steps = reward, interrupts, max_steps
        self._table = table
        self.possible_agents = [f"player_{seat}" for seat in range(table.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._random = Random()
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.game = table.game(0)
        self.codes, self.observation = ActionCodes(self.game.ruleset), Observation(self.game.ruleset)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observation_space())
        self.action_spaces = {agent: spaces.Discrete(self.codes.size) for agent in self.possible_agents}
        self._begin(self.game)

    def _observation_space(self) -> spaces.Dict:
        seen = spaces.Box(-np.inf, np.inf, (self.observation.size,), np.float32)
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (self.codes.size,), np.int8)})

    # What PettingZoo asks for

    def observation_space(self, agent: str) -> spaces.Dict:
        """Space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Space of the codes of actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a new game. Random events follow from `seed`, and those of later games without a seed do too."""
        if seed is not None:
            self._random = Random(seed)
        self._begin(self._table.game(self._random.getrandbits(SEED_BITS)))

    def step(self, action: int | None) -> None:
        """Perform the action of a code for the agent in turn; `ValueError` if it is not legal, and nothing changes."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = None if action is None else self._legal.action(int(action))
        if chosen is None:
            raise ValueError(f"{agent} cannot play code {action}: its action_mask is 0.")
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if chosen is not NOT_NOW:
            self.game.apply(chosen)
            self._asked.clear()
        self.steps += 1
        if self.game.is_over:
            self.rewards = dict(zip(self.possible_agents, final_rewards(self.game, self.reward), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.steps >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Seen:
        """Observation of an agent, with the mask of its legal codes: 0 everywhere unless it is to act."""
        mask = np.zeros(self.codes.size, np.int8)
        if agent == self.agent_selection:
            mask[self._legal.codes] = 1
        return {"observation": self.observation.of(self.game.state, self._seats[agent]), "action_mask": mask}

    def render(self) -> str | None:
        """Text of the table (`ansi`), or its map as SVG (`svg`)."""
        if self.render_mode == "ansi":
            return "\n\n".join((position_text(self.game), map_text(self.game), market_text(self.game)))
        return map_svg(self.game) if self.render_mode == "svg" else None

    def close(self) -> None:
        """Release nothing: an environment holds no files and no processes."""

    # Copies

    def snapshot(self) -> bytes:
        """Everything about the running game, for `restore`."""
        kept = {name: getattr(self, name) for name in KEPT}
        return pickle.dumps((self.game, kept))

    def restore(self, snapshot: bytes) -> None:
        """Return to a snapshot of this environment. Pickle runs code: restore only what you saved yourself."""
        game, kept = pickle.loads(snapshot)
        self._begin(game)
        for name, value in kept.items():
            setattr(self, name, value)
        self._offer_again()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the settings and the running game; spaces are made again."""
        settings = {name: getattr(self, name) for name in ("reward", "interrupts", "max_steps", "render_mode")}
        return _restored, (self._table, settings, self.snapshot())

    def parts(self, agent: str) -> dict[str, Array]:
        """Observation of an agent by the names of its parts (`Observation.parts`)."""
        return self.observation.by_name(self.observation.of(self.game.state, self._seats[agent]))

    # The game

    def _begin(self, game: Game) -> None:
        self.game, self.agents = game, [*self.possible_agents]
        self.steps, self._asked = 0, set[PlayerId]()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """Ask the next agent: one who may act out of turn, if that is wished, or the one to act."""
        player = self.game.to_act.player
        if player == NOBODY:
            self.agent_selection = self.agents[0]
            self._legal = LegalCodes([], [], [])
            return
        for other in range(self._table.players) if self.interrupts else ():
            if other != player and other not in self._asked:
                self._asked.add(other)
                offers = self.game.legal_actions(other)
                if offers:
                    self._offer(other, [NOT_NOW, *offers])
                    return
        self._offer(player, self.game.legal_actions(player))

    def _offer(self, player: PlayerId, offers: list[Descriptor]) -> None:
        self.agent_selection = self.possible_agents[player]
        self._legal = self.codes.legal(offers)

    def _offer_again(self) -> None:
        """List again what the agent in turn may do."""
        player, to_act = self._seats[self.agent_selection], self.game.to_act.player
        offers = self.game.legal_actions(player) if to_act != NOBODY else []
        self._offer(player, offers if to_act in (player, NOBODY) else [NOT_NOW, *offers])


KEPT: Final = (
    "agents",
    "agent_selection",
    "steps",
    "rewards",
    "terminations",
    "truncations",
    "infos",
    "_cumulative_rewards",
    "_asked",
    "_random",
)
"""Attributes that a snapshot keeps, in addition to the game."""


def _restored(table: TableChoice, settings: Mapping[str, Any], snapshot: bytes) -> TableEnvironment:
    """Environment from a pickle."""
    made = TableEnvironment(table, **settings)
    made.restore(snapshot)
    return made
