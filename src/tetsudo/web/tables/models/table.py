"""Tables: what was agreed when one was made, and where its game stands."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from django.db import models
from django.utils.translation import gettext_lazy as _

from tetsudo.web.tables.models.people import Guest, public_key

MAX_WORD_LENGTH: Final = 40
"""Maximum length of the name of a step, and of a company's symbol, of which none is nearly as long."""


class VisibleTables(models.Manager["Table"]):
    """Manager for tables that are not hidden."""

    def get_queryset(self) -> models.QuerySet[Table]:
        """Tables, without those still being created and deleted ones kept for the moves of their branches."""
        return super().get_queryset().filter(is_hidden=False)

    def with_key(self, key: str) -> Table | None:
        """Table with a key. In SQL: every request asks, and building the query takes twice as long as the rest."""
        return next(iter(self.raw("SELECT * FROM tables_table WHERE key = %s AND NOT is_hidden", [key])), None)


class Table(models.Model):
    """A game that is running, finished, or waiting for players.

    A branch reads its first `shared` moves from the table `moves_of`. That table is kept as long as a
    branch needs it: deleting it only hides it. `branch_of` is the table that a user branched from,
    `rematch_of` the one that this game is a rematch of.
    """

    class Status(models.TextChoices):
        """State of a table."""

        WAITING = "waiting", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CLOSED = "closed", _("closed")  # by an organiser, before its end: no one can move

    class Undo(models.TextChoices):
        """Permission to undo moves."""

        FREE = "free", _("any move, by anyone at the table")
        OWN = "own", _("your own, until another moves")
        AGREE = "agree", _("any move, if everyone agrees")
        MASTER = "master", _("any move, by the table's owner")
        NONE = "none", _("no one")

    class Talk(models.TextChoices):
        """Permission to write in the chat."""

        USUAL = "usual", _("players; spectators if listed")
        ALL = "all", _("players and spectators")
        SEATED = "seated", _("players only")

    class Advice(models.TextChoices):
        """Permission to ask a bot for advice."""

        USUAL = "usual", _("people alone or at one screen")
        ALL = "all", _("every player, on their turn")
        NONE = "none", _("no one")

    class AutoPass(models.TextChoices):
        """Setting for automatic passes of players who can only pass."""

        USUAL = "usual", _("yes, unless played over days")
        ALWAYS = "always", _("yes")
        NEVER = "never", _("no, players pass on their own")

    class Cardboard(models.TextChoices):
        """Companion of a game that is played on cardboard."""

        NO = "no", _("no")
        STRICT = "strict", _("yes, by the rules")
        TRUST = "trust", _("yes, and all may correct")

    class Tempo(models.TextChoices):
        """Pace at which a game is meant to be played."""

        UNSAID = "unsaid", _("not said")
        LIVE = "live", _("live, in one sitting")
        BRISK = "brisk", _("by turn, several moves a day")
        DAILY = "daily", _("by turn, about one move a day")
        RELAXED = "relaxed", _("by turn, relaxed")

    class ClockEnd(models.TextChoices):
        """Consequence of a used-up clock."""

        SHOWN = "shown", _("it is only shown")
        PENALTY = "penalty", _("each minute over costs money")
        BOT = "bot", _("a bot plays until the player returns")

    class DeadlineEnd(models.TextChoices):
        """Consequence of a deadline that has passed."""

        PLAYERS = "players", _("any other player may open the seat")
        REMINDER = "reminder", _("a reminder, nothing else")
        BOT = "bot", _("a bot plays until the player returns")
        OWNER = "owner", _("the table's owner decides")

    class Master(models.TextChoices):
        """Master mode: the owner moves for all players, if all have agreed."""

        NEVER = "never"
        AGREED = "agreed"  # or asked for: `MasterRequest` has who agrees
        ENDED = "ended"

    key = models.CharField(max_length=32, unique=True, default=public_key)
    name = models.CharField(max_length=80, blank=True)
    owner = models.ForeignKey(Guest, models.PROTECT, related_name="owned")
    title = models.CharField(max_length=40)
    scenario = models.CharField(max_length=40, blank=True)
    variants: models.JSONField[Any, Any] = models.JSONField(default=list)
    options: models.JSONField[Any, Any] = models.JSONField(default=dict)
    random_seating = models.BooleanField(default=False)
    seed = models.BigIntegerField(default=0)
    deal: models.JSONField[Any, Any] = models.JSONField(null=True)
    start = models.TextField(blank=True)  # the starting position, if not that of the title
    undo = models.CharField(max_length=10, choices=Undo.choices, default=Undo.OWN)
    best_routes = models.BooleanField(default=True)
    is_listed = models.BooleanField(default=True)
    talk = models.CharField(max_length=10, choices=Talk.choices, default=Talk.USUAL)
    deadline = models.PositiveSmallIntegerField(default=0)  # days without a move until a seat may be vacated; 0: never
    advice = models.CharField(max_length=10, choices=Advice.choices, default=Advice.USUAL)
    pace = models.PositiveSmallIntegerField(default=0)  # minimum seconds before a bot moves; 0: the site's default
    auto_pass = models.CharField(max_length=10, choices=AutoPass.choices, default=AutoPass.USUAL)
    cardboard = models.CharField(max_length=10, choices=Cardboard.choices, default=Cardboard.NO)
    tempo = models.CharField(max_length=10, choices=Tempo.choices, default=Tempo.UNSAID)
    starts_at = models.DateTimeField(null=True)  # date of a live game; no clock runs before
    clock_minutes = models.PositiveSmallIntegerField(default=0)  # time budget of each player; 0: no clocks
    clock_end = models.CharField(max_length=10, choices=ClockEnd.choices, default=ClockEnd.SHOWN)
    clock_penalty = models.PositiveSmallIntegerField(default=0)  # money for each minute over, if `clock_end` says so
    vacation_days = models.PositiveSmallIntegerField(default=0)  # days that each player may add to deadlines in all
    deadline_end = models.CharField(max_length=10, choices=DeadlineEnd.choices, default=DeadlineEnd.PLAYERS)
    master = models.CharField(max_length=10, choices=Master.choices, default=Master.NEVER)
    language = models.CharField(max_length=10, blank=True)  # language spoken at the table; "": not said
    file_digest = models.CharField(max_length=64, blank=True)  # of the file that the game was brought from
    branch_of = models.ForeignKey("self", models.SET_NULL, null=True, related_name="branches")
    branch_version = models.PositiveIntegerField(default=0)
    rematch_of = models.ForeignKey("self", models.SET_NULL, null=True, related_name="rematches")
    moves_of = models.ForeignKey("self", models.PROTECT, null=True, related_name="heirs")
    shared = models.PositiveIntegerField(default=0)
    is_hidden = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    objects = VisibleTables()
    everything: models.Manager[Table] = models.Manager()

    class Meta:
        indexes = (
            models.Index(fields=("owner", "file_digest"), condition=~models.Q(file_digest=""), name="table_brought_by"),
        )

    # Derived from the moves, for lists of tables and for the check of a move's number.
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING, db_index=True)
    version = models.PositiveIntegerField(default=0)
    to_act = models.SmallIntegerField(null=True)
    stage = models.CharField(max_length=80, blank=True)
    doing = models.CharField(max_length=MAX_WORD_LENGTH, blank=True)  # the step, and the company in turn
    acting = models.CharField(max_length=MAX_WORD_LENGTH, blank=True)
    result: models.JSONField[Any, Any] = models.JSONField(null=True)
    used_ms: models.JSONField[Any, Any] = models.JSONField(default=list)  # time used: milliseconds by seat
    clock_since = models.DateTimeField(null=True)  # when the present player's clock started; None: it does not run
    paused_at = models.DateTimeField(null=True)  # since when the clocks are paused; None: they are not
    overdue_version = models.PositiveIntegerField(null=True)  # version whose deadline was found to have passed
    reopened = models.DateTimeField(null=True)  # when an organiser last opened it again after closing it
    changed = models.DateTimeField(auto_now=True, db_index=True)

    def __str__(self) -> str:
        return f"{self.key} ({self.title})"

    @property
    def variants_query(self) -> str:
        """Query string of its scenario and variants for the title's card; "" if it has neither."""
        query = {"scenario": self.scenario or [], "variants": self.variants}
        return f"?{urlencode(query, doseq=True)}" if self.scenario or self.variants else ""

    @property
    def may_spectators_chat(self) -> bool:
        """True if spectators may write in the chat."""
        return self.talk == self.Talk.ALL or (self.talk == self.Talk.USUAL and self.is_listed)

    @property
    def is_on_cardboard(self) -> bool:
        """True if the table accompanies a game on cardboard."""
        return self.cardboard in (self.Cardboard.STRICT, self.Cardboard.TRUST)

    @property
    def has_auto_pass(self) -> bool:
        """True if players who can only pass do so automatically: by default at tables without a deadline."""
        return self.auto_pass == self.AutoPass.ALWAYS or (self.auto_pass == self.AutoPass.USUAL and not self.deadline)
