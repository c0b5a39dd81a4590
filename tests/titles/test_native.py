"""Names in a title's own language are shown next to the romanized ones."""

from __future__ import annotations

from tetsudo.titles.loader import setup


def test_places_and_companies_have_their_japanese_names() -> None:
    fixed = setup("1889", 3)
    kochi = fixed.map.hexes[fixed.map.by_name["F9"]]
    assert (fixed.language, kochi.place, kochi.native) == ("ja", "Kōchi", "高知")
    assert fixed.company("TR").native == "土佐電気鉄道"
    assert fixed.map.hexes[fixed.map.by_name["A8"]].native == ""
