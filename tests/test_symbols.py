"""Actions written with symbols and names, as people write them; unknown names are refused."""

from __future__ import annotations

import pytest

import tetsudo
from tests.builders import lay, new_game, operate, start, stock_round
from tetsudo.core.actions import (
    Action,
    Answer,
    Bid,
    BuyShare,
    BuyTrain,
    Dividend,
    ExchangePrivate,
    LayTile,
    Par,
    PlaceToken,
    Route,
    RunRoutes,
    SellShares,
    fields_of,
)
from tetsudo.core.errors import UnknownName
from tetsudo.core.open_actions import Runs
from tetsudo.game.game import Game


def table() -> Game:
    """1889 in its auction, with named players."""
    return tetsudo.new("1889", ["Ann", "Bo", "ann maria"])


def ids(game: Game, action: Action) -> list[object]:
    return [getattr(game.resolve(action), field) for field in fields_of(type(action))]


def test_every_field_that_is_an_id_may_be_a_name() -> None:
    game, players = table(), 3
    assert ids(game, Bid("Bo", "MF", 30)) == [1, 1, 30]
    assert ids(game, BuyShare("Ann", "AR", "ipo")) == [0, 0, players]
    assert ids(game, BuyShare("Ann", "Iyo Railway", "market")) == [0, 1, players + 1]
    assert ids(game, LayTile("Ann", "AR", "K6", "8", 2))[:2] == [0, 0]
    assert ids(game, Dividend("Ann", "ar", "withhold")) == [0, 0, 1]
    assert ids(game, Answer("Ann", True)) == [0, 1]
    assert ids(game, BuyTrain("Ann", "AR", "D", "depot", 800, "5")) == [0, 0, 5, 7, 800, 3]
    assert ids(game, BuyTrain("Ann", "AR", "2", "IR", 80)) == [0, 0, 0, 1, 80, -1]
    hexes = game.setup.map.by_name
    run = RunRoutes("Ann", "AR", [Route("3", ["K4", "J5"])])
    assert ids(game, run) == [0, 0, (Route(2 - 1, (hexes["K4"], hexes["J5"])),)]


def test_what_is_an_id_stays_what_it_is() -> None:
    game = table()
    action = game.parse("bid MF 35")
    assert game.resolve(action) is action


def test_players_are_told_apart_by_all_of_their_name() -> None:
    game = table()
    assert ids(game, Bid("ann maria", "TR", 20))[0] == 2
    with pytest.raises(UnknownName, match=r"There is no player ann\. Did you mean Ann\?"):
        game.resolve(Bid("ann", "TR", 20))


def test_whatever_takes_an_action_takes_names() -> None:
    game = stock_round(2)
    start(game, "AR", {0: 40, 1: 20}, par=80)
    before, sale = game.digest(), SellShares("P0", "AR", 1)
    assert game.is_legal(sale)
    assert game.why_not(sale) is None
    assert game.text(sale) == "sell 1 AR"
    assert game.view("P0").preview(sale).players[0].shares == {"AR": 30}
    assert game.view("P0").is_legal(sale)
    assert game.digest() == before
    game.apply(sale)
    assert game.player("P0").shares == {"AR": 30}
    (kept,) = game.actions
    assert kept == SellShares(0, 0, 1), "the record knows ids"
    assert tetsudo.load(game.record()).digest() == game.digest()


def test_a_refusal_is_told_as_for_ids() -> None:
    game = table()
    written, known = game.why_not(Bid("Ann", "MF", 30)), game.why_not(game.parse("bid MF 30"))
    assert written is not None
    assert known is not None
    assert (written.code, str(written)) == (known.code, str(known))
    assert not game.is_legal(Bid("Ann", "MF", 30))


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (Bid("Anne", "TR", 20), "There is no player Anne. Did you mean Ann?"),
        (Par("Ann", "ARR", 80), "There is no company ARR. Did you mean AR?"),
        (Par("Ann", "Q", 80), "There is no company Q. Companies: AR, IR, SR, KO, TR, KU, UR."),
        (PlaceToken("Ann", "AR", "K44", 0), "There is no hex K44. Did you mean K4?"),
        (BuyTrain("Ann", "AR", "9", "depot", 80), "There is no train 9. Trains: 2, 3, 4, 5, 6, D."),
        (BuyShare("Ann", "AR", "iop"), "There is no source iop. Did you mean ipo?"),
        (ExchangePrivate("Ann", "DX", "IR", "ipo"), "There is no private DX. "),
        (RunRoutes("Ann", "AR", (Route("2", ("Z99",)),)), "There is no hex Z99."),
    ],
)
def test_a_name_that_nothing_has_is_refused_with_what_is_near(action: Action, sentence: str) -> None:
    game = table()
    before, refusal = game.digest(), game.why_not(action)
    assert refusal is not None
    assert refusal.sentence.startswith(sentence)
    assert refusal.code == "unknown_id"
    assert not game.is_legal(action)
    with pytest.raises(tetsudo.IllegalAction, match=r"There is no"):
        game.apply(action)
    with pytest.raises(UnknownName):
        game.text(action)
    assert game.digest() == before


def test_words_where_a_number_belongs_are_no_names() -> None:
    game = table()
    refusal = game.why_not(Bid("Ann", "TR", "20"))  # type: ignore[arg-type]
    assert refusal is not None
    assert refusal.code == "unknown_id"


def test_a_run_is_written_in_coordinates() -> None:
    game = stock_round()
    start(game, "IR", {0: 60}, par=70, trains=("2",), tokens=("E2",))
    lay(game, "E2", "5", 4)
    operate(game, "IR", "run", settle=False)
    (runs,) = [each for each in game.legal_actions() if isinstance(each, Runs)]
    written = game.resolve(RunRoutes("P0", "IR", [Route("2", ["F1", "E2"])]))
    assert isinstance(written, RunRoutes)
    assert runs.earned(written) == (20 + 30,)
    assert game.is_legal(written)


def test_players_companies_and_places_are_asked_by_name_or_id() -> None:
    game = new_game(3)
    assert game.company("Awa Railroad").symbol == game.company(0).symbol == "AR"
    assert game.private("TR").name == game.private(0).name
    assert game.hex("k8").name == "K8"
    assert [game.text(each.example()) for each in game.legal_actions("P1")] == []
    assert game.parse("pass", "P1") == game.parse("P1: pass")
    with pytest.raises(KeyError, match=r"^company: There is no company ARR. Did you mean AR?"):
        game.company("ARR")
