"""JSON schema of records; `python -m tetsudo.game.text.record_schema` writes its file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import msgspec

from tetsudo.game.text.record import VERSION, GameRecord
from tetsudo.language.labels import FIELDS, OPTIONAL_DEFAULTS, RECORDED

SCHEMA: Final = Path(__file__).parent / "schema" / f"record-{VERSION}.json"


def schema() -> dict[str, Any]:
    """JSON schema of records, with the fields of each kind of action."""
    (reference,), components = msgspec.json.schema_components([GameRecord], ref_template="#/$defs/{name}")
    record = components["GameRecord"]
    record["properties"]["actions"]["items"] = {"oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in RECORDED]}
    actions = {kind: _action_schema(kind) for kind in RECORDED}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Tetsudo game record, version {VERSION}",
        **reference,
        "$defs": {**components, **actions},
    }


def _action_schema(kind: str) -> dict[str, Any]:
    fields = FIELDS[kind]
    return {
        "type": "object",
        "properties": {"type": {"const": kind}} | {field: _field_schema(field) for field in fields},
        "required": ["type", *(field for field in fields if field not in OPTIONAL_DEFAULTS)],
        "additionalProperties": False,
    }


def _field_schema(field: str) -> dict[str, Any]:
    if field in ("price", "count", "city", "cell"):
        return {"type": "integer", "minimum": 0}
    if field == "result":
        return {"type": "integer", "minimum": 1}
    if field == "rotation":
        return {"type": "integer", "minimum": 0, "maximum": 5}
    if field == "accept":
        return {"type": "boolean"}
    if field == "payout":
        return {"enum": ["pay", "withhold", "half"]}
    if field == "routes":
        hexes = {"type": "array", "items": {"type": "string"}}
        route = {"train": {"type": "string"}, "hexes": hexes}
        item = {"type": "object", "properties": route, "required": list(route), "additionalProperties": False}
        return {"type": "array", "items": item}
    return {"type": "string"}


if __name__ == "__main__":
    SCHEMA.write_text(f"{json.dumps(schema(), indent=2, ensure_ascii=False)}\n")
