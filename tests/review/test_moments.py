"""Moments: which decisions are looked at, the search in parts, its statistics, and planted blunders."""

from __future__ import annotations

from math import inf, isclose, sqrt
from pathlib import Path
from random import Random
from statistics import stdev

import pytest

from tests.review.made_up import one_moment
from tests.review.planted import Players, blunders, is_found, plant
from tetsudo import interop
from tetsudo.core.actions import Action, RunRoutes, SellShares
from tetsudo.core.frames import Stock
from tetsudo.core.open_actions import Range
from tetsudo.core.units import NOBODY
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.lab.table_spec import Table
from tetsudo.review.findings.past import past_of
from tetsudo.review.findings.runs import runs_below_best
from tetsudo.review.moments import Search, kept
from tetsudo.review.moments.decisions import decisions
from tetsudo.review.moments.search import CONFIRMING_PAIRS, MIN_LOSS
from tetsudo.review.moments.segments import segments
from tetsudo.review.moments.statistics import Mean, needed_errors
from tetsudo.review.moments.trials import CONFIRM, OPINION, VALUE, WAYS, Results, opinions
from tetsudo.review.report.moments import moments_data
from tetsudo.titles.loader import titles

BUDGET = 150


@pytest.fixture(scope="module")
def played() -> Game:
    """A whole game of bots by rules."""
    return Players("rules", 1).play(Table("1889", 3).game(seed=3), 3)


@pytest.fixture(scope="module")
def search(played: Game) -> Search:
    return Search(played, BUDGET)


@pytest.fixture(scope="module")
def known(search: Search) -> kept.Known:
    """All results of the search, made in parts."""
    found: kept.Known = {}
    while search.pending(found):
        found |= kept.go_on(search, found, 40)
    return found


def choices(then: Game) -> list[Action]:
    """Legal actions, of a range only its ends."""
    found: list[Action] = []
    for offer in then.legal_actions():
        found += [offer.at(offer.low), offer.at(offer.high)] if isinstance(offer, Range) else [offer.example()]
    return found


def test_decisions_have_enough_different_choices_and_the_one_played_comes_first(played: Game) -> None:
    found = [each for each in decisions(past_of(played), 1, range(3)) if each.kind != "run"]
    assert len(found) > 30
    for each in found:
        assert len(each.plans) >= 2
        assert len(choices(played.earlier(each.move))) >= 3
        assert each.plans[0][0] == played.actions[each.move]
        results = set()
        for plan in each.plans:
            then = played.earlier(each.move)
            for action in plan:
                if then.is_over or not any(offer.admits(action) for offer in then.legal_actions()):
                    break
                then.apply(action)
            results.add(then.position())
        assert len(results) == len(each.plans)


def test_nobody_is_told_that_they_should_only_have_sold(played: Game) -> None:
    for each in decisions(past_of(played), 1, range(3)):
        if isinstance(played.earlier(each.move).state.stack[-1], Stock):
            assert all(len(plan) > 1 or not isinstance(plan[0], SellShares) for plan in each.plans[1:])


def test_runs_are_decisions_where_they_are_below_the_best(played: Game) -> None:
    players = Players("rules", 1)
    (half,) = (each for each in blunders(played, least=0) if each.kind == "run")
    past = past_of(plant(played, half, players, 3))
    runs = {each.move for each in decisions(past, 1, range(3)) if each.kind == "run"}
    below = {each.move for each in runs_below_best(past)}
    assert half.move in runs
    assert runs <= below
    assert not any(isinstance(played.actions[each.move], RunRoutes) for each in decisions(past_of(played), 1, range(3)))


