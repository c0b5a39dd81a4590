"""The log as sentences, and actions as short texts."""

from __future__ import annotations

from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import tetsudo
from tetsudo import interop
from tetsudo.core.actions import (
    KINDS,
    Action,
    Answer,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    LayPrivateTile,
    LayTile,
    Pass,
    PlaceToken,
    Route,
    RunRoutes,
    SellShares,
)
from tetsudo.core.corrections import CORRECTIONS, CorrectCash, CorrectShares, CorrectTile, CorrectTrains
from tetsudo.core.events import KINDS as EVENTS
from tetsudo.core.events import (
    Event,
    GameEnded,
    Income,
    OperatingRoundBegan,
    PaidOut,
    Passed,
    PresidentChanged,
    Ran,
    ShareBought,
    SharesSold,
    Started,
    StepPassed,
    TileLaid,
    TrainBought,
    TrainRan,
    Withheld,
    fields_of,
)
from tetsudo.core.open_actions import Bids, PrivateOffers, Sales, TrainOffers
from tetsudo.engine.model.localized import in_language
from tetsudo.game.game import Game
from tetsudo.language import log_sentences
from tetsudo.language.labels import ACTION_TEXTS, action_text

GAME = tetsudo.new("1889", ["Ann", "Bo", "depot"])
SETUP = GAME.setup
P, C = SETUP.players, len(SETUP.companies)


def id_of(kind: str, name: str) -> int:
    things = {"company": SETUP.companies, "private": SETUP.privates}.get(kind)
    if things:
        return next(each.id for each in things if each.symbol == name)  # type: ignore[attr-defined]
    if kind == "hex":
        return SETUP.map.by_name[name]
    return next(each.id for each in (SETUP.trains if kind == "train" else SETUP.tiles) if each.name == name)


AR, TR = id_of("company", "AR"), id_of("company", "TR")
K8, J7, B11 = id_of("hex", "K8"), id_of("hex", "J7"), id_of("hex", "B11")
TWO, FOUR, DIESEL = id_of("train", "2"), id_of("train", "4"), id_of("train", "D")


# Events


def test_every_kind_of_event_has_a_sentence() -> None:
    assert log_sentences.SENTENCES.keys() == EVENTS.keys()


@pytest.mark.parametrize("kind", EVENTS)
def test_a_sentence_names_only_what_the_event_says(kind: str) -> None:
    named = {name for _, name, _, _ in Formatter().parse(log_sentences.SENTENCES[kind]) if name}
    assert named <= {*fields_of(EVENTS[kind]), "cost", "shares"}


@pytest.mark.parametrize("kind", EVENTS)
def test_every_kind_of_event_can_be_told(kind: str) -> None:
    special = {"hexes": (K8, J7), "correction": CorrectCash(0, 1, 120)}
    values: list[Any] = [special.get(field, 1) for field in fields_of(EVENTS[kind])]
    setup = SETUP
    if "power" in fields_of(EVENTS[kind]):  # uses a title with such events
        setup, values = tetsudo.new("1890", GAME.names, variants=["earthquake"]).setup, [0]
    sentence = log_sentences.narrate(setup, GAME.names, [EVENTS[kind](*values)])[0]
    assert sentence[0].isupper() or sentence[0] in "#¥d"
    assert sentence.endswith(".")
    assert "{" not in sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            TileLaid(TR, K8, id_of("tile", "57"), 1, 80),
            "Tosa Electric Railway lays #57 in K8 Tokushima for ¥80.",
        ),
        (TileLaid(TR, K8, id_of("tile", "57"), 1, 0), "Tosa Electric Railway lays #57 in K8 Tokushima."),
        (SharesSold(0, AR, 1, 70), "Ann sells 1 share of Awa Railroad for ¥70."),
        (SharesSold(0, AR, 3, 210), "Ann sells 3 shares of Awa Railroad for ¥210."),
        (ShareBought(1, AR, P, 70), "Bo buys a share of Awa Railroad from the IPO for ¥70."),
        (TrainBought(AR, TWO, C, 80), "Awa Railroad buys a 2-train from the depot for ¥80."),
        (TrainBought(AR, TWO, TR, 9), "Awa Railroad buys a 2-train from Tosa Electric Railway for ¥9."),
        (Income(0, P + AR, 5), "Awa Railroad receives ¥5 from Takamatsu Electric Track."),
        (Income(0, 2, 5), "depot receives ¥5 from Takamatsu Electric Track."),
        (TrainRan(AR, TWO, 50, (K8, J7)), "A 2-train of Awa Railroad runs Tokushima – J7 for ¥50."),
        (GameEnded(2), "The game is over: a player is bankrupt."),
        (OperatingRoundBegan(3, 2), "Operating round 3.2 begins."),
    ],
)
def test_sentences(event: Event, sentence: str) -> None:
    assert log_sentences.narrate(SETUP, GAME.names, [event]) == [sentence]


# Events without a sentence


TRACK, TRAINS = (SETUP.settings.steps.index(step) for step in ("track", "trains"))
LAID = LayTile(0, AR, K8, id_of("tile", "57"), 1)
RUN = (TrainRan(AR, TWO, 50, (K8, J7)), Ran(AR, 50))


