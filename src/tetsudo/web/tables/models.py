"""What the site keeps. A game is its moves; of what is computed from them, some positions are kept.

`Move` is append-only: an undo is a move of its own. So a position's number is the count of
moves before it, it never changes, and nothing that somebody did is ever lost.
"""

from __future__ import annotations

import secrets
from typing import Any, Final
from urllib.parse import urlencode

from django.db import models
from django.utils.translation import gettext_lazy as _

from tetsudo.game.play import LONGEST_NAME

LONGEST_LIKENESS: Final = 20 * LONGEST_NAME
"""A single letter may stand for eighteen."""


def public_key() -> str:
    """What stands in a table's address: not to be guessed, since a table may be private."""
    return secrets.token_urlsafe(9)


def secret_key() -> str:
    """What opens a seat or is a guest."""
    return secrets.token_urlsafe(24)


class Guest(models.Model):
    """Somebody who came: a name, and a secret that other browsers of the same person may bring."""

    key = models.CharField(max_length=64, unique=True, default=secret_key)
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name or f"guest {self.pk}"


class Shown(models.Manager["Table"]):
    """The tables that are there for people."""

    def get_queryset(self) -> models.QuerySet[Table]:
        """Without those that are just being made, and those that only lend their moves to branches."""
        return super().get_queryset().filter(is_hidden=False)


class Table(models.Model):
    """A game that is played, or waits for players.

    A branch reads its first `shared` moves at the table `moves_of`, which stays as long as that is
    so: if it is deleted, it is hidden. `branch_of` is the table that people branched from, `rematch_of`
    the one whose people play again.
    """

    class Status(models.TextChoices):
        """How far a table is."""

        WAITING = "waiting", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    class Undo(models.TextChoices):
        """Who may take moves back."""

        FREE = "free", _("anybody at the table, any move")
        OWN = "own", _("your own moves, until another person has moved")
        AGREE = "agree", _("any move, if all at the table agree")
        MASTER = "master", _("only who opened the table, any move")
        NONE = "none", _("nobody")

    class Talk(models.TextChoices):
        """Who may write in the chat."""

        USUAL = "usual", _("players; at a listed table also who watches")
        ALL = "all", _("players, and who watches")
        SEATED = "seated", _("players only")

    class Advice(models.TextChoices):
        """Who may ask a bot what would be sensible."""

        USUAL = "usual", _("who plays alone, against bots or at one screen")
        ALL = "all", _("every player, when it is his turn")
        NONE = "none", _("nobody")

    class AutoPass(models.TextChoices):
        """Where somebody is passed over who can do nothing but pass."""

        USUAL = "usual", _("yes, unless the table is played over days")
        ALWAYS = "always", _("yes")
        NEVER = "never", _("no, everybody passes himself")

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
    start = models.TextField(blank=True)  # the position that it began with, if not the beginning
    undo = models.CharField(max_length=10, choices=Undo.choices, default=Undo.OWN)
    best_routes = models.BooleanField(default=True)
    is_listed = models.BooleanField(default=True)
    talk = models.CharField(max_length=10, choices=Talk.choices, default=Talk.USUAL)
    deadline = models.PositiveSmallIntegerField(default=0)  # days without a move until a seat may be emptied; 0: never
    advice = models.CharField(max_length=10, choices=Advice.choices, default=Advice.USUAL)
    pace = models.PositiveSmallIntegerField(default=0)  # seconds before a bot moves, at least; 0: as the site has it
    auto_pass = models.CharField(max_length=10, choices=AutoPass.choices, default=AutoPass.USUAL)
    branch_of = models.ForeignKey("self", models.SET_NULL, null=True, related_name="branches")
    branch_version = models.PositiveIntegerField(default=0)
    rematch_of = models.ForeignKey("self", models.SET_NULL, null=True, related_name="rematches")
    moves_of = models.ForeignKey("self", models.PROTECT, null=True, related_name="heirs")
    shared = models.PositiveIntegerField(default=0)
    is_hidden = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    objects = Shown()
    everything: models.Manager[Table] = models.Manager()

    # What the moves say, kept here for lists of tables and for the check of a move's number.
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING, db_index=True)
    version = models.PositiveIntegerField(default=0)
    to_act = models.SmallIntegerField(null=True)
    stage = models.CharField(max_length=80, blank=True)
    result: models.JSONField[Any, Any] = models.JSONField(null=True)
    changed = models.DateTimeField(auto_now=True, db_index=True)

    def __str__(self) -> str:
        return f"{self.key} ({self.title})"

    @property
    def chosen(self) -> str:
        """Its scenario and variants as the address of the title's card has them; "" where nothing is chosen."""
        query = {"scenario": self.scenario or [], "variants": self.variants}
        return f"?{urlencode(query, doseq=True)}" if self.scenario or self.variants else ""

    @property
    def watchers_talk(self) -> bool:
        """Whether who only watches may write in the chat."""
        return self.talk == self.Talk.ALL or (self.talk == self.Talk.USUAL and self.is_listed)

    @property
    def passes_by_itself(self) -> bool:
        """Whether somebody is passed over who can do nothing else: usually where no deadline counts days."""
        return self.auto_pass == self.AutoPass.ALWAYS or (self.auto_pass == self.AutoPass.USUAL and not self.deadline)


