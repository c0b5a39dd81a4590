"""The coach says what the lessons say: their positions and answers are asked about here."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.properties.walks import Walk, listings_of, new_numbered_game
from tetsudo.analysis.lessons import play
from tetsudo.analysis.lessons.catalogue import lesson_of, lessons_of
from tetsudo.bots import Budget
from tetsudo.bots.search import SearchPlayer
from tetsudo.bots.teaching.coach import CoachPlayer
from tetsudo.bots.teaching.lesson_reasons import lesson_reason
from tetsudo.core.actions import HALF, Action, Bid, BuyShare, BuyTrain, Dividend, SellShares
from tetsudo.core.units import NOBODY
from tetsudo.engine.model.templates import Phrase, Value
from tetsudo.engine.state.bids import bid_of
from tetsudo.game.game import Game
from tetsudo.lab.table_spec import Table
from tetsudo.language.labels import Labels
from tetsudo.language.power_sentences import phrase_text


def said(game: Game, action: Action) -> str:
    """Reason for an action, as it is shown."""
    return phrase_text(lesson_reason(game.ruleset, game.state, action), Labels(game.setup, game.names))


def said_in(title: str, name: str, step: int, command: str) -> str:
    """Reason for a command at a step of a lesson."""
    lesson = lesson_of(title, name)
    assert lesson is not None
    game = play.game_at(lesson, step)
    return said(game, game.parse(command))


@pytest.mark.parametrize(
    ("name", "step", "command", "reason"),
    [
        ("control", 0, "buy AR", "With it you hold more of Awa Railroad than its president, so you lead the company."),
        ("float", 0, "par AR 75", "Awa Railroad floats with 5 shares. They cost ¥375: you can pay that alone."),
        ("float", 0, "par AR 90", "Awa Railroad floats with 5 shares. They cost ¥450, more than you have now."),
        ("float", 1, "buy AR", "With it Awa Railroad floats: it gets its money and can run."),
        ("dividend", 0, "pay", "Your shares bring you ¥40. The price rises from ¥75 to ¥80."),
        (
            "dividend",
            1,
            "withhold",
            "The price falls from ¥75 to ¥70. With this money the company can buy a 3-train.",
        ),
        ("rust", 1, "train 4", "The first 4-train makes every 2-train rust."),
        ("forced", 1, "train 4", "Without a train the company earns nothing."),
        ("sale", 0, "sell 4 KO", "It brings ¥280 for something better. The price falls from ¥70 to ¥50."),
        (
            "privates",
            0,
            "private SIR 160",
            "The company pays ¥160 for what has cost ¥80. So its money becomes yours.",
        ),
    ],
)
def test_the_reason_is_what_the_lesson_teaches(name: str, step: int, command: str, reason: str) -> None:
    assert said_in("1889", name, step, command) == reason


def test_every_right_answer_of_a_lesson_has_a_reason() -> None:
    """No lesson is about an action of which the coach says nothing."""
    silent: list[str] = []
    for lesson in lessons_of("1889") + lessons_of("1890"):
        for index, step in enumerate(lesson.steps):
            game = play.game_at(lesson, index)
            for answer in play.answers(step, game):
                if answer.is_right and answer.move and not said(game, game.parse(answer.move)):
                    silent.append(f"{lesson.title} {lesson.name} {index} {answer.move}")
    assert silent == []


def test_the_coach_plays_like_search_and_adds_the_figures() -> None:
    lesson = lesson_of("1889", "dividend")
    assert lesson is not None
    game = play.game_at(lesson, 1)
    view, budget = game.view(game.to_act.player), Budget(rollouts=24)
    action, reasons = CoachPlayer(game.setup, Random(3)).decide(view, view.legal_actions(), budget)
    searched, figures = SearchPlayer(game.setup, Random(3)).decide(view, view.legal_actions(), budget)
    assert action == searched
    assert reasons.lines == figures.lines
    labels = Labels(game.setup, game.names)
    assert phrase_text(reasons.sentence, labels) == f"{said(game, action)} {phrase_text(figures.sentence, labels)}"
    assert phrase_text(reasons.hope, labels) == phrase_text(figures.hope, labels)


def test_where_companies_pay_any_price_no_amount_is_named() -> None:
    """1888 allows 100 times face value. Three players begin with $800 each."""
    game = Table("1888", 3).game()
    assert said(game, Bid(0, 0, 25)) == (
        "Its owner receives $5 in each operating round. A company may later pay nearly any price for it. You keep $775."
    )


def sentences(phrase: Phrase) -> dict[str, dict[str, Any]]:
    """Parts of each sentence of a reason, by template."""
    found: dict[str, dict[str, Any]] = {}
    for part in phrase.parts.values():
        if isinstance(part, Phrase):
            found |= sentences(part)
    own = {name: part.value for name, part in phrase.parts.items() if isinstance(part, Value)}
    return {**found, phrase.template: own}


def owned(game: Game) -> Counter[str]:
    """Number of trains of each kind that companies have."""
    return Counter(train for company in game.companies.values() for train in company.trains)


def check_money(before: Game, after: Game, action: Action, told: dict[str, dict[str, Any]]) -> None:
    """Amounts and prices by plain arithmetic."""
    for parts in (told[each] for each in told if each.startswith("The price ")):
        assert isinstance(action, SellShares | Dividend)
        company = before.setup.companies[action.company].symbol
        assert parts["old"] == before.companies[company].price
        if after.to_act.doing == before.to_act.doing or isinstance(action, Dividend):
            assert parts["new"] == after.companies[company].price
    if isinstance(action, Dividend) and "Your shares bring you {amount}." in told:
        facts = before.setup.companies[action.company]
        paid = before.state.revenue
        if action.payout == HALF:
            paid = paid // facts.half_step * facts.half_step // 2
        percent = before.players[action.player].shares.get(facts.symbol, 0)
        assert told["Your shares bring you {amount}."] == {"amount": paid * percent // 100}
    if isinstance(action, Bid):
        others = [lot for lot in range(len(before.setup.lots)) if lot != action.lot]
        bids = sum(bid_of(before.state, lot, action.player) for lot in others)
        assert told["You keep {left}."] == {"left": before.players[action.player].cash - bids - action.price}


def check_companies(before: Game, after: Game, action: Action, told: dict[str, dict[str, Any]]) -> None:
    """Control, floating and rust by a look at the positions before and after."""
    if isinstance(action, BuyShare):
        symbol = before.setup.companies[action.company].symbol
        was, now = before.companies[symbol], after.companies[symbol]
        leads = now.president is not None and now.president.id == action.player
        led = was.president is not None and was.president.id == action.player
        assert any("so you lead the company" in each for each in told) == (leads and not led)
        if not (leads and not led):
            assert any("With it {company} floats" in each for each in told) == (now.is_floated and not was.is_floated)
    if isinstance(action, BuyTrain):
        rust = told.get("The first {train} makes every {old} rust.")
        if rust:
            old = [before.setup.trains[kind].name for kind in rust["old"]]
            assert any(owned(before)[kind] for kind in old)
            assert not any(owned(after)[kind] for kind in old)
        never = "A {train} never rusts: it earns until the end." in told
        assert not never or before.setup.trains[action.train].rusted_by == NOBODY


@pytest.mark.parametrize("title", ["1889", "1888", "1888n", "1890"])
@pytest.mark.parametrize("first", [0, pytest.param(4, marks=pytest.mark.long)])
def test_what_is_said_is_what_happens(title: str, first: int) -> None:
    """A second, plain reading at every action of random games."""
    for number in range(first, first + (20 if first else 4)):
        game = new_numbered_game(number, title)
        walk = Walk(number, game)
        for _ in range(400):
            if game.is_over:
                break
            action = walk.decide(game, listings_of(game))
            reason, before = lesson_reason(game.ruleset, game.state, action), game.clone()
            phrase_text(reason, Labels(game.setup, game.names))
            game.apply(action)
            check_money(before, game, action, sentences(reason))
            check_companies(before, game, action, sentences(reason))
