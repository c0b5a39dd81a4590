"""Effective actions of a file: undo, redo, messages, programmed and automatic actions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tetsudo.core.errors import BadInput
from tetsudo.interop.json_fields import Fields
from tetsudo.interop.undo_resolution import effective_actions


def done(*actions: str | dict[str, Any]) -> list[str]:
    """The effective actions; plain words are kinds, ids count from 1."""
    sent = [{"type": each, "id": at} if isinstance(each, str) else each for at, each in enumerate(actions, 1)]
    return [each.fields.text("type") for each in effective_actions(Fields({"actions": sent}, ""))]


def test_undo_takes_back_the_last_action() -> None:
    assert done("par", "pass", "undo") == ["par"]
    assert done("par", "pass", "undo", "undo") == []


def test_redo_brings_back_what_was_undone_in_reverse_order() -> None:
    assert done("par", "pass", "undo", "undo", "redo") == ["par"]
    assert done("par", "pass", "undo", "undo", "redo", "redo") == ["par", "pass"]


def test_undo_goes_back_to_a_named_action() -> None:
    assert done("par", "bid", "pass", {"type": "undo", "action_id": 1}) == ["par"]
    assert done("par", "bid", {"type": "undo", "action_id": 0}, "pass") == ["pass"]
    assert done("par", "bid", "pass", {"type": "undo", "action_id": 1}, "redo") == ["par", "bid", "pass"]


def test_messages_are_not_undone_and_do_not_end_redoing() -> None:
    assert done("par", "message", "undo", "message", "redo") == ["par"]


def test_a_new_action_ends_redoing() -> None:
    with pytest.raises(BadInput, match=r"actions\[3\].*nothing to redo"):
        done("par", "undo", "bid", "redo")


def test_programs_have_no_effect_but_their_automatic_actions_have() -> None:
    program = {"type": "program_share_pass", "auto_actions": [{"type": "pass"}]}
    assert done(program, {"type": "par", "auto_actions": [{"type": "program_disable"}]}) == ["pass", "par"]


def test_undoing_an_action_undoes_its_automatic_actions() -> None:
    assert done({"type": "par", "auto_actions": [{"type": "pass"}]}, "undo") == []


def test_nothing_counts_after_an_end_by_hand() -> None:
    assert done("par", "end_game", "pass") == ["par"]


def test_undo_of_nothing_is_nothing() -> None:
    assert done("undo", "par") == ["par"]


def test_undo_to_an_unknown_action_is_refused() -> None:
    with pytest.raises(BadInput, match=r"actions\[1\]\.action_id: there is no action 9"):
        done("par", {"type": "undo", "action_id": 9})


def test_a_real_history_leaves_the_actions_that_took_effect(shared: Path) -> None:
    """One game in both forms: as downloaded, with 70 undos, and as cleaned by 18xx.games."""
    raw = json.loads((shared / "games/raw/1888-128097.json").read_bytes())
    cleaned = json.loads((shared / "games/1888/128097.json").read_bytes())
    sent = [each.fields.raw for each in effective_actions(Fields(raw, ""))]
    assert len(sent) == len(cleaned["actions"])
    for was, kept in zip(sent, cleaned["actions"], strict=True):
        same = was.keys() & kept.keys() - {"entity", "routes"}
        assert {"type", "entity_type"} <= same
        assert {key: was[key] for key in same} == {key: kept[key] for key in same}
