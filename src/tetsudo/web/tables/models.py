"""Models of tables. A game is stored as its moves, with some positions that are computed from them.

`Move` is append-only: an undo is a move of its own. So a position's number is the number of
moves before it, it never changes, and no action is ever lost.
"""

from __future__ import annotations

import secrets
from typing import Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tetsudo.game.play import MAX_NAME_LENGTH

MAX_LIKENESS_LENGTH: Final = 20 * MAX_NAME_LENGTH
"""Unicode normalisation may expand a single character to eighteen."""

MAX_PRESET_NAME_LENGTH: Final = 40

MAX_AWAY_NOTE_LENGTH: Final = 100
MAX_WORD_LENGTH: Final = 40
"""Maximum length of the name of a step, and of a company's symbol, of which none is nearly as long."""


def public_key() -> str:
    """Key in a table's address: hard to guess, since a table may be private."""
    return secrets.token_urlsafe(9)


def secret_key() -> str:
    """Secret key that gives access to a seat or a guest."""
    return secrets.token_urlsafe(24)


class Guests(models.Manager["Guest"]):
    """Manager of guests."""

    def with_id(self, number: int) -> Guest | None:
        """Guest with a primary key. In SQL, as `VisibleTables.with_key`."""
        return next(iter(self.raw("SELECT * FROM tables_guest WHERE id = %s", [number])), None)


class Guest(models.Model):
    """A person at tables: a name, and a secret key that signs in the same person's other browsers.

    A guest with an account is signed in by that account only; the key is then used nowhere.
    """

    key = models.CharField(max_length=64, unique=True, default=secret_key)
    name = models.CharField(max_length=MAX_NAME_LENGTH, blank=True)
    account = models.OneToOneField(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="guest")
    away_note = models.CharField(max_length=MAX_AWAY_NOTE_LENGTH, blank=True)  # shown at the guest's tables
    finished_lessons = models.JSONField(default=list, blank=True)  # keys such as 1889/float
    created = models.DateTimeField(auto_now_add=True)

    objects = Guests()

    def __str__(self) -> str:
        return self.name or f"guest {self.pk}"


class Block(models.Model):
    """A guest whom another one has blocked: see `people.blocks`."""

    blocker = models.ForeignKey(Guest, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(Guest, models.CASCADE, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("blocker", "blocked"), name="block_once"),)

    def __str__(self) -> str:
        return f"{self.blocked_id} by {self.blocker_id}"


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


class Seat(models.Model):
    """A seat at a table. Open until a guest or a bot takes it; its key is the secret part of its link."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=MAX_NAME_LENGTH, blank=True)
    guest = models.ForeignKey(Guest, models.SET_NULL, null=True, related_name="seats")
    bot = models.CharField(max_length=20, blank=True)  # a key of `bot_levels.BOTS`
    since = models.DateTimeField(null=True)  # when the guest or bot took it; None: with the opening
    left_by = models.ForeignKey(Guest, models.SET_NULL, null=True, related_name="+")  # the guest who may return to it
    key = models.CharField(max_length=64, unique=True, default=secret_key)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("table", "number"), name="seat_once"),)

    def __str__(self) -> str:
        return f"{self.name or 'open'} at {self.table_id}"

    @property
    def is_open(self) -> bool:
        """True if neither a guest nor a bot has the seat."""
        return not self.bot and self.guest_id is None


class SeatInvitation(models.Model):
    """An invitation of a person to a table, by its owner. Once declined, the person is not invited there again."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    guest = models.ForeignKey(Guest, models.CASCADE, related_name="invitations")
    seat = models.OneToOneField(Seat, models.SET_NULL, null=True, related_name="invitation")  # reserved for the person
    is_declined = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("table", "guest"), name="invitation_once"),)

    def __str__(self) -> str:
        return f"{self.guest_id} to {self.table_id}"


class Move(models.Model):
    """An action in the format of records, or an undo or redo to a number of actions."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="moves")
    index = models.PositiveIntegerField()
    data: models.JSONField[Any, Any] = models.JSONField()
    seat = models.PositiveSmallIntegerField(null=True)  # None: random events and automatic passes
    is_planned = models.BooleanField(null=True)  # True if a plan made it
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("index",)
        constraints = (models.UniqueConstraint(fields=("table", "index"), name="move_once"),)

    def __str__(self) -> str:
        return f"{self.table_id}/{self.index}"


class Snapshot(models.Model):
    """A position as text: the present one of a table, written with each move, or one that a game restarts from."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="snapshots")
    version = models.PositiveIntegerField()
    text = models.TextField()
    begins = models.BooleanField(default=False)  # moves before it are no longer read

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("table", "version"), name="snapshot_once"),
            models.UniqueConstraint(fields=("table",), condition=models.Q(begins=False), name="present_snapshot_once"),
        )

    def __str__(self) -> str:
        return f"{self.table_id} at {self.version}"


class Milestone(models.Model):
    """An intermediate position with its history (`storage`), so that no game is replayed from its beginning."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="milestones")
    version = models.PositiveIntegerField()
    length = models.PositiveIntegerField()  # its number of actions; `last`: version after the last of them
    last = models.PositiveIntegerField()
    text = models.BinaryField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "version"), name="milestone_once"),)

    def __str__(self) -> str:
        return f"{self.table_id} at {self.version}"


class UndoRequest(models.Model):
    """A request to undo moves, which the others must agree to. Any move voids it."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="undo_request")
    version = models.PositiveIntegerField()
    to = models.PositiveIntegerField()  # number of actions after the undo
    asked_by = models.CharField(max_length=MAX_NAME_LENGTH)
    agreed: models.JSONField[Any, Any] = models.JSONField(default=list)  # guests' ids

    def __str__(self) -> str:
        return f"{self.table_id} back to {self.to}"


