"""Advice from a bot: its move in the viewer's place, its reason, and the other moves that it compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from tetsudo.bots.advice import CLEAR, EVEN, LIKELY, UNKNOWN, Advice, confidence, margin
from tetsudo.bots.player import Line
from tetsudo.core.actions import Action
from tetsudo.core.errors import BadInput
from tetsudo.engine.model.templates import Phrase
from tetsudo.language.labels import Labels, action_text, action_to_data
from tetsudo.language.power_sentences import phrase_text
from tetsudo.web.common.error_pages import field_message, sentence_of
from tetsudo.web.play.scene.scene import Scene, scene_of, table_or_404
from tetsudo.web.play.scene.widgets import Choice
from tetsudo.web.tables.bot_levels import BOTS, choices, label_of
from tetsudo.web.tables.bots import advice as advising
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.seats.guests import check_rate_limit
from tetsudo.web.tables.workers.async_results import PENDING
from tetsudo.web.tables.workers.process_pool import DONE, Outcome

DEFAULT_ADVISER: Final = "coach"
"""Bot selected by default."""

SURENESS_TEXTS: Final[Mapping[str, Promise]] = {
    CLEAR: gettext_lazy("The first move is better than all others by more than twice the error."),
    LIKELY: gettext_lazy("The first move is probably best, but the next is close."),
    EVEN: gettext_lazy("The first move is hardly better than the next: the difference is within the error."),
    UNKNOWN: gettext_lazy("Too few playouts to be sure."),
}


@dataclass(frozen=True)
class ComparedMove:
    """Display texts of a compared move: the action, and the expected final result."""

    text: str
    choice: Choice
    hex: str = ""
    ahead: str = ""
    error: str = ""
    games: str = ""
    worths: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class AdvicePanel:
    """The advice panel: the bots to ask, and the answer so far.

    `waits`: the bot is thinking; `sentence`: the reason for its move, or for no answer; `hope`: what its move counts
    on.
    """

    bots: Sequence[tuple[str, object]]
    bot: str
    label: str = ""
    waits: bool = False
    sentence: str = ""
    hope: str = ""
    sure: str = ""
    lines: Sequence[ComparedMove] = ()

    @property
    def is_asked(self) -> bool:
        """True if a bot was asked."""
        return bool(self.label)


def advice_panel(scene: Scene) -> AdvicePanel | None:
    """The advice panel, with the answer that the viewer has asked for; None if they may not ask a bot."""
    if not scene.may_act or not advising.may_be_asked(scene.table, scene.seats):
        return None
    player = scene.game.to_act.player
    bot = advising.asked_bot(scene.table, scene.hot, player)
    outcome = advising.advice_outcome(scene.table, scene.hot, player, bot) if bot else None
    return _panel(scene, bot, outcome)


def _panel(scene: Scene, bot: str, outcome: Outcome | None, refusal: str = "") -> AdvicePanel:
    bots = choices()
    if outcome is None:
        return AdvicePanel(bots, bot or DEFAULT_ADVISER, sentence=refusal)
    label = str(label_of(bot))
    if outcome is PENDING:
        return AdvicePanel(bots, bot, label, waits=True)
    if outcome.how != DONE:
        return AdvicePanel(bots, bot, label, sentence=_("No advice this time. Try again, or ask another bot."))
    found: Advice = outcome.value
    player, labels = scene.game.to_act.player, Labels(scene.game.setup, scene.game.names)
    sentence, hope = _reason(found.sentence, labels), _reason(found.hope, labels)
    if not found.lines:
        plain = [_plain_move(scene, found.action)]
        return AdvicePanel(
            bots, bot, label, sentence=sentence or _("This bot does not compare moves."), hope=hope, lines=plain
        )
    sure = str(SURENESS_TEXTS[confidence(found.lines, player)]) if len(found.lines) > 1 else ""
    lines = [_compared_move(scene, line, labels) for line in found.lines]
    return AdvicePanel(bots, bot, label, sentence=sentence, hope=hope, sure=sure, lines=lines)


def _reason(sentence: Phrase, labels: Labels) -> str:
    """A bot's explanation; empty if it cannot be formatted, as a custom bot may return anything."""
    try:
        return phrase_text(sentence, labels)
    except Exception:
        return ""


def _plain_move(scene: Scene, action: Action) -> ComparedMove:
    """Display texts of an action without expected results."""
    setup, names = scene.game.setup, scene.game.names
    text = action_text(setup, names, action)
    choice = Choice(_("Choose this"), action_to_data(setup, names, action), says=text)
    hex = getattr(action, "hex", None)
    return ComparedMove(text, choice, setup.map.hexes[hex].name if isinstance(hex, int) else "")


def _compared_move(scene: Scene, line: Line, labels: Labels) -> ComparedMove:
    plain = _plain_move(scene, line.action)
    ahead = round(margin(line, scene.game.to_act.player))
    return ComparedMove(
        plain.text,
        plain.choice,
        plain.hex,
        f"{'−' if ahead < 0 else '+'}{labels.money(abs(ahead))}",
        labels.money(round(line.spread)) if line.samples > 1 else "",
        ngettext("1 game", "{count} games", line.samples).format(count=line.samples),
        [(name, labels.money(round(worth))) for name, worth in zip(scene.game.names, line.worths, strict=True)],
    )


@require_http_methods(["GET", "POST"])
@cache_control(no_store=True)
def advice(request: HttpRequest, key: str) -> HttpResponse:
    """Ask a bot (POST: `bot`, `version`), or poll for its answer (GET)."""
    table = table_or_404(key)
    scene = scene_of(request, table)
    asked = request.POST if request.method == "POST" else request.GET
    if not scene.may_act or asked.get("version") != str(scene.version):
        return HttpResponse(status=204)  # the page is notified of the move anyway
    bot, player = asked.get("bot", ""), scene.game.to_act.player
    status, refusal, outcome = 200, "", advising.advice_outcome(table, scene.hot, player, bot)
    if request.method == "POST" and outcome is not PENDING:
        try:
            check_rate_limit(request, "advice")
            outcome = advising.ask(table, scene.hot, player, bot)
        except BadInput as error:
            status, refusal = 422, field_message(error)
        except NotAllowed as error:
            status, refusal = 403, sentence_of(error)
    corner = _panel(scene, bot if bot in BOTS else "", outcome, refusal)
    return render(
        request, "table/decision/advice.html", {"table": table, "scene": scene, "advice": corner}, status=status
    )
