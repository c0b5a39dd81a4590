"""The commands of a chapter of docs/hosting.md, as a host would type them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "hosting.md"
CHAPTER: Final = "From an empty Debian"
FENCE: Final = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Step(NamedTuple):
    """A block of commands under its heading."""

    heading: str
    commands: str


def steps() -> list[Step]:
    """Blocks of the chapter in their order."""
    text = PAGE.read_text("utf-8").split(f"\n## {CHAPTER}\n", 1)[1]
    text = re.split(r"^## ", text, maxsplit=1, flags=re.MULTILINE)[0]
    parts = re.split(r"^### (.*)$", text, flags=re.MULTILINE)
    sections = [(CHAPTER, parts[0]), *zip(parts[1::2], parts[2::2], strict=True)]
    return [Step(heading, block) for heading, section in sections for block in FENCE.findall(section)]