class PauseRequest(models.Model):
    """A request to pause the clocks, which the others must agree to. Any move voids it."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="pause_request")
    version = models.PositiveIntegerField()
    asked_by = models.CharField(max_length=MAX_NAME_LENGTH)
    agreed: models.JSONField[Any, Any] = models.JSONField(default=list)  # guests' ids

    def __str__(self) -> str:
        return f"pause at {self.table_id}"


class ClockEvent(models.Model):
    """A moment other than a move at which clocks started, stopped or were read. Explains `used_ms` with the moves."""

    class Kind(models.TextChoices):
        """Kind of event."""

        BEGIN = "begin"  # of the game; `people`: as for SEATS
        SEATS = "seats"  # another guest or bot sat down; `people`: numbers of the seats with a guest
        PLAN = "plan"  # the player to act made a plan, which may make the next move
        PAUSE = "pause"
        RESUME = "resume"

    table = models.ForeignKey(Table, models.CASCADE, related_name="clock_events")
    at = models.DateTimeField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    people: models.JSONField[Any, Any] = models.JSONField(null=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.kind} at {self.table_id}"


class Vacation(models.Model):
    """Vacation days of a player, in which no deadline runs for them."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="vacations")
    guest = models.ForeignKey(Guest, models.CASCADE, related_name="+")
    begins = models.DateTimeField()
    days = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("begins",)

    def __str__(self) -> str:
        return f"{self.days} days from {self.begins:%Y-%m-%d} for {self.seat_id}"


class SeatRequest(models.Model):
    """A request to vacate a seat in a running game, or to give it to a bot, which the others must agree to."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="request")
    bot = models.CharField(max_length=20, blank=True)  # the bot; "" to vacate the seat
    version = models.PositiveIntegerField()  # void once the seat has moved since
    asked_by = models.ForeignKey(Guest, models.CASCADE, related_name="+")
    agreed: models.JSONField[Any, Any] = models.JSONField(default=list)  # guests' ids

    def __str__(self) -> str:
        return f"{self.seat_id} to {self.bot or 'nobody'}"


class SeatPlan(models.Model):
    """A programmed action of a seat. Only its owner sees it; it is void once another guest has the seat.

    It is based on the first `length` actions of the game: an undo to fewer of them stops it.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="plans")
    guest = models.ForeignKey(Guest, models.CASCADE, related_name="+")
    about = models.CharField(max_length=60)  # its subject: a later plan about the same replaces it
    data: models.JSONField[Any, Any] = models.JSONField()  # as returned by `plan_to_data`
    length = models.PositiveIntegerField()  # its own last action included
    done = models.PositiveIntegerField(default=0)  # number of times that it was carried out
    stopped = models.CharField(max_length=20, blank=True)  # the reason, see `programmed_text`; "" while active
    facts: models.JSONField[Any, Any] = models.JSONField(default=dict)  # details of the reason

    class Meta:
        constraints = (models.UniqueConstraint(fields=("seat", "about"), name="plan_once"),)

    def __str__(self) -> str:
        return f"{self.about} of {self.seat_id}"


class Message(models.Model):
    """A message in a table's chat: a guest's, or a system message (`news`)."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="messages")
    guest = models.ForeignKey(Guest, models.SET_NULL, null=True)  # the author, or the cause of the news
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    seen = models.CharField(max_length=MAX_LIKENESS_LENGTH, blank=True)  # `seen` and `read`: the name's likeness
    read = models.CharField(max_length=MAX_LIKENESS_LENGTH, blank=True)
    is_seated = models.BooleanField(default=False)  # True if the author had a seat then
    text = models.CharField(max_length=1000)
    news = models.CharField(max_length=20, blank=True)  # a key of `system_messages.SENTENCES`; `facts` fill it in
    facts: models.JSONField[Any, Any] = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        indexes = (
            models.Index(fields=("table", "seen"), name="message_seen"),
            models.Index(fields=("table", "read"), name="message_read"),
        )

    def __str__(self) -> str:
        return f"{self.name or self.news}: {self.text}"


class ReadMark(models.Model):
    """Last message that a guest has read at a table; see `unread`."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="read_marks")
    guest = models.ForeignKey(Guest, models.CASCADE)
    message = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "guest"), name="read_mark_once"),)

    def __str__(self) -> str:
        return f"{self.guest_id} at {self.table_id} up to {self.message}"


class Note(models.Model):
    """Private notes of a guest at a table."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="notes")
    guest = models.ForeignKey(Guest, models.CASCADE)
    text = models.TextField(max_length=20_000, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "guest"), name="note_once"),)

    def __str__(self) -> str:
        return f"note of {self.guest_id}"


class Preset(models.Model):
    """Settings for new tables, saved by a guest under a name. Its key is the hard-to-guess part of its link."""

    key = models.CharField(max_length=32, unique=True, default=public_key)
    guest = models.ForeignKey(Guest, models.CASCADE, related_name="presets")
    name = models.CharField(max_length=MAX_PRESET_NAME_LENGTH)
    settings: models.JSONField[Any, Any] = models.JSONField()  # as `lobby.preset_settings` writes them
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("guest", "name"), name="preset_once"),)

    def __str__(self) -> str:
        return f"{self.name} of {self.guest_id}"


class NoteLine(models.Model):
    """Private note of a guest on a company or a player of a table. `about`: "company:AR", or "player:2" by seat."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="note_lines")
    guest = models.ForeignKey(Guest, models.CASCADE)
    about = models.CharField(max_length=40)
    text = models.CharField(max_length=200)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "guest", "about"), name="note_line_once"),)

    def __str__(self) -> str:
        return f"note of {self.guest_id} on {self.about}"
