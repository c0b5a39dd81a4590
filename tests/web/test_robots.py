"""Rules for crawlers, read as Python's own reader of them does."""

from __future__ import annotations

import re

from django.test import Client


def may_read(text: str, path: str) -> bool:
    """True if rules allow an address, by RFC 9309: the longest one that matches counts."""
    rules = [line.split(": ") for line in text.splitlines()[1:]]
    matching = [
        (len(rule), kind)
        for kind, rule in rules
        if re.match(re.escape(rule).replace(r"\*", ".*").replace(r"\$", "$"), path)
    ]
    return max(matching, default=(0, "Allow"))[1] == "Allow"


def test_crawlers_find_tables_and_leave_their_positions_alone() -> None:
    answer = Client().get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    assert "max-age=86400" in answer["Cache-Control"]
    rules = answer.content.decode()
    for path in ("/", "/titles/1889/", "/t/abc/", "/glossary/", "/learn/"):
        assert may_read(rules, path), path
    for path in ("/t/abc/at/3/", "/t/abc/record/", "/api/v1/titles", "/seat/abc/", "/account/", "/board/?title=1889"):
        assert not may_read(rules, path), path
