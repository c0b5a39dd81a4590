"""The games in OpenSpiel: `import tetsudo.env.open_spiel` registers `tetsudo_1889`, `tetsudo_1890_c` and so on.

    game = pyspiel.load_game("tetsudo_1889(players=3,variants=hidden-cash,options=bank:5000)")

Actions and observations are those of the environments; players cannot act out of turn. Random events are chance nodes
in the few variants that have some; without them a game is deterministic. Privates that are dealt at the start belong
to the game: they follow from its parameter `seed`. It needs `pip install "tetsudo[spiel]"`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any, ClassVar, Final

import numpy as np

from tetsudo.core.actions import Action, Chance, RunRoutes
from tetsudo.core.extras import MissingExtra
from tetsudo.core.frames import PendingDieRoll
from tetsudo.engine.rules.engine import actor, listing, perform
from tetsudo.env.codes import ActionCodes, LegalCodes
from tetsudo.env.observation import Array, Observation
from tetsudo.env.rewards import REWARDS, Reward, check_reward, final_rewards
from tetsudo.env.tables import MAX_STEPS, VERSION, choices_of_id, ids, table_of
from tetsudo.game.game import Game
from tetsudo.titles.loader import Given, option_from_text, title_info

try:
    import pyspiel
except ImportError as error:
    raise MissingExtra('OpenSpiel is not installed: pip install "tetsudo[spiel]"') from error

PARAMETERS: Final[Mapping[str, int | str]] = {
    "players": 4,
    "variants": "",
    "options": "",
    "reward": REWARDS[0],
    "max_steps": MAX_STEPS,
    "seed": 0,
}
"""Parameters of every game, with their defaults. Variants and options are separated by `+`: `bank:5000+swaps:true`."""

SEPARATOR: Final = "+"
MAX_DIE_SIDES: Final = 100
"""Bound on the results of a random event."""


class TableRules:
    """Parts of a game that never change: its table, codes, observations and rewards. `given`: the parameters."""

    def __init__(self, id: str, **given: Any) -> None:
        check_reward(given["reward"])
        table = table_of(id, given["players"], _listed(given["variants"]), _options(id, given["options"]))
        self._made_by = id, given
        self._first = table.game(given["seed"])
        self.reward: Reward = given["reward"]
        self.max_steps: int = given["max_steps"]
        self.rules = self._first.ruleset
        self.codes, self.observer = ActionCodes(self.rules), Observation(self.rules)

    @property
    def has_chance(self) -> bool:
        """True if there are random events after the start."""
        return any(power.draws for power in self.rules.powers.all)

    def begin(self) -> Game:
        """Game at its start."""
        return self._first.clone()

    def __deepcopy__(self, memo: object) -> TableRules:
        return self  # OpenSpiel copies all that a state has

    def __reduce__(self) -> tuple[Any, ...]:
        id, given = self._made_by
        return partial(table_rules, id, **given), ()


@lru_cache(maxsize=8)
def table_rules(id: str, **given: Any) -> TableRules:
    """Rules of a table, kept: a state that is read asks for them."""
    return TableRules(id, **given)


class LegalNow:
    """Legal codes of a position, listed when they are first asked for. A copy lists them again."""

    def __init__(self) -> None:
        self.codes: LegalCodes | None = None

    def __reduce__(self) -> tuple[type[LegalNow], tuple[()]]:
        return LegalNow, ()


class TableState(pyspiel.State):  # type: ignore[misc]  # it has no types
    """Position of a game."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.shared = game.shared
        self.play = game.shared.begin()
        self.steps = 0
        self._legal = LegalNow()

    def current_player(self) -> int:
        """Player to act; OpenSpiel's numbers for chance, and once the game is over."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if isinstance(self.play.state.stack[-1], PendingDieRoll):
            return int(pyspiel.PlayerId.CHANCE)
        return actor(self.shared.rules, self.play.state)

    def is_terminal(self) -> bool:
        """True once the game is over or too long."""
        return bool(self.play.state.ended) or self.steps >= self.shared.max_steps

    def returns(self) -> list[float]:
        """Rewards of all players; 0 before the end, and if the game was too long."""
        if not self.play.state.ended:
            return [0.0] * self.play.setup.players
        return final_rewards(self.play, self.shared.reward)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Results of the random event that is due, from 0, and how likely each is."""
        frame = self.play.state.stack[-1]
        assert isinstance(frame, PendingDieRoll)
        return [(result, 1 / frame.sides) for result in range(frame.sides)]

    def _legal_actions(self, player: int) -> list[int]:
        """Legal codes of the player to act, rising."""
        return sorted(self._codes().codes)

    def _codes(self) -> LegalCodes:
        if self._legal.codes is None:
            rules, state = self.shared.rules, self.play.state
            self._legal.codes = self.shared.codes.legal(listing(rules, state, actor(rules, state)))
        return self._legal.codes

    def _apply_action(self, code: int) -> None:
        """Perform the action of a code, or a result of a random event. Raises `ValueError` for an illegal code."""
        action: Action | None
        if self.is_chance_node():
            action = Chance(result=code + 1)
        else:
            action = self._codes().action(code)
            if action is None:
                raise ValueError(f"Code {code}, {self.shared.codes.text(code)}, is not legal now.")
            self.steps += 1
        perform(self.shared.rules, self.play.state, action, [])
        self._legal = LegalNow()

    def _action_to_string(self, player: int, code: int) -> str:
        """Command of an action; text of the code of a run, which is not searched for this, and of an illegal code."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"result {code + 1}"
        slot, _cell = self.shared.codes.slot_of(code)
        action = None if slot.kind is RunRoutes or self.is_terminal() else self._codes().action(code)
        return self.shared.codes.text(code) if action is None else self.play.text(action)

    def __str__(self) -> str:
        return self.play.position()


class TableGame(pyspiel.Game):  # type: ignore[misc]
    """Game of one table. Each environment has a class of its own."""

    id: ClassVar[str]

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        """Set up the table. Raises `BadInput` for players, variants, options or rewards that it does not have."""
        given = {**PARAMETERS, **(parameters or {})}
        self.shared = table_rules(self.id, **given)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.shared.codes.size,
            max_chance_outcomes=MAX_DIE_SIDES if self.shared.has_chance else 0,
            num_players=self.shared.rules.setup.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.shared.max_steps,
        )
        hides = self.shared.rules.hides
        super().__init__(_game_type(self.id, hides=hides, chance=self.shared.has_chance), info, given)

    def new_initial_state(self, from_text: str | None = None) -> TableState:
        """State at the start."""
        return TableState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> TableObserver | HistoryObserver | None:
        """Observer of all that one player sees; with perfect recall, of the actions so far; None for less."""
        if params:
            raise ValueError(f"Observations have no parameters, so {dict(params)} cannot be set.")
        if iig_obs_type is None:
            return TableObserver(self.shared)
        if not iig_obs_type.public_info or iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return HistoryObserver() if iig_obs_type.perfect_recall else TableObserver(self.shared)


class TableObserver:
    """Observations of the environments: `tensor` as one array, `dict` by the names of its parts."""

    def __init__(self, shared: TableRules) -> None:
        self._observer = shared.observer
        self.tensor: Array = np.zeros(shared.observer.size, np.float32)
        self.dict = shared.observer.by_name(self.tensor)

    def set_from(self, state: TableState, player: int) -> None:
        """Write the observation of a player."""
        self.tensor[:] = self._observer.of(state.play.state, player)

    def string_from(self, state: TableState, player: int) -> str:
        """Parts that are not 0, each with its numbers."""
        self.set_from(state, player)
        return "\n".join(f"{name}: {_numbers(part)}" for name, part in self.dict.items() if part.any())


class HistoryObserver:
    """Information states: the actions so far, where everybody sees all of them."""

    tensor = None
    dict: Final[Mapping[str, Array]] = {}

    def set_from(self, state: TableState, player: int) -> None:
        """Do nothing: actions without end have no array."""

    def string_from(self, state: TableState, player: int) -> str:
        """Codes of all actions so far."""
        found: str = state.history_str()
        return found


def short_name(id: str) -> str:
    """Name in OpenSpiel of an environment: `tetsudo_1890_c` for `tetsudo/1890-C-v0`."""
    return id.removesuffix(f"-v{VERSION}").replace("/", "_").replace("-", "_").lower()


def _game_type(id: str, *, hides: bool = False, chance: bool = False) -> pyspiel.GameType:
    """Description of a game for OpenSpiel."""
    title, scenario = choices_of_id(id)
    info = title_info(title)
    seats, modes, kinds = info.seats(scenario or ""), pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=short_name(id),
        long_name=" ".join(filter(None, (info.full_name, scenario, f"(Tetsudo, version {VERSION})"))),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if chance else modes.DETERMINISTIC,
        information=kinds.IMPERFECT_INFORMATION if hides else kinds.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=not hides,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(PARAMETERS),
    )


def _listed(text: str) -> list[str]:
    return [each for each in text.split(SEPARATOR) if each]


def _options(id: str, text: str) -> dict[str, Given]:
    """Options of a text such as `bank:5000+swaps:true`; `BadInput` for one that the title does not have."""
    title, _scenario = choices_of_id(id)
    pairs = [each.partition(":") for each in _listed(text)]
    return {name: option_from_text(title, name, value) for name, _, value in pairs}


def _numbers(part: Array) -> str:
    return " ".join(f"{number:g}" for number in part.tolist())


for _id in ids():
    # A class, since pyspiel frees what is registered after Python has ended, and no other object survives that.
    pyspiel.register_game(_game_type(_id), type("TableGame", (TableGame,), {"id": _id}))
