"""Notices about games with hidden amounts: the same bytes, whatever is hidden."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.clauses.t1890.hidden import NAMES, first_hidden_game, second_hidden_game
from tests.web.notices.builders import NOON, recipient
from tests.web.test_hidden import AMOUNTS, Hall
from tetsudo.web.notices import outbox, texts
from tetsudo.web.notices.channels import mail, push, webhook
from tetsudo.web.notices.kinds import KINDS
from tetsudo.web.notices.models import Notice, Recipient
from tetsudo.web.notices.waiting import decisions_of
from tetsudo.web.tables.games import summary
from tetsudo.web.tables.games.cache import games

pytestmark = pytest.mark.django_db


def everything(hall: Hall, notice: Notice, wishes: Recipient) -> list[Any]:
    """Texts of a notice in every channel."""
    held = outbox.Lease([notice], wishes, "", NOON, [None])
    text = texts.text_of(notice, wishes)
    return [
        text,
        texts.digest_text([notice], wishes),
        str(mail.message(held, "a@t.example").message()).partition("\nFrom:")[2],
        push.payload(held),
        *(json.dumps(form(notice, text)) for form in webhook.FORMS.values()),
    ]


def test_notices_know_nothing_hidden(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 1.8e9)  # links to unsubscribe hold the time
    settings.DEFAULT_FROM_EMAIL = "Tetsudo <games@t.example>"
    hall = Hall(first_hidden_game())
    wishes = {name: recipient(hall.guests[name]) for name in NAMES}
    told: list[list[Any]] = []
    for game in (first_hidden_game(), second_hidden_game()):
        hall.play_instead(game)
        summary.update(hall.table, summary.summary_of(games.current(hall.table)))
        seen: list[Any] = []
        for name, wish in wishes.items():
            for kind in KINDS:
                notice = Notice(pk=7, key="key", guest=hall.guests[name], table=hall.table, kind=kind, created=NOON)
                seen += everything(hall, notice, wish)
            seen += [
                (each.title, each.name, each.task, each.table.stage) for each in decisions_of(hall.guests[name], 9)
            ]
        told.append(seen)
    assert told[0] == told[1]
    text = repr(told)
    assert [amount for amount in AMOUNTS if amount in text] == []
    assert "buy trains (HK)" in text, "but it says what is to be decided"
