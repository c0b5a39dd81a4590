"""Contents of the plots panel: figures with tables of their values, and the table of operating rounds."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.template.loader import render_to_string
from django.utils.functional import cached_property
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tetsudo.analysis.accounts import PLOTS, Accounts, Plot, Round, drawn_from
from tetsudo.analysis.accounts.rounds import OPERATING, Run
from tetsudo.analysis.accounts.series import COMPANIES, PLAYERS, line_name, revenues_of, round_name, title_of
from tetsudo.core.units import Money
from tetsudo.draw import player_svg, plot_svg, short_names
from tetsudo.draw.plot import NARROW, WIDE, Moment, Size
from tetsudo.engine.model.title import Setup
from tetsudo.web.play.scene.fragment_cache import fragments
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.results.accounts_cache import cached_accounts
from tetsudo.web.tables.clocks.time_used import time_used

MAX_SHORT_NAME_LENGTH: Final = 5
"""Maximum length of a player's name over a column."""


class Owner(NamedTuple):
    """Owner of a plot line: a company with its symbol, or a player with a mark and a `short` name for columns."""

    name: str
    symbol: str
    mark: SafeString
    short: str = ""


class Period(NamedTuple):
    """A round in a table: its name, the version at its end, and its values."""

    name: str
    version: int
    start: int
    values: list[str]


class Figure(NamedTuple):
    """A plot in a wide and a narrow version, with its values."""

    name: str
    title: str
    wide: SafeString
    narrow: SafeString
    owners: list[Owner]
    periods: list[Period]

    @property
    def last(self) -> int:
        """Index of the last round."""
        return len(self.periods) - 1

    @property
    def latest(self) -> list[tuple[Owner, str]]:
        """Values of the last round, shown beside the plot while no round is pointed at."""
        return list(zip(self.owners, self.periods[-1].values, strict=True))


class Cell(NamedTuple):
    """A company's result in an operating round; `got`: each player's receipts."""

    revenue: str
    price: str
    payout: str
    got: list[str]


class Ledger(NamedTuple):
    """The table of operating rounds."""

    rounds: list[Period]
    rows: list[tuple[Owner, list[Cell | None]]]
    players: list[tuple[Owner, list[str]]]


class AccountsView:
    """A table's accounts, prepared for a page."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.accounts: Accounts = cached_accounts.accounts_of(scene)

    @property
    def setup(self) -> Setup:
        """The game's setup, in the viewer's language."""
        return self.scene.game.setup

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players."""
        return self.scene.game.names

    @cached_property
    def players(self) -> list[Owner]:
        """Players with their marks."""
        shorter = short_names(self.names, MAX_SHORT_NAME_LENGTH)
        return [
            Owner(name, "", mark_safe(player_svg(seat)), shorter[seat])  # safe: drawn by tetsudo.draw
            for seat, name in enumerate(self.names)
        ]

    def figure(self, name: str, sizes: tuple[Size, Size] = (WIDE, NARROW), moments: tuple[Moment, ...] = ()) -> Figure:
        """The plot with this name."""
        plot = drawn_from(self.accounts, name)
        wide, narrow = (self._draw_plot(plot, size, moments) for size in sizes)
        periods = [
            self._period(round, [self._money(line.values[at]) for line in plot.lines])
            for at, round in enumerate(self.accounts.rounds)
        ]
        owners = [self._owner(plot, number) for number in range(len(plot.lines))]
        return Figure(name, title_of(self.setup, name), wide, narrow, owners, periods)

    def ledger(self) -> Ledger:
        """Table of operating rounds: companies that ran, and the players' total receipts."""
        rounds = [each for each in self.accounts.rounds if each.kind == OPERATING]
        runs = [revenues_of(each) for each in rounds]
        ran = [company for company in self.setup.companies if any(company.id in each for each in runs)]
        rows = [
            (
                Owner(company.symbol, company.symbol, SafeString()),
                [self._cell(round, has.get(company.id)) for round, has in zip(rounds, runs, strict=True)],
            )
            for company in ran
        ]
        players = [
            (owner, [self._number_text(sum(run.got[seat] for run in has.values())) for has in runs])
            for seat, owner in enumerate(self.players)
        ]
        return Ledger([self._period(each, []) for each in rounds], rows, players)

    def _draw_plot(self, plot: Plot, size: Size, moments: tuple[Moment, ...]) -> SafeString:
        drawn = plot_svg(self.setup, self.names, self.accounts, plot, size=size, theme="page", moments=moments)
        return mark_safe(drawn)  # safe: drawn by tetsudo.draw

    def _owner(self, plot: Plot, number: int) -> Owner:
        line = plot.lines[number]
        if plot.whose == PLAYERS:
            return self.players[line.of]
        name = line_name(self.setup, self.names, plot, line)
        return Owner(name, name if plot.whose == COMPANIES else "", SafeString())

    def _period(self, round: Round, values: list[str]) -> Period:
        path = self.scene.hot.path
        version = path[round.end - 1] if round.end else self.scene.hot.begun
        return Period(round_name(self.setup, round), version, round.start, values)

    def _cell(self, round: Round, run: Run | None) -> Cell | None:
        if run is None:
            return None
        price = round.standing.prices[run.company]
        got = [self._number_text(amount) for amount in run.got]
        return Cell(self._number_text(run.revenue), self._number_text(price or 0), run.payout, got)

    def _money(self, amount: Money | None) -> str:
        return "–" if amount is None else self.scene.labels.money(amount)

    def _number_text(self, amount: Money) -> str:
        return f"{amount:,}" if amount else ""


def panel(scene: Scene) -> SafeString:
    """All plots of a game with their tables, cached by version, language and viewer."""
    key = ("plots", scene.table.key, scene.version, get_language(), scene.language, scene.cache_viewer)

    def draw() -> SafeString:
        shown = AccountsView(scene)
        context = {
            "table": scene.table,
            "setup": shown.setup,
            "figures": [shown.figure(name) for name in PLOTS],
            "ledger": shown.ledger(),
            "players": shown.players,
            "time_used": time_used(scene.table),
            "sheets": [
                ("all", _("all plots")),
                ("sources", _("where money came from")),
                ("runs", _("operating rounds")),
            ],
        }
        return render_to_string("plots/panel.html", context)

    return fragments.get(key, draw)
