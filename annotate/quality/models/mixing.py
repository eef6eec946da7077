"""How much gold each person was promised and given, and why some were given less."""

from django.conf import settings
from django.db import models

from annotate.core.appendonly import AppendOnly
from annotate.core.clock import now
from annotate.projects.models import Project
from annotate.workflow.models import Hit


class GoldShare(models.Model):
    """The running account of one person in one stage."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    stage_key = models.CharField(max_length=50)
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    # Tasks handed out, work and gold, while the stage had a rate; what comes again counts again.
    places = models.PositiveIntegerField(default=0)
    # The sum of the rates of these places, and what of them was gold.
    promised = models.FloatField(default=0)
    given = models.PositiveIntegerField(default=0)
    # Gold that was missing, and is caught up with where that becomes possible.
    owed = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "stage_key", "annotator"], name="one_share_of_gold"
            ),
        ]


class GoldShortfall(AppendOnly):
    """A HIT, or a single claim, that had less gold than it should, and why."""

    class Reason(models.TextChoices):
        NONE = "none"  # the stage has no gold to mix in
        MET = "met"  # the person has met all there is
        UNLIKE = "unlike"  # what they have not met would have been known among this work
        ROOM = "room"  # a HIT has some work

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    stage_key = models.CharField(max_length=50)
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    # Empty where work is given one at a time.
    hit = models.ForeignKey(
        Hit, on_delete=models.CASCADE, null=True, related_name="+", db_index=False
    )
    wanted = models.PositiveSmallIntegerField()
    given = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=6, choices=Reason)
    at = models.DateTimeField(default=now)

    class Meta:
        indexes = [
            models.Index(fields=["project", "stage_key", "annotator"], name="shortfall_of_gold")
        ]
