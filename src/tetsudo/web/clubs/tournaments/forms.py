"""Form of a new tournament."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tetsudo.titles.loader import is_name, titles
from tetsudo.web.clubs.tournaments.models import MAX_ROUNDS, MAX_TOURNAMENT_NAME_LENGTH, Tournament
from tetsudo.web.clubs.tournaments.table_settings import usual_settings
from tetsudo.web.reference.title_card import DEFAULT_PLAYERS
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.seats.presets import presets_of

DEFAULT_ROUNDS: Final = 3
PRESET_PREFIX: Final = "preset-"


class TournamentForm(forms.Form):
    """Choices of a new tournament. Everything else about its tables is a preset's, or as in the rulebook."""

    name = forms.CharField(label=gettext_lazy("Name of the tournament"), max_length=MAX_TOURNAMENT_NAME_LENGTH)
    game = forms.ChoiceField(
        label=gettext_lazy("Game"),
        help_text=gettext_lazy("For a scenario, variants or house rules, choose one of your presets."),
    )
    players = forms.TypedChoiceField(
        label=gettext_lazy("Players at a table"),
        help_text=gettext_lazy("At most. If the entrants do not divide evenly, some tables have one player fewer."),
        coerce=int,
        initial=DEFAULT_PLAYERS,
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"),
        help_text=gettext_lazy("As many as players at a table let everyone sit in each seat once."),
        min_value=1,
        max_value=MAX_ROUNDS,
        initial=DEFAULT_ROUNDS,
    )
    tempo = forms.ChoiceField(
        label=gettext_lazy("Pace of play"), choices=Table.Tempo.choices, initial=Table.Tempo.UNSAID
    )
    standings = forms.ChoiceField(
        label=gettext_lazy("Standings by"),
        help_text=gettext_lazy(
            "Points: 3, 2, 1 and 0 at a table of four; a tie shares them. Share: the average of your games."
        ),
        choices=Tournament.Standings.choices,
        initial=Tournament.Standings.POINTS,
    )
    same_deal = forms.BooleanField(
        label=gettext_lazy("Same deal at every table"),
        help_text=gettext_lazy("Also the same dice. Only its players see a table until all of the round are over."),
        required=False,
    )

    def __init__(self, guest: Guest | None, sent: Any = None, initial: Any = None) -> None:
        super().__init__(sent, initial=initial)
        self._presets = {f"{PRESET_PREFIX}{each.key}": each for each in presets_of(guest)}
        groups: list[tuple[str, Any]] = [(_("By the rulebook"), [(info.name, _(info.full_name)) for info in titles()])]
        if self._presets:
            groups.insert(0, (_("Your presets"), [(name, each.name) for name, each in self._presets.items()]))
        most = max(info.maximum_players for info in titles())
        self._offer("game", groups)
        self._offer("players", [(number, str(number)) for number in range(2, most + 1)])

    def _offer(self, name: str, choices: Any) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def settings(self) -> dict[str, Any]:
        """Settings of the tables in a valid form. A chosen pace replaces the preset's."""
        game, tempo = self.cleaned_data["game"], self.cleaned_data["tempo"]
        found = usual_settings(game) if is_name(game) else dict(self._presets[game].settings)
        if tempo != Table.Tempo.UNSAID:
            found["table"] = {**found["table"], "tempo": tempo}
        return found

    @property
    def choices(self) -> dict[str, Any]:
        """The tournament's own fields in a valid form."""
        return {name: self.cleaned_data[name] for name in ("name", "players", "rounds", "standings", "same_deal")}
