"""Files of visual questions, whose answers are looked for in the texts of a report."""

from django.conf import settings
from django.db import models

from annotate.core.clock import now
from annotate.projects.models import Project


class QuestionFile(models.Model):
    """The questions of one file in the layout of VizWiz-VQA."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="question_files")
    name = models.CharField(max_length=200)
    # [[image, type of answer, whether it can be answered, [the most popular answers]], ...]
    questions = models.JSONField()
    number = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="question_file_by_name"),
        ]
