"""Figures for monitors, and the ids of requests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.server import Server
from tests.web.filling import FilledDatabase, TableSpec, fill, random_actions
from tests.web.visitor import Visitor

TOKEN = "a long token of the host"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> FilledDatabase:
    return fill(tmp_path_factory.mktemp("metrics") / "site.db", TableSpec())


@pytest.fixture(scope="module")
def server(filled: FilledDatabase) -> Iterator[Server]:
    assert filled.database
    chosen = {"TETSUDO_METRICS_TOKEN": TOKEN, "TETSUDO_LOG_FORMAT": "json", "TETSUDO_ACCESS_LOG": "1"}
    with Server.start(filled.database, environment=chosen) as running:
        yield running


def figures(server: Server) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """All figures by name and labels."""
    answer = Visitor(server.address).ask("GET", "/metrics", None, {"Authorization": f"Bearer {TOKEN}"})
    assert answer.status == 200
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def value(found: dict[Any, float], name: str, **labels: str) -> float:
    return found.get((name, tuple(sorted(labels.items()))), 0.0)


def test_figures_count_moves_pages_streams_and_tables(server: Server, filled: FilledDatabase) -> None:
    before = figures(server)
    ann = Visitor(server.address, filled.sessions["Ann"])
    stream = ann.stream(filled.table)
    stream.next()
    action = random_actions()[0]
    player = Visitor(server.address, filled.sessions[action["player"]])
    assert player.act(filled.table, 0, action).status == 200
    assert player.act(filled.table, 0, action).status == 409
    after = figures(server)

    def more(name: str, **labels: str) -> float:
        return value(after, name, **labels) - value(before, name, **labels)

    assert more("tetsudo_moves_total") == 1
    assert more("tetsudo_request_seconds_count", page="act", method="POST") == 2
    assert more("tetsudo_streams") == 1
    assert value(after, "tetsudo_tables", status="running") == 1
    assert value(after, "tetsudo_questions") >= 0
    stream.close()


def test_figures_name_no_one(server: Server, filled: FilledDatabase) -> None:
    Visitor(server.address).get(f"/t/{filled.table}/")
    answer = Visitor(server.address).ask("GET", "/metrics", None, {"Authorization": f"Bearer {TOKEN}"})
    assert filled.table not in answer.text
    assert "127.0.0.1" not in answer.text
    assert "Ann" not in answer.text


@pytest.mark.parametrize("said", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": TOKEN}])
def test_figures_need_the_token(server: Server, said: dict[str, str]) -> None:
    assert Visitor(server.address).ask("GET", "/metrics", None, said).status == 403


def test_without_a_token_there_are_no_figures(tmp_path: Path) -> None:
    fill(tmp_path / "site.db")
    with Server.start(tmp_path / "site.db") as plain:
        answer = Visitor(plain.address).ask("GET", "/metrics", None, {"Authorization": "Bearer "})
        assert answer.status == 404
        assert "TETSUDO_METRICS_TOKEN" in answer.text


def test_every_answer_has_an_id_that_its_log_line_has_too(server: Server, filled: FilledDatabase) -> None:
    answer = Visitor(server.address).get(f"/t/{filled.table}/")
    named = answer.headers["x-request-id"]
    assert re.fullmatch("[0-9a-f]{16}", named)
    lines = [json.loads(line) for line in server.wait_for_log(named)]
    assert [line["path"] for line in lines if line.get("request") == named] == [f"/t/{filled.table}/"]
