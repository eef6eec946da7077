"""Texts about images that were written elsewhere, and images that were made from such texts."""

from django.conf import settings
from django.db import models

from annotate.core.clock import now
from annotate.images.intake import Facts
from annotate.images.models import Image
from annotate.projects.models import Project


class PictureFacts(models.Model):
    """An image that is judged, as the intake verified it; its files lie where all images do."""

    sha256 = models.CharField(max_length=64, blank=True)
    format = models.CharField(max_length=10, blank=True)
    width = models.PositiveIntegerField(default=0)
    height = models.PositiveIntegerField(default=0)
    bytes = models.PositiveBigIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def facts(self) -> Facts | None:
        """None of what has a text."""
        if not self.sha256:
            return None
        return Facts(self.sha256, self.format, self.width, self.height, self.bytes)


class TextFile(models.Model):
    """One file of texts, such as what another model wrote about the images of a project, or of
    images that were made from such texts.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="text_files")
    name = models.CharField(max_length=200)
    has_images = models.BooleanField(default=False)
    sha256 = models.CharField(max_length=64)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="text_file_by_name"),
        ]


class FileText(PictureFacts):
    """One text or image of a file, in the order of the file.

    `image` is unknown where the project has no such image: its text can be measured, not judged.
    """

    file = models.ForeignKey(TextFile, on_delete=models.CASCADE, related_name="texts")
    position = models.PositiveIntegerField()
    key = models.CharField(max_length=500, blank=True)
    image = models.ForeignKey(Image, on_delete=models.SET_NULL, null=True, related_name="+")
    # How many sentences of a description an image was made from, counted from the first one; null
    # is all of them.
    chunk = models.PositiveSmallIntegerField(null=True)
    text = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["file", "position"], name="text_by_place_in_file"),
        ]
