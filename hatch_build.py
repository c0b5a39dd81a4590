"""Build hook for a compiled wheel of the same source: mypyc, for the modules that pyproject names.

Asked for by HATCH_BUILD_HOOK_ENABLE_CUSTOM=true (`make compiled`, `make wheel`); otherwise the wheel is
pure Python, and neither a compiler nor mypy is needed.
"""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from mypyc.build import mypycify
from setuptools import Distribution, Extension

GROUP = "tetsudo_engine"
"""Name of the shared library with the code of all modules; the extension of each module only loads it."""

OPTIONS = (
    "--config-file=",
    "--strict",
    "--explicit-package-bases",
    "--always-true=UNBOXED",
    "--ignore-missing-imports",
    "--follow-imports=silent",
)
"""Options for mypy. `UNBOXED` chooses arrays for rows (`engine/state/rows.py`).

Modules that are not compiled may import packages without types, or that are not installed here.
"""

RUNTIME = ["librt>=0.17", "mypy_extensions>=1.0"]
"""Packages that only a compiled wheel needs."""


class Compiled(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled modules to the wheel, beside their source."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            raise ValueError("An editable install is of pure Python: what is compiled would not follow its source.")
        source, scratch = Path(self.root, "src"), Path(self.root, "build", "mypyc")
        modules = _modules(source, self.config["compiled"], self.config["interpreted"])
        with chdir(source):
            extensions = mypycify(
                [*OPTIONS, f"--cache-dir={scratch / 'mypy'}", *modules],
                opt_level=self.config["optimization"],
                multi_file=True,  # one C file a module: a single one needs gigabytes of memory
                target_dir=str(scratch / "c"),
                group_name=GROUP,
            )
        built = _build(extensions, scratch)
        build_data["force_include"] |= {str(file): str(file.relative_to(scratch / "lib")) for file in built}
        build_data["dependencies"] += RUNTIME
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def _modules(source: Path, compiled: list[str], interpreted: list[str]) -> list[str]:
    """Modules to compile: those of the patterns, without the interpreted ones. ValueError: a pattern names no file."""
    if idle := [pattern for pattern in (*compiled, *interpreted) if not any(source.glob(pattern))]:
        raise ValueError(f"pyproject.toml names modules that do not exist: {', '.join(idle)}")
    left = {file for pattern in interpreted for file in source.glob(pattern)}
    found = {file for pattern in compiled for file in source.glob(pattern) if file.name != "__init__.py"}
    return sorted(str(file.relative_to(source)) for file in found - left)


def _build(extensions: list[Extension], scratch: Path) -> list[Path]:
    """Compile the extensions with the C compiler; returns their files."""
    command = Distribution({"name": GROUP, "ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(scratch / "lib"), str(scratch / "o")
    command.ensure_finalized()
    command.run()
    return [Path(command.get_ext_fullpath(each.name)) for each in extensions]
