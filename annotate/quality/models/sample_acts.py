"""What a lead did with many samples in one act, sample by sample, with what was refused."""

from django.conf import settings
from django.db import models

from annotate.core.clock import now
from annotate.core.jobs.models import Job
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.quality.models.acts import ReviewAct
from annotate.workflow.models import Batch, Sample


class SampleAct(models.Model):
    """One decision about many samples, which a job carries out one by one."""

    class Verb(models.TextChoices):
        WITHDRAW = "withdraw"
        RESTORE = "restore"
        REQUEUE = "requeue"  # its newest answer that stands is rejected and done again
        FLAG = "flag"  # its newest answer that stands is sent to review
        BATCH = "batch"  # those that are in none make a new batch
        LEAVE_OUT = "leave_out"  # no model learns from it any more
        TAKE_IN = "take_in"  # models learn from it again
        SPLIT = "split"  # it is put into another split

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    verb = models.CharField(max_length=10, choices=Verb)
    reason = models.TextField(max_length=1000, blank=True)
    # Of the batch that is made.
    title = models.CharField(max_length=200, blank=True)
    # Into which they are put; of an act that takes another back each goes where it was.
    split = models.CharField(max_length=5, choices=Image.Split, blank=True, default="")
    # Which act this one takes back: each once.
    undoes = models.OneToOneField(
        "self", on_delete=models.CASCADE, null=True, related_name="undone_by"
    )
    # Drawn by whoever asks, so that a request that is sent twice acts once.
    key = models.UUIDField(null=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(default=now)
    finished_at = models.DateTimeField(null=True)
    job = models.OneToOneField(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    # Where answers are judged or flagged: the act on them, by which that is taken back.
    review_act = models.OneToOneField(
        ReviewAct, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    batch = models.ForeignKey(
        Batch, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "actor", "key"], name="one_act_on_samples_by_key"
            )
        ]


class SampleActItem(models.Model):
    """One sample of an act, and what became of it."""

    class State(models.TextChoices):
        PENDING = "pending"
        DONE = "done"
        UNCHANGED = "unchanged"  # it was so before
        REFUSED = "refused"

    act = models.ForeignKey(
        SampleAct, on_delete=models.CASCADE, related_name="items", db_index=False
    )
    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, related_name="+", db_index=False)
    state = models.CharField(max_length=10, choices=State, default=State.PENDING)
    # The split that it was in.
    before = models.CharField(max_length=5, blank=True, default="")
    # Of one that is taken in again: why it had been left out, for whoever takes that back.
    reason_before = models.TextField(max_length=1000, blank=True, default="")
    # Why it was refused, or what else is to be said of it, as an entry of the catalogue.
    problem = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["act", "sample"], name="sample_once_in_an_act"),
        ]
