"""Requests that no one thought of, made up by schemathesis from the description of the API."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.result import Ok

from tests.server import Server
from tests.web.api.new_key import key_for
from tests.web.filling import FilledDatabase, TableSpec, fill, random_actions

load_all_checks()

STREAM = "/api/v1/tables/{key}/events/"


class Served:
    """A running site with a table, and a key of someone who sits nowhere."""

    def __init__(self, server: Server, filled: FilledDatabase, key: str) -> None:
        self.server, self.filled, self.key = server, filled, key
        self.statuses: Counter[int] = Counter()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file: Path = tmp_path_factory.mktemp("fuzzing") / "site.db"
    filled = fill(file, TableSpec(actions=random_actions()[:40]))
    key = key_for(file, "Fuzzy")
    limits = {f"TETSUDO_RATE_{kind}": "1000000/minute" for kind in ("API", "TABLES", "SEATS", "CHAT")}
    with Server.start(file, environment=limits) as server:
        yield Served(server, filled, key)
        assert not [line for line in server.log_lines if "Traceback" in line]


@pytest.mark.long
@pytest.mark.parametrize("with_key", [False, True], ids=["without a key", "with a key"])
def test_no_request_ends_in_a_fault_or_in_an_answer_that_is_not_described(served: Served, with_key: bool) -> None:
    """Real keys of tables take the place of most of the made-up ones."""
    described = schemathesis.openapi.from_url(f"{served.server.address}/api/v1/openapi.json")
    headers = {"Authorization": f"Bearer {served.key}"} if with_key else {}
    for operation in described.get_all_operations():
        assert isinstance(operation, Ok)
        one = operation.ok()
        if one.path != STREAM:
            _ask(one, served, headers)
    assert {200, 404, 422} <= served.statuses.keys() if with_key else {200, 401, 404} <= served.statuses.keys()
    assert served.statuses.total() > 500, served.statuses


def _ask(operation: Any, served: Served, headers: dict[str, str]) -> None:

    @settings(max_examples=40, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        if "key" in (case.path_parameters or {}) and len(case.path_parameters["key"]) % 4:
            case.path_parameters["key"] = served.filled.table
        answer = case.call(headers=headers)
        served.statuses[answer.status_code] += 1
        case.validate_response(answer, excluded_checks=UNUSED)

    ask()


UNUSED = [
    each
    for each in CHECKS.get_all()
    if each.__name__ in ("positive_data_acceptance", "ignored_auth", "unsupported_method", "missing_required_header")
]
"""Checks that do not fit: what the rules refuse is well-formed, and a key is not always required."""
