"""Import names of earlier versions: `tetsudo.actions` is `tetsudo.core.actions`, the same module.

Programs, bots and titles of users may keep importing them. Type checkers know only the new names.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Final

ROOT: Final = "tetsudo."
MOVED: Final = {
    "accounts": "analysis.accounts",
    "accounts.money": "analysis.accounts.cash_flow",
    "accounts.plots": "analysis.accounts.series",
    "accounts.sheets": "analysis.accounts.spreadsheets",
    "accounts.turning": "analysis.accounts.turning_points",
    "actions": "core.actions",
    "board_file": "game.sandbox.board_file",
    "bots.advising": "bots.advice",
    "bots.by_chance": "bots.random.player",
    "bots.candidates": "bots.heuristics.candidates",
    "bots.chance": "bots.random.choices",
    "bots.comparing": "bots.lookahead.sequential_halving",
    "bots.habits": "bots.heuristics.parameters",
    "bots.playing": "bots.lookahead.playout",
    "bots.playout": "bots.lookahead.playout",
    "bots.policy": "bots.heuristics.policy",
    "bots.potential": "bots.heuristics.map_potential",
    "bots.rules": "bots.rule_based",
    "bots.sequential_halving": "bots.lookahead.sequential_halving",
    "bots.shares": "bots.heuristics.stock_round",
    "bots.telling": "bots.explanation",
    "bots.value": "bots.heuristics.value",
    "bots.weights": "bots.heuristics.weights",
    "descriptors": "core.open_actions",
    "draw.furniture": "draw.hex.labels",
    "draw.geometry": "draw.hex.geometry",
    "draw.hexes": "draw.hex.hex",
    "draw.layout": "draw.hex.layout",
    "draw.on_map": "draw.map.hex_cache",
    "draw.players": "draw.style.player_marks",
    "draw.room": "draw.hex.free_space",
    "draw.route_lines": "draw.map.route_lines",
    "draw.route_marks": "draw.map.route_labels",
    "draw.safe_colours": "draw.style.colour_blind",
    "draw.short_names": "draw.text.short_names",
    "draw.signs": "draw.hex.icons",
    "draw.stops": "draw.hex.stops",
    "draw.svg_map": "draw.map.map",
    "draw.svg_market": "draw.market",
    "draw.svg_plot": "draw.plot",
    "draw.svg_tile": "draw.hex.tile",
    "draw.svg_token": "draw.token",
    "draw.text_map": "draw.text.map",
    "draw.theme": "draw.style.theme",
    "draw.track": "draw.hex.track",
    "errors": "core.errors",
    "events": "core.events",
    "extras": "core.extras",
    "frames": "core.frames",
    "hand_made": "game.sandbox.board",
    "hex_view": "game.views.hex",
    "interop.certificates": "interop.ids.certificates",
    "interop.chains": "interop.route_chains",
    "interop.early": "interop.route_chains_2020",
    "interop.exported": "interop.actions_out",
    "interop.fields": "interop.json_fields",
    "interop.history": "interop.undo_resolution",
    "interop.leniency": "interop.known_discrepancies",
    "interop.readings": "interop.rule_differences",
    "interop.tables": "interop.game_setup",
    "interop.tiles": "interop.ids.tiles",
    "interop.tracing": "interop.trace",
    "interop.trains": "interop.ids.trains",
    "interop.translate": "interop.actions_in",
    "lab.bouts": "lab.files.match_log",
    "lab.clusters": "lab.workers.clusters",
    "lab.jobs": "lab.workers.jobs",
    "lab.match_log": "lab.files.match_log",
    "lab.play": "lab.random_play",
    "lab.record_files": "lab.files.record_files",
    "lab.records": "lab.files.record_files",
    "lab.results": "lab.files.results",
    "lab.table": "lab.table_spec",
    "lab.work": "lab.workers.jobs",
    "languages": "core.translation",
    "model": "engine.model",
    "model.native": "engine.model.localized",
    "model.phrases": "engine.model.templates",
    "model.powers": "engine.model.power_spec",
    "model.rules": "engine.model.options",
    "names": "language.labels",
    "narration": "language.log_sentences",
    "plans": "game.programmed",
    "plans.answers": "game.programmed.resolve",
    "position": "game.position",
    "record": "game.record",
    "rules": "engine.rules",
    "runs": "analysis.run_report",
    "state": "engine.state.state",
    "symbols": "language.identifiers",
    "titles.authors": "titles.author_reference",
    "titles.build": "titles.setup_builder",
    "titles.checks": "titles.data.checks",
    "titles.clauses": "titles.data.clauses",
    "titles.files": "titles.data.toml_files",
    "titles.finding": "titles.rulebook.search",
    "titles.guides": "titles.introductions",
    "titles.kinds": "titles.data.power_registry",
    "titles.maps": "titles.data.maps",
    "titles.markets": "titles.data.markets",
    "titles.names": "titles.title_names",
    "titles.notation": "titles.data.notation",
    "titles.options": "titles.data.options",
    "titles.parts": "titles.data.companies_and_trains",
    "titles.powers": "titles.data.powers",
    "titles.shelf": "titles.data.discovery",
    "titles.tables": "titles.data.variants",
    "titles.tiles": "titles.data.tiles",
    "typed": "game.text.commands",
    "units": "core.units",
    "views": "game.views.table",
}
"""Old names and new ones, without `tetsudo.`: of the manual, of public packages, and of what title powers import."""


def install() -> None:
    """Make the old names importable, and attributes of the package; a second call changes nothing."""
    if not any(isinstance(finder, Aliases) for finder in sys.meta_path):
        sys.meta_path.insert(0, Aliases())  # first: a moved package's folder is still found by its old name
    vars(sys.modules["tetsudo"])["__getattr__"] = _attribute  # set here: type checkers know only the new names


def _attribute(name: str) -> ModuleType:
    """Module of an old name, for `tetsudo.errors` after `import tetsudo`. Raises AttributeError for any other name."""
    if name not in MOVED:
        raise AttributeError(f"module 'tetsudo' has no attribute {name!r}")
    return import_module(ROOT + name)


def new_name(name: str) -> str | None:
    """Present name of a module, given an earlier one; None for a name that has not changed."""
    if not name.startswith(ROOT):
        return None
    known, rest = name.removeprefix(ROOT), ""
    while known:
        if known in MOVED:
            return f"{ROOT}{MOVED[known]}{rest}"
        known, _, last = known.rpartition(".")
        rest = f".{last}{rest}"
    return None


class Aliases:
    """Finder and loader that resolves an old name to the module of the new name.

    It derives from no class of `importlib.abc`, which imports much else.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Spec of an old name; None for any other name, or if the new name is not a module."""
        name = new_name(fullname)
        if name is None or find_spec(name) is None:
            return None
        return ModuleSpec(fullname, self, origin=name)  # type: ignore[arg-type]  # it has what a loader needs

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Module of the new name, imported if necessary."""
        assert spec.origin is not None
        __import__(spec.origin)
        module = sys.modules[spec.origin]
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Restore the module's own spec, which the import of the old name replaced. There is nothing to run."""
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state
