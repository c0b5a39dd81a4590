"""Pairing of tournaments: sizes of tables, turned seats, and people who meet."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from tetsudo.web.clubs.tournaments.pairing.assignment import cheapest_assignment
from tetsudo.web.clubs.tournaments.pairing.tables import missing_people, pair_round, table_sizes


def rounds(people: int, wished: int, count: int, seed: str = "s") -> list[list[list[int]]]:
    """Tables of all rounds of a tournament."""
    past: list[list[list[int]]] = []
    for number in range(count):
        past.append(pair_round(range(100, 100 + people), wished, past, f"{seed} {number}"))
    return past


@pytest.mark.parametrize(
    ("people", "wished", "sizes"),
    [(8, 4, [4, 4]), (5, 4, [3, 2]), (9, 4, [3, 3, 3]), (10, 4, [4, 3, 3]), (3, 4, [3]), (7, 6, [4, 3])],
)
def test_sizes_differ_by_one_at_most(people: int, wished: int, sizes: list[int]) -> None:
    assert table_sizes(people, wished) == sizes


def test_the_number_of_missing_people_is_the_smallest_that_helps() -> None:
    assert missing_people(5, 4, range(2, 5)) == 0  # 3 and 2
    assert missing_people(5, 4, range(3, 5)) == 1  # 3 and 3
    assert missing_people(5, 4, range(4, 5)) == 3  # 4 and 4
    assert missing_people(1, 4, range(2, 7)) == 1
    assert missing_people(0, 4, range(2, 7)) == 2


def test_an_assignment_is_the_cheapest() -> None:
    costs = [[7, 2, 9, 4], [3, 8, 1, 6], [5, 5, 2, 8], [9, 4, 4, 1]]
    least = min(sum(costs[row][column] for row, column in enumerate(order)) for order in permutations(range(4)))
    found = cheapest_assignment(costs)
    assert sorted(found) == [0, 1, 2, 3]
    assert sum(costs[row][column] for row, column in enumerate(found)) == least


@pytest.mark.parametrize(("people", "wished"), [(8, 4), (12, 3), (16, 4), (10, 5), (4, 4), (9, 3), (12, 6)])
def test_each_person_uses_each_seat_equally_often(people: int, wished: int) -> None:
    played = rounds(people, wished, 2 * wished)
    for count in range(1, 2 * wished + 1):
        seats = Counter(
            (person, seat) for tables in played[:count] for table in tables for seat, person in enumerate(table)
        )
        used = [[seats[person, seat] for seat in range(wished)] for person in range(100, 100 + people)]
        assert all(max(each) - min(each) <= 1 for each in used), (count, used)
    assert all(set(each) == {2} for each in used)


@pytest.mark.parametrize(("people", "wished"), [(5, 4), (7, 4), (10, 4), (11, 3), (13, 5)])
def test_tables_of_two_sizes(people: int, wished: int) -> None:
    played = rounds(people, wished, 6)
    sizes = table_sizes(people, wished)
    small_games: Counter[int] = Counter()
    first_seats: Counter[int] = Counter()
    for tables in played:
        assert [len(table) for table in tables] == sizes
        assert sorted(person for table in tables for person in table) == list(range(100, 100 + people))
        small_games.update(person for table in tables if len(table) == sizes[-1] for person in table)
        first_seats.update(table[0] for table in tables)
    for counted in (small_games, first_seats):
        used = [counted[person] for person in range(100, 100 + people)]
        assert max(used) - min(used) <= 2, used


def test_the_first_rounds_bring_new_opponents() -> None:
    met = Counter(frozenset(pair) for tables in rounds(16, 4, 3) for table in tables for pair in combinations(table, 2))
    assert max(met.values()) <= 2
    assert len(met) >= 60  # of 72 pairs at the tables of three rounds; 120 exist


def test_everyone_meets_everyone_when_there_are_rounds_enough() -> None:
    met = {frozenset(pair) for tables in rounds(8, 4, 7) for table in tables for pair in combinations(table, 2)}
    assert len(met) == 28


def test_a_seed_always_gives_the_same_tables() -> None:
    assert rounds(10, 4, 3) == rounds(10, 4, 3)
    assert rounds(10, 4, 3) != rounds(10, 4, 3, seed="t")
