"""Every number of the checks, per project."""

from django.conf import settings
from django.db import models

from annotate.core.clock import now
from annotate.projects.models import Project


class StoredSettings(models.Model):
    """The settings of a project's checks, written out: a later default changes nothing here."""

    project = models.OneToOneField(
        Project, on_delete=models.CASCADE, related_name="quality_settings"
    )
    values = models.JSONField()
    changed_at = models.DateTimeField(default=now)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
