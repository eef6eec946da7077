"""What is kept of people's work so that comparing them never reads all of it."""

from django.conf import settings
from django.db import models

from annotate.projects.models import Project


class PersonFigures(models.Model):
    """One person's pace and edits in a stage, as of the last check of something of theirs.

    Somebody new is compared with everybody: by these rows that costs the same however much each
    has done. They can be made again from the answers at any time.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    stage_key = models.CharField(max_length=50)
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    # Of the latest answers of which the time is known.
    timed = models.PositiveIntegerField()
    median_seconds = models.FloatField(null=True)
    # Of all answers that started from another.
    edit_sum = models.FloatField()
    edit_count = models.BigIntegerField()
    # How much they had handed in when all of it was last looked at for canned answers.
    canned_at = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "stage_key", "annotator"], name="figures_of_person_once"
            )
        ]
