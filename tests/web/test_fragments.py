"""Template fragments that are rendered once for the same values."""

from __future__ import annotations

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.utils.translation import override

from tetsudo.web.play.scene.fragment_cache import Fragments


class Counted:
    """Counts how often it was rendered."""

    def __init__(self) -> None:
        self.times = 0

    def __str__(self) -> str:
        self.times += 1
        return f"{self.times}"


@pytest.fixture(autouse=True)
def _none_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tetsudo.web.play.scene.fragment_cache.fragments", Fragments())


def test_the_same_values_are_written_once() -> None:
    template, seen = Template("{% cached row %}{{ row }}:{{ seen }}{% endcached %}"), Counted()
    assert [template.render(Context({"row": row, "seen": seen})) for row in ("a", "b", "a")] == ["a:1", "b:2", "a:1"]


def test_each_language_has_its_own() -> None:
    template, seen = Template('{% cached row %}{% translate "Treasury" %} {{ row }}{% endcached %}'), {"row": 1}
    assert template.render(Context(seen)) == "Treasury 1"
    with override("ja"):
        assert "Treasury" not in template.render(Context(seen))


def test_two_places_with_the_same_values_are_two() -> None:
    template = Template(
        "{% cached row %}<b>{{ row }}</b>{% endcached %}\n{% cached row %}<i>{{ row }}</i>{% endcached %}"
    )
    assert template.render(Context({"row": 1})) == "<b>1</b>\n<i>1</i>"


def test_what_does_not_say_what_is_in_it_is_never_kept() -> None:
    template, seen = Template("{% cached row %}{{ row }}{% endcached %}"), Counted()
    assert [template.render(Context({"row": seen})) for _ in range(2)] == ["1", "2"]


def test_it_must_be_said_what_is_shown() -> None:
    with pytest.raises(TemplateSyntaxError):
        Template("{% cached %}{% endcached %}")
