"""Requests of people about their data, images that are gone for good, and rules of retention."""

from django.db import models
from django.db.models import Q

from annotate.core.clock import now
from annotate.core.models import Job
from annotate.images.models import Image
from annotate.people.models import User


class DataFile(models.Model):
    """Everything that is held of one person, as a file that they take away; kept for a week."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="data_files")
    asked_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    job = models.OneToOneField(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    # The name in the file storage; empty until it is complete.
    file = models.CharField(max_length=200, blank=True)
    size_bytes = models.PositiveBigIntegerField(default=0)
    rows = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField(default=now)
    finished_at = models.DateTimeField(null=True)


class Deletion(models.Model):
    """A person's wish that their data be deleted, or an admin's act; then the report of it.

    It never says who it was: `user` is an account that has lost its name.
    """

    class State(models.TextChoices):
        ASKED = "asked"
        RUNNING = "running"
        DONE = "done"

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="deletions")
    state = models.CharField(max_length=10, choices=State, default=State.ASKED)
    # Null where an admin deletes unasked.
    asked_at = models.DateTimeField(null=True)
    ordered_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    ordered_at = models.DateTimeField(null=True)
    job = models.OneToOneField(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    # What stands for the person from then on; a user name.
    pseudonym = models.CharField(max_length=40, blank=True)
    # The names that are looked for while it runs; the last step forgets them.
    names = models.JSONField(default=dict)
    # {step: {what: how many}}, a step that is in it is done.
    report = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=~Q(state="done"), name="one_deletion_under_way"
            ),
            models.CheckConstraint(
                condition=Q(state="asked") | Q(ordered_by__isnull=False),
                name="somebody_ordered_the_deletion",
            ),
        ]


class Erasing(models.Model):
    """While a transaction has a row here, names in append-only rows may be replaced in it.

    Nobody else ever sees the row: it goes before the transaction ends. Triggers refer to this
    table (`core.appendonly.let_names_go`), so no migration may rebuild it.
    """


class ImageErasure(models.Model):
    """An image that is gone for good: who did it, why, and what went."""

    image = models.OneToOneField(Image, on_delete=models.CASCADE, related_name="erasure")
    # Null where a rule of retention did it.
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=500)
    at = models.DateTimeField(default=now)
    # Where the files lie until they are gone; then empty.
    sha256 = models.CharField(max_length=64, blank=True)
    files = models.PositiveIntegerField(default=0)
    size_bytes = models.PositiveBigIntegerField(default=0)
    # Other projects have the same content: their files stayed.
    shared = models.BooleanField(default=False)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["id"], condition=Q(finished_at__isnull=True), name="image_erasure_open"
            )
        ]


class RetentionRule(models.Model):
    """For how many days one kind of thing is kept; without a row, for ever."""

    kind = models.CharField(max_length=30, primary_key=True)
    days = models.PositiveIntegerField(null=True)
    changed_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    changed_at = models.DateTimeField(default=now)
    # A rule that was changed acts a day later at the earliest: what it will do is seen before.
    acts_from = models.DateTimeField(default=now)
    # When the clock last applied it, whether or not there was anything to remove.
    ran_at = models.DateTimeField(null=True)


class RetentionRun(models.Model):
    """What one rule removed in one run of the clock."""

    kind = models.CharField(max_length=30)
    days = models.PositiveIntegerField()
    removed = models.PositiveIntegerField()
    size_bytes = models.PositiveBigIntegerField(default=0)
    # When the oldest of what went came to be.
    oldest = models.DateTimeField(null=True)
    # Whether more was due than one run removes.
    is_partial = models.BooleanField(default=False)
    at = models.DateTimeField(default=now)
