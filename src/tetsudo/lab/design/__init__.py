"""The designer's workbench: a title's map and tiles as texts that are drawn, changed, checked and saved."""

from tetsudo.core.extras import require

require("design", "The workbench", "tomlkit")

from tetsudo.lab.design.new_title import Plan, new_title  # noqa: E402 (a missing extra is told first)
from tetsudo.lab.design.problems import Problem, find_problems  # noqa: E402
from tetsudo.lab.design.workspace import Conflict, Workspace  # noqa: E402

__all__ = ["Conflict", "Plan", "Problem", "Workspace", "find_problems", "new_title"]