class Seat(models.Model):
    """A place at a table. Open until a guest or a program takes it; the key opens it."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    guest = models.ForeignKey(Guest, models.SET_NULL, null=True, related_name="seats")
    bot = models.CharField(max_length=20, blank=True)  # a name of `bots.BOTS`
    since = models.DateTimeField(null=True)  # when somebody sat down, by himself, or a program did
    left_by = models.ForeignKey(Guest, models.SET_NULL, null=True, related_name="+")  # who may come back to it
    key = models.CharField(max_length=64, unique=True, default=secret_key)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("table", "number"), name="seat_once"),)

    def __str__(self) -> str:
        return f"{self.name or 'open'} at {self.table_id}"

    @property
    def is_open(self) -> bool:
        """Whether it waits for somebody."""
        return not self.bot and self.guest_id is None


class Move(models.Model):
    """An action as records have it, or an undo or redo to a number of actions."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="moves")
    index = models.PositiveIntegerField()
    data: models.JSONField[Any, Any] = models.JSONField()
    seat = models.PositiveSmallIntegerField(null=True)  # nobody's: what chance decides, and passing by itself
    is_planned = models.BooleanField(null=True)  # whether it was done by a plan
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("index",)
        constraints = (models.UniqueConstraint(fields=("table", "index"), name="move_once"),)

    def __str__(self) -> str:
        return f"{self.table_id}/{self.index}"


class Snapshot(models.Model):
    """A position as text: the present one of a table, written with each move, or one from which a game began again."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="snapshots")
    version = models.PositiveIntegerField()
    text = models.TextField()
    begins = models.BooleanField(default=False)  # the moves before it are not read any more

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("table", "version"), name="snapshot_once"),
            models.UniqueConstraint(fields=("table",), condition=models.Q(begins=False), name="present_snapshot_once"),
        )

    def __str__(self) -> str:
        return f"{self.table_id} at {self.version}"


class Milestone(models.Model):
    """A position on the way, with what led there (`strands`), so that no game is replayed from its beginning."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="milestones")
    version = models.PositiveIntegerField()
    length = models.PositiveIntegerField()  # how many actions it has, and to which version the last of them led
    last = models.PositiveIntegerField()
    text = models.BinaryField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "version"), name="milestone_once"),)

    def __str__(self) -> str:
        return f"{self.table_id} at {self.version}"


class UndoRequest(models.Model):
    """A wish to take moves back that the others must agree to. Void once somebody has moved."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="undo_request")
    version = models.PositiveIntegerField()
    to = models.PositiveIntegerField()  # how many actions shall be left
    asked_by = models.CharField(max_length=LONGEST_NAME)
    agreed: models.JSONField[Any, Any] = models.JSONField(default=list)  # guests' ids

    def __str__(self) -> str:
        return f"{self.table_id} back to {self.to}"


class SeatRequest(models.Model):
    """A wish to empty a seat of a running game, or to let a program play it, that the others must agree to."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="request")
    bot = models.CharField(max_length=20, blank=True)  # the program; "" to empty the seat
    version = models.PositiveIntegerField()  # void once the seat has moved since
    asked_by = models.ForeignKey(Guest, models.CASCADE, related_name="+")
    agreed: models.JSONField[Any, Any] = models.JSONField(default=list)  # guests' ids

    def __str__(self) -> str:
        return f"{self.seat_id} to {self.bot or 'nobody'}"


class SeatPlan(models.Model):
    """What somebody has said that he will do when it is his turn: his alone to see, and void once the seat is not his.

    It rests upon the first `length` actions of the game: an undo to fewer of them stops it.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="plans")
    guest = models.ForeignKey(Guest, models.CASCADE, related_name="+")
    about = models.CharField(max_length=60)  # of two about the same the later one counts
    data: models.JSONField[Any, Any] = models.JSONField()  # as `plans.plan_to_data` has it
    length = models.PositiveIntegerField()  # with what it did last
    done = models.PositiveIntegerField(default=0)  # how often it was carried out
    stopped = models.CharField(max_length=20, blank=True)  # why it is at its end, a word of `plan_words`; "" if not
    facts: models.JSONField[Any, Any] = models.JSONField(default=dict)  # what that is about

    class Meta:
        constraints = (models.UniqueConstraint(fields=("seat", "about"), name="plan_once"),)

    def __str__(self) -> str:
        return f"{self.about} of {self.seat_id}"


class Message(models.Model):
    """A line of a table's chat, of somebody's, or of the site's own (`news`)."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="messages")
    guest = models.ForeignKey(Guest, models.SET_NULL, null=True)  # who wrote it, or who caused the news
    name = models.CharField(max_length=LONGEST_NAME)
    seen = models.CharField(max_length=LONGEST_LIKENESS, blank=True)  # the name's likeness
    read = models.CharField(max_length=LONGEST_LIKENESS, blank=True)
    is_seated = models.BooleanField(default=False)  # whether who wrote it sat at the table then
    text = models.CharField(max_length=1000)
    news = models.CharField(max_length=20, blank=True)  # a word of `news.SENTENCES`, and what is put into it
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
    """The last message that a person has read at a table; see `unread`."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="read_marks")
    guest = models.ForeignKey(Guest, models.CASCADE)
    message = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "guest"), name="read_mark_once"),)

    def __str__(self) -> str:
        return f"{self.guest_id} at {self.table_id} up to {self.message}"


class Note(models.Model):
    """What a guest wrote for himself at a table."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="notes")
    guest = models.ForeignKey(Guest, models.CASCADE)
    text = models.TextField(max_length=20_000, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "guest"), name="note_once"),)

    def __str__(self) -> str:
        return f"note of {self.guest_id}"