def test_segments_are_all_moves_in_order_each_of_one_player(played: Game) -> None:
    ends = [played.length // 2, played.length]
    found = segments(past_of(played), ends)
    assert [move for each in found for move in range(each.first, each.end)] == list(range(played.length))
    for each in found:
        actors = {played.actions[move].player for move in range(each.first, each.end)}
        assert actors == {each.player} or each.player == NOBODY
        assert each.round == (0 if each.first < ends[0] else 1)


def test_a_search_in_parts_finds_what_it_finds_at_once(search: Search, known: kept.Known, played: Game) -> None:
    assert search.result(known) == Search(played, BUDGET).run()
    assert search.result(kept.unpack(kept.pack(known))).moments == search.result(known).moments
    assert kept.playouts_of(known) == search.result(known).playouts


def test_a_search_of_a_record_in_any_order_is_the_same(known: kept.Known, played: Game) -> None:
    found: kept.Known = {}
    again = Search(record.write(played), BUDGET)
    while trials := again.pending(found):
        trial = Random(len(found)).choice(trials)
        found[trial.key] = again.play(trial)
        if len(found) > 40:
            break
    assert all(known[key] == results for key, results in found.items())


def test_changes_by_round_add_up_to_the_whole_change(search: Search, known: kept.Known, played: Game) -> None:
    end = [standing.total for standing in sorted(played.standings(), key=lambda each: each.player)]
    for player in range(3):
        changes = [each for each in search.result(known).changes if each.player == player]
        whole = sum(each.own.value + each.others.value + each.anyway.value for each in changes)
        before = Mean.of([shares[player] for shares in known[f"{VALUE}-0"][0]]).value
        assert isclose(whole, end[player] / sum(end) - before, abs_tol=1e-4)


def test_no_error_is_counted_where_no_other_plan_did_better(search: Search, known: kept.Known) -> None:
    for (player, kind), (mean, decided) in search.result(known).errors.items():
        those = [each for each in search.decisions.values() if (each.player, each.kind) == (player, kind)]
        assert decided >= mean.number == len(those)
        if not any(f"check-{each.move}" in known for each in those):
            assert mean.value == 0


def test_moments_are_put_into_sentences_in_both_languages(search: Search, known: kept.Known, played: Game) -> None:
    found = search.result(known)
    english, japanese = moments_data(played, found), moments_data(played.in_language("ja"), found)
    assert len(english["changes"]) == len(japanese["changes"]) > 30
    assert {each["kind_name"] for each in english["errors"]}.isdisjoint(
        each["kind_name"] for each in japanese["errors"]
    )


@pytest.mark.parametrize("damaged", [b"", b"nonsense", kept.pack({})[:-3], b"x\x9c\x03\x00\x00\x00\x00\x01"])
def test_damaged_results_are_made_again(damaged: bytes) -> None:
    assert kept.unpack(damaged) == {}


def test_results_are_kept_for_a_game_whatever_its_players_are_called(played: Game) -> None:
    written = record.write(played)
    renamed = record.write(played)
    renamed.players = ["x", "y", "z"]
    shorter = record.write(played.earlier(20))
    assert kept.name_of(written, 100) == kept.name_of(renamed, 100)
    assert len({kept.name_of(written, 100), kept.name_of(written, 200), kept.name_of(shorter, 100)}) == 3


def test_means() -> None:
    numbers = [1.0, 2.0, 4.0, 5.0]
    assert Mean.of(numbers) == (3.0, stdev(numbers) / sqrt(4), 4)
    assert Mean.of([2.0]).error == inf
    low, high = Mean.of(numbers).interval  # Student's t with 3 degrees of freedom: 3.18
    assert isclose(high - 3, 3.18 * stdev(numbers) / 2, rel_tol=0.02)
    assert isclose(3 - low, high - 3)


def test_more_looks_need_more_errors() -> None:
    assert isclose(needed_errors(1, 10_000), 3, abs_tol=0.01)
    assert needed_errors(1, 12) > needed_errors(1, 40) > 3  # few playouts
    assert isclose(needed_errors(6, 10_000), 3.51, abs_tol=0.02)  # a sixth of 0.00135 is beyond 3.51


@pytest.mark.long
@pytest.mark.parametrize(
    ("title", "scenario"), [(info.name, each) for info in titles() for each in [c.name for c in info.scenarios] or [""]]
)
def test_every_title_and_scenario_is_searched(title: str, scenario: str) -> None:
    game = Players("rules", 1).play(Table(title, 3, scenario=scenario).game(seed=3), 3)
    search = Search(game, 100)
    found = search.run()
    assert found.playouts >= 100
    assert [move for each in search.segments for move in range(each.first, each.end)] == list(range(game.length))
    assert len(moments_data(game, found)["changes"]) == len(found.changes) > 10
    for each in found.moments:
        assert each.loss.value > 0
        assert each.decision.player == game.actions[each.decision.move].player


def test_opinions_are_means_by_way_of_going_on() -> None:
    assert len(WAYS) == 3
    assert opinions([1.0, 2.0, 3.0, 3.0, 4.0, 8.0]) == [2.0, 3.0, 5.5]


@pytest.fixture(scope="module")
def suspect(search: Search) -> int:
    """Move of the last decision that is no run."""
    return max(move for move, each in search.decisions.items() if each.kind != "run")


def pair(player: int, lead: float) -> Results:
    """Two confirming games of three players, in which the other plan has a lead for one of them."""
    after = [1 / 3 - lead / 2] * 3
    after[player] = 1 / 3 + lead
    return [[(1 / 3,) * 3], [tuple(after)]]


def test_a_loss_is_marked_only_if_the_search_bot_also_loses_as_much_as_a_moment_costs(
    search: Search, suspect: int
) -> None:
    known, player, least = one_moment(search, 3, suspect), search.decisions[suspect].player, MIN_LOSS / 3
    assert [each.decision.move for each in search.result(known).moments] == [suspect]
    keys = [f"{CONFIRM}-{suspect}-{part}" for part in range(CONFIRMING_PAIRS)]
    assert {key for key in known if key.startswith(CONFIRM)} == set(keys)
    marked = {
        lead: bool(search.result({**known, **dict.fromkeys(keys, pair(player, lead))}).moments)
        for lead in (-0.1, 0.0, 0.9 * least, 1.1 * least)
    }
    assert list(marked.values()) == [False, False, False, True]
    mixed = {**known, **dict.fromkeys(keys, pair(player, 0.0)), keys[0]: pair(player, 3 * least)}
    assert not search.result(mixed).moments  # one lucky pair of games of four


def test_confirming_games_go_on_from_kept_results_as_if_played_at_once(
    search: Search, suspect: int, played: Game
) -> None:
    whole = one_moment(search, 3, suspect)
    known = {key: results for key, results in whole.items() if not key.startswith(CONFIRM)}
    at_once = {each.key: search.play(each) for each in search.pending(known)}
    assert len(at_once) == CONFIRMING_PAIRS
    while Search(played, BUDGET).pending(known):
        known |= kept.go_on(Search(played, BUDGET), kept.unpack(kept.pack(known)), 1)
    assert {key: known[key] for key in at_once} == at_once
    for results in at_once.values():
        assert all(isclose(sum(shares), 1, abs_tol=1e-4) for row in results for shares in row)


def test_confirming_games_have_no_more_playouts_than_the_budget(played: Game, suspect: int) -> None:
    for budget in (600, 2000, 6000, 60_000):
        search = Search(played, budget)
        known = one_moment(search, 3, suspect)
        trials = search.pending({key: each for key, each in known.items() if not key.startswith(CONFIRM)})
        assert len(trials) == CONFIRMING_PAIRS
        assert sum(each.playouts for each in trials) <= budget


@pytest.mark.long
@pytest.mark.shared("games/1889/352.json")
def test_a_sale_of_control_is_found_and_only_if_it_loses_in_every_way_of_going_on(shared_file: Path) -> None:
    """In the last stock round of a game that five people played."""
    game = interop.replay(shared_file).game
    (sale,) = (each for each in blunders(game) if each.kind == "control")
    search = Search(plant(game, sale, Players("rules", 1), 3), 2000, players=[sale.player])
    known: kept.Known = {}
    while trials := search.pending(known):
        known |= {trial.key: search.play(trial) for trial in trials}
    assert is_found(search.result(known), sale)
    key = f"{OPINION}-{sale.move}"
    before, after = known[key]
    as_good = list(after)
    as_good[1 :: len(WAYS)] = before[1 :: len(WAYS)]
    assert not is_found(search.result({**known, key: [before, as_good]}), sale)


@pytest.mark.long
def test_a_run_cut_by_half_is_found(played: Game) -> None:
    players = Players("rules", 1)
    (half,) = (each for each in blunders(played, least=0) if each.kind == "run")
    bad = plant(played, half, players, 3)
    assert is_found(Search(bad, 2000, players=[half.player]).run(), half)
