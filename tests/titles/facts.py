"""A reader for the facts file of a title: enough YAML for its regular parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path


def section(path: Path, name: str) -> list[str]:
    """The lines of one key of the file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    start = lines.index(f"{name}:") + 1
    end = next((i for i in range(start, len(lines)) if re.match(r"[a-z]", lines[i])), len(lines))
    return lines[start:end]


def blocks(path: Path, name: str) -> Iterator[tuple[str, str]]:
    """Each "- id: X" block of a key: the id, and its lines as one text."""
    text = "\n".join(section(path, name))
    for block in re.split(r"^- id: ", text, flags=re.MULTILINE)[1:]:
        id, _, rest = block.partition("\n")
        yield id.strip("'"), rest


def field(block: str, name: str) -> str:
    """The value after a key of a block; "" if missing."""
    match = re.search(rf"^\s+{name}: (.*)$", block, re.MULTILINE)
    return match[1].strip("'") if match else ""


def pairs(text: str) -> list[tuple[str, str]]:
    """The pairs of "[[0, n0], [1, 3]]" or of "{0: A10, 4: B7}"."""
    return re.findall(r"(\w+)[,:] (\w+)", text)
