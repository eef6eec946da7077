"""Groups: what people said of the largest person in an image, where a project opted into asking.

Nothing here was inferred by a model. Answers are sensitive data: they are kept apart from
annotations, so that no export of work holds them, and rows are deleted, never marked as deleted.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotate.core.clock import now
from annotate.projects.models import Project
from annotate.workflow.models import Sample

# What is stored for "Cannot tell", which every scheme has beside its own values.
CANNOT_TELL = ""


class GroupScheme(models.Model):
    """What a project asks of the largest person; only while it is enabled is anybody asked."""

    project = models.OneToOneField(Project, on_delete=models.CASCADE, related_name="group_scheme")
    name = models.CharField(max_length=100)
    # In the order in which they are shown; never with "Cannot tell", which is always there.
    values = models.JSONField()
    # By value what it says of the person for harms by context, of MEANINGS in
    # `annotate.analysis.harms.context_words`: {"Darker man": ["black", "man"]}. Optional, by value.
    means = models.JSONField(default=dict)
    guideline = models.TextField(max_length=20_000)
    # Rises with each change: whoever answers must have read this one.
    guideline_version = models.PositiveIntegerField(default=1)
    # How many people are asked about an image.
    per_image = models.PositiveSmallIntegerField(default=3)
    is_enabled = models.BooleanField(default=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=now)


class GroupReading(models.Model):
    """Which version of the guideline somebody has read."""

    scheme = models.ForeignKey(GroupScheme, on_delete=models.CASCADE, related_name="readings")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scheme", "person"], name="group_reading_once"),
        ]


class GroupAnswer(models.Model):
    """One person and one image: asked, answered or passed on; or an answer from a file.

    While it is asked its person may see the image, and as long as `asked_at` is recent others are
    not asked in their place.
    """

    class State(models.TextChoices):
        ASKED = "asked"
        ANSWERED = "answered"
        SKIPPED = "skipped"

    scheme = models.ForeignKey(GroupScheme, on_delete=models.CASCADE, related_name="answers")
    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, related_name="+")
    # None of an answer from a file; then `source` says whose it is.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )
    source = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.ASKED)
    # One of the scheme's, or CANNOT_TELL; says nothing unless it is answered.
    value = models.CharField(max_length=100, blank=True)
    asked_at = models.DateTimeField(default=now)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["scheme", "sample", "person"],
                condition=Q(person__isnull=False),
                name="group_answer_once",
            ),
            models.UniqueConstraint(
                fields=["scheme", "sample", "source"],
                condition=Q(person__isnull=True),
                name="group_from_file_once",
            ),
            models.UniqueConstraint(
                fields=["scheme", "person"],
                condition=Q(state="asked"),
                name="one_group_asked_at_a_time",
            ),
        ]
        indexes = [
            models.Index(fields=["scheme", "state", "sample"], name="group_answer_by_sample"),
        ]
