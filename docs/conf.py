"""How Sphinx makes the manual."""

project = "Tetsudo"
author = "the Tetsudo contributors"
extensions = ["myst_parser"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "Tetsudo"
myst_heading_anchors = 3
