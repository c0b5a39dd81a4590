"""Short names: they fit the space, and are unique."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tetsudo.draw import short_names
from tetsudo.draw.text.short_names import columns


@pytest.mark.parametrize(
    ("names", "width", "short"),
    [
        (["Ann", "Bo"], 8, ("Ann", "Bo")),
        (["Alexandra", "Bo"], 6, ("Alexa…", "Bo")),
        (["Ann Smith", "Ann Jones"], 6, ("Smith", "Jones")),
        (["Simple bot", "Simple bot 2", "Simple bot 3"], 6, ("Simp…t", "Simp…2", "Simp…3")),
        (["Alexander", "Alexandra"], 6, ("Alex…r", "Alex…a")),
        (["Ann Lee", "ann"], 4, ("Lee", "ann")),
        (["Ann Ng", "Ann Ng 2"], 5, ("Ann…g", "Ann…2")),
    ],
)
def test_names_are_shortened_by_their_words_their_beginning_or_their_end(
    names: list[str], width: int, short: tuple[str, ...]
) -> None:
    assert short_names(names, width) == short


def test_a_wide_character_takes_two_columns() -> None:
    assert short_names(["高松太郎", "高松次郎"], 8) == ("高松太郎", "高松次郎")
    assert short_names(["高松太郎", "Bo"], 5) == ("高松…", "Bo")
    assert columns("Zoe\u0308") == 3


def test_too_many_for_the_room_are_refused() -> None:
    with pytest.raises(ValueError, match="20 names do not fit into 1 columns"):
        short_names([f"Player {number}" for number in range(20)], 1)


@given(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=7, unique_by=str.casefold), st.integers(4, 12))
def test_they_fit_and_differ_whatever_they_are(names: list[str], width: int) -> None:
    short = short_names(names, width)
    assert len({each.casefold() for each in short}) == len(names)
    assert all(0 < columns(each) <= width or each == name for each, name in zip(short, names, strict=True))
