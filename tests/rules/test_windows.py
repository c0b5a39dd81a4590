"""Windows between turns, as seen by pages, records and positions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.builders import company, lay, play, start
from tests.clauses.t1890.forming import (
    assign_minor,
    assign_minors,
    form_kinki,
    join,
    set_up_kinki,
    start_operating_round,
    table,
)
from tests.properties.conservation import assert_conserved
from tetsudo.core.actions import Action, Convert, PassRound
from tetsudo.core.errors import BadInput
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.game.unavailable import refused_actions
from tetsudo.lab.random_play import random_action
from tetsudo.language.labels import action_from_data, action_text, action_to_data
from tetsudo.language.log_sentences import narrate


def at_window() -> Game:
    """Osaka Electric's owner is asked before the first turn."""
    game = table()
    set_up_kinki(game)
    assign_minors(game, KAN=7, OER=0, ORY=0, NER=0)
    return start_operating_round(game)


def forming() -> Game:
    """Kinki has started to operate, and Kanan's owner is asked."""
    game = at_window()
    play(game, join(game, "OER"))
    return game


def over_the_limit() -> Game:
    """Nara has just brought Kinki a third train."""
    game = table("4")
    form_kinki(game)
    assign_minor(game, "NER", 3, 0, ["4", "5", "5"])
    start_operating_round(game)
    play(game, join(game, "NER"))
    return game


def silent() -> Game:
    """Osaka Electric's owner has declined to declare in this round, and its turn has begun."""
    game = at_window()
    play(game, PassRound(0))
    return game


MOMENTS = {"window": at_window, "forming": forming, "discard": over_the_limit, "track": silent}


@pytest.mark.parametrize("doing", MOMENTS)
def test_a_position_between_turns_can_be_written_and_read(doing: str) -> None:
    game = MOMENTS[doing]()
    assert game.to_act.doing == doing
    again = position.read(position.write(game))
    assert again.state == game.state
    assert again.legal_actions() == game.legal_actions()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("stack=3.0/9.0", "stack=3.0/9.16"),  # more players than exist
        ("stack=3.0/9.0", "stack=3.0/9.1"),  # every player who could be asked has passed
        ("stack=3.0/9.0", "stack=3.0/10.0.0"),  # a company that does not form
        ("stack=3.0/9.0", "stack=3.0"),
    ],
)
def test_what_cannot_stand_between_turns_is_refused(old: str, new: str) -> None:
    text = position.write(at_window())
    assert text.endswith(old)
    with pytest.raises(BadInput, match="stack"):
        position.read(text.replace(old, new))


def test_what_may_not_be_declared_yet_is_tried_with_its_reason() -> None:
    game = table()
    set_up_kinki(game)
    for symbol in ("KAN", "OER", "ORY", "NER"):
        assign_minor(game, symbol, 0)
    start_operating_round(game)
    tried = [(attempt.action, attempt.refusal.code) for attempt in refused_actions(game, 0)]
    assert tried == [
        (join(game, "ORY"), "joins_by_itself"),
        (join(game, "KAN"), "join_unformed"),
        (join(game, "NER"), "join_phase"),
    ]
    refusal = game.why_not(join(game, "NER"))
    assert refusal is not None
    assert refusal.sentence == "Nara Electric Railway cannot choose to merge into Kinki Nippon Railways in phase 2."
    assert refusal.remedy == "It can from phase 4 on."


def test_actions_between_turns_have_words_and_stand_in_records() -> None:
    game = at_window()
    texts: list[tuple[Action, str]] = [
        (join(game, "KAN"), "Merge Kanan Railway into Kinki Nippon Railways"),
        (PassRound(0), "Pass until the round ends"),
        (Convert(0, company(game, "KER")), "Convert Kōbe Electric Railway into Kōbe Electric Railway"),
    ]
    for action, text in texts:
        assert action_text(game.setup, game.names, action) == text
        data = action_to_data(game.setup, game.names, action)
        assert action_from_data(game.setup, game.names, data) == action


def some_table(seed: int) -> Game:
    """Minors with trains and money, some of them owned, and two other companies, in any phase from the second on.

    Every third table uses the alternative readings of mergers and conversions.
    """
    random = Random(seed)
    other: dict[str, Any] = {"joins": "turn", "conversions": "round"} if seed % 3 == 2 else {}
    game = table(random.choice(("2", "2.5", "3", "4")), **other)
    set_up_kinki(game, random.choice((65, 80, 100)), {random.randrange(4): random.randrange(4)}, random.randrange(2))
    for symbol in ("OER", "ORY", "KAN", "NER", "KER"):
        if symbol == "OER" or random.random() < 0.8:
            trains = [random.choice(("3", "4"))] * random.randrange(2)
            assign_minor(game, symbol, random.randrange(4), 50 * random.randrange(9), trains)
    for symbol in ("NK", "KH"):
        start(game, symbol, {random.randrange(4): 50}, par=70, cash=random.randrange(2000))
    lay(game, "H15", "57", 1)
    return start_operating_round(game, rounds=2)


@pytest.mark.parametrize("seed", range(16))
def test_random_play_through_windows_keeps_all_promises(seed: int) -> None:
    """Listed actions are accepted, everything stays in exactly one place, and events can be written and read back."""
    game, random = some_table(seed), Random(seed)
    for number in range(120):
        if game.is_over:
            break
        for each in game.legal_actions():
            assert game.is_legal(each.example()), each
        if number % 10 == 0 and not game.state.ended:
            assert position.read(position.write(game)).state == game.state
        narrate(game.setup, game.names, game.apply(random_action(game, random)))
        assert_conserved(game)
