"""How Sphinx makes the manual."""

from __future__ import annotations

from typing import Any

from sphinx.util.inspect import TypeAliasForwardRef

project = "Tetsudo"
author = "the Tetsudo contributors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "Tetsudo"
myst_heading_anchors = 3
default_role = "code"
add_module_names = False
python_use_unqualified_type_names = True
autodoc_member_order = "bysource"
autodoc_type_aliases = {
    **{name: name for name in ("Action", "Descriptor", "Event", "Given", "OptionValue", "Source")},
    "HexIds": "Sequence[int | str]",
    "Id": "int | str",
    "Routes": "Sequence[Route]",
}
TypeAliasForwardRef.__repr__ = lambda alias: alias.name  # in a list Sphinx shows this


def setup(app: Any) -> None:
    """Leave out what a tuple says of each of its values: they stand in its signature."""
    app.connect("autodoc-skip-member", _is_noise)


def _is_noise(_app: Any, _what: str, _name: str, member: Any, _skip: bool, _options: Any) -> bool | None:
    return True if (getattr(member, "__doc__", None) or "").startswith("Alias for field number") else None
