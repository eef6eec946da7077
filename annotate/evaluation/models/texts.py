"""Texts about images that were written elsewhere."""

from django.conf import settings
from django.db import models

from annotate.core.clock import now
from annotate.images.models import Image
from annotate.projects.models import Project


class TextFile(models.Model):
    """One file of texts, such as what another model wrote about the images of a project."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="text_files")
    name = models.CharField(max_length=200)
    sha256 = models.CharField(max_length=64)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="text_file_by_name"),
        ]


class FileText(models.Model):
    """One text of a file, in the order of the file.

    `image` is unknown where the project has no such image: its text can be measured, not judged.
    """

    file = models.ForeignKey(TextFile, on_delete=models.CASCADE, related_name="texts")
    position = models.PositiveIntegerField()
    key = models.CharField(max_length=500, blank=True)
    image = models.ForeignKey(Image, on_delete=models.SET_NULL, null=True, related_name="+")
    text = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["file", "position"], name="text_by_place_in_file"),
        ]
