from django.db import models

from annotate.core.clock import now
from annotate.core.numbers import random_image_id
from annotate.projects.models import Project


class Image(models.Model):
    """One picture of a project: what was verified at its intake, and where its files lie.

    `width` and `height` are those of the upright picture (EXIF orientation applied): the frame
    of reference of every box.
    """

    class Split(models.TextChoices):
        TRAIN = "train"
        VAL = "val"
        TEST = "test"
        NONE = ""

    # Drawn by chance: gold that is uploaded after the rest must not be told by its number.
    id = models.BigIntegerField(primary_key=True, default=random_image_id)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="images")
    name = models.CharField(max_length=500)
    external_id = models.CharField(max_length=500)
    sha256 = models.CharField(max_length=64)
    format = models.CharField(max_length=10)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    bytes = models.PositiveBigIntegerField()
    # Hints for annotators, e.g. {"Title": "…", "Art style": "…"}: an ordered mapping of strings.
    metadata = models.JSONField(default=dict)
    split = models.CharField(max_length=5, choices=Split, default=Split.NONE, blank=True)
    created_at = models.DateTimeField(default=now)
    # The 64 bits of `analysis.likeness`, less 2^63; none where the copy could not be read.
    look = models.BigIntegerField(null=True)
    is_compared = models.BooleanField(default=False)
    # Which group of near-duplicates it is in: the smallest number of an image in it.
    alike = models.BigIntegerField(null=True)
    # When it was deleted for good: no file of it is left, and `sha256` says nothing any more.
    erased_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "sha256"], name="image_once_per_project"),
            models.UniqueConstraint(
                fields=["project", "external_id"], name="external_id_once_per_project"
            ),
        ]
        # Content is shared by projects: imports ask for it by its digest alone.
        indexes = [
            models.Index(fields=["sha256"], name="image_by_content"),
            models.Index(
                fields=["project", "id"],
                condition=models.Q(is_compared=False),
                name="image_to_compare",
            ),
            models.Index(
                fields=["project", "alike"],
                condition=models.Q(alike__isnull=False),
                name="image_by_likeness",
            ),
        ]