@pytest.mark.parametrize(
    ("events", "before", "told"),
    [
        ([Passed(0)], BuyShare(0, AR, P), []),  # only ends the turn
        ([Passed(0)], BuyShare(1, AR, P), ["Ann passes."]),
        ([Passed(0)], None, ["Ann passes."]),
        ([StepPassed(0, AR, TRACK)], LAID, []),
        ([StepPassed(0, AR, TRACK)], Pass(0), ["Awa Railroad lays no track."]),
        ([StepPassed(0, AR, TRAINS)], LAID, ["Awa Railroad buys no train."]),
        ([PaidOut(AR, 0), Withheld(AR, 30)], None, ["Awa Railroad withholds ¥30."]),
        (RUN, None, ["A 2-train of Awa Railroad runs Tokushima – J7 for ¥50."]),
        (
            [*RUN[:1], *RUN[:1], Ran(AR, 100)],
            None,
            [*["A 2-train of Awa Railroad runs Tokushima – J7 for ¥50."] * 2, "Awa Railroad earns ¥100."],
        ),
        ([Started(1, AR, 65), PresidentChanged(1, AR)], None, ["Bo starts Awa Railroad at ¥65."]),
    ],
)
def test_the_log_leaves_out_what_says_nothing(events: list[Event], before: Action | None, told: list[str]) -> None:
    narrator = log_sentences.Narrator(SETUP, GAME.names)
    assert [narrator.sentence(event) for event in narrator.notable_events(events, before)] == told


def test_a_log_can_be_told_in_another_language() -> None:
    japanese = in_language(SETUP, "ja")
    assert log_sentences.narrate(japanese, GAME.names, [SharesSold(0, AR, 3, 210), GameEnded(1)]) == [
        "Annが阿波鉄道の3株を¥210で売却。",
        "ゲーム終了：銀行が破綻した。",
    ]


@pytest.mark.shared("games/1889/247.json", "games/random/1889b-3p-373.json")
def test_the_log_of_a_recorded_game_can_be_told(shared_file: Path) -> None:
    game = interop.replay(shared_file).game
    sentences = log_sentences.narrate(game.setup, game.names, game.events)
    assert len(sentences) == len(game.events)
    assert all("{" not in each and "nobody" not in each for each in sentences)


# Actions


def test_every_kind_of_action_has_a_line() -> None:
    assert ACTION_TEXTS.keys() == {**KINDS, **CORRECTIONS}.keys()


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (Pass(0), "Pass"),
        (Bids(0, 1, 35, 80), "Bid ¥35 to ¥80 for Mitsubishi Ferry"),
        (Bids(0, 0, 20, 20), "Bid ¥20 for Takamatsu Electric Track"),
        (BuyShare(0, AR, P + 1), "Buy a share of Awa Railroad from the market"),
        (SellShares(0, AR, 2), "Sell 2 shares of Awa Railroad"),
        (Sales(0, AR, 1, 3), "Sell 1 to 3 shares of Awa Railroad"),
        (Sales(0, AR, 1, 1), "Sell 1 share of Awa Railroad"),
        (LayTile(0, AR, id_of("hex", "K6"), id_of("tile", "9"), 1), "Lay #9 rotation 1 in K6 (¥80)"),
        (LayTile(0, AR, K8, id_of("tile", "57"), 2), "Lay #57 rotation 2 in K8 Tokushima"),
        (LayPrivateTile(0, 1, B11, id_of("tile", "437"), 2), "Lay #437 rotation 2 in B11 Nakamura by Mitsubishi Ferry"),
        (PlaceToken(0, AR, K8, 0), "Place a token of Awa Railroad in K8 Tokushima"),
        (RunRoutes(0, AR, ()), "Run no train of Awa Railroad"),
        (RunRoutes(0, AR, (Route(TWO, (K8, J7)),)), "Run 2-train K8–J7 of Awa Railroad"),
        (Dividend(0, AR, 1), "Awa Railroad: withhold the revenue"),
        (BuyTrain(0, AR, TWO, C, 80, -1), "Buy a 2-train from the depot for ¥80"),
        (BuyTrain(0, AR, DIESEL, C, 800, FOUR), "Buy a D-train from the depot for ¥800, trading in a 4-train"),
        (TrainOffers(0, AR, TWO, TR, 1, 300), "Buy a 2-train from Tosa Electric Railway for ¥1 to ¥300"),
        (DiscardTrain(0, AR, TWO), "Discard a 2-train of Awa Railroad"),
        (PrivateOffers(0, AR, 3, 25, 100), "Buy Sumitomo Besshi Mine Railroad for ¥25 to ¥100"),
        (ExchangePrivate(0, 4, id_of("company", "IR"), P), "Exchange Dōgo Railway for a share of Iyo Railway"),
        (Answer(0, 1), "Accept the offer"),
        (Answer(0, 0), "Decline the offer"),
        (CorrectCash(0, 1, 120), "Bo has ¥120"),
        (CorrectShares(0, 1, AR, 3, P), "Bo has 3 shares of Awa Railroad (the IPO)"),
        (CorrectTile(0, K8, id_of("tile", "57"), 2), "#57 rotation 2 lies in K8 Tokushima"),
        (CorrectTrains(0, AR, TWO, 2, C), "Awa Railroad has 2 × 2-train (the depot)"),
    ],
)
def test_lines(action: Pass, line: str) -> None:
    assert action_text(SETUP, GAME.names, action) == line


def test_a_known_cost_is_shown() -> None:
    assert action_text(SETUP, GAME.names, PlaceToken(0, AR, K8, 0), cost=40).endswith("in K8 Tokushima (¥40)")
    lay = LayTile(0, AR, id_of("hex", "H5"), id_of("tile", "9"), 0)
    assert action_text(SETUP, GAME.names, lay, cost=0).endswith("in H5")


@pytest.mark.shared("games/1889/104.json")
def test_everything_listed_has_a_line(shared_file: Path) -> None:
    imported = interop.read(shared_file)
    while imported.remaining:
        game: Game = imported.game
        for each in game.legal_actions():
            line = action_text(game.setup, game.names, each)
            assert line
            assert "{" not in line
        imported.step()
