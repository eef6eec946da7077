"""What the texts of some sources are like, measured once and kept."""

from django.conf import settings
from django.db import models

from annotate.core.clock import now
from annotate.core.jobs.models import Job
from annotate.projects.models import Project


class TextReport(models.Model):
    """Figures about the texts of one or more sources, as they were at that time."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="text_reports")
    name = models.CharField(max_length=200)
    # As in a study; the first may be held against references.
    sources = models.JSONField()
    options = models.JSONField(default=dict)
    # None until the job has measured; then figures by source, with what was undefined and why.
    results = models.JSONField(null=True)
    problem = models.TextField(blank=True)
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    code_version = models.CharField(max_length=40, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)
