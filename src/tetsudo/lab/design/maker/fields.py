"""Values of a game file, whatever stands there: a wrong type is an empty value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import isfinite
from typing import Any, Final

MAX_NUMBER: Final = 99_999
"""Maximum of a number that is read."""


def table(value: object) -> dict[str, Any]:
    """Object; empty for anything else."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[Any]:
    """List; empty for anything else."""
    return value if isinstance(value, list) else []


def tables(value: object) -> list[dict[str, Any]]:
    """Objects of a list, or a single one."""
    return [each for each in (items(value) or [value]) if isinstance(each, dict)]


def named(value: object) -> str:
    """Text of `name`, which may be within a `name`; "" if there is none."""
    found = table(value).get("name")
    found = table(found).get("name") if isinstance(found, dict) else found
    return found if isinstance(found, str) else ""


def text(value: object, default: str = "") -> str:
    """Text, or a number as text."""
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else default


def number(value: object) -> int:
    """Number in a value such as 80, "80" or "¥1,080"; 0 if there is none."""
    if isinstance(value, bool):
        return 0
    if isinstance(value, int | float):
        return min(max(0, int(value)), MAX_NUMBER) if isfinite(value) else 0
    digits = re.search(r"\d{1,5}", value.replace(",", "")) if isinstance(value, str) else None
    return int(digits[0]) if digits else 0


def share(value: object, default: float = 0.0) -> float:
    """Number with a fraction."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and abs(value) < MAX_NUMBER else default  # type: ignore[arg-type]


def first(given: Mapping[str, Any], *keys: str) -> object:
    """Value of the first of some keys that is there."""
    return next((given[key] for key in keys if key in given), None)
