"""Lists of samples that people keep under a name."""

from django.conf import settings
from django.db import models

from annotate.core.clock import now
from annotate.projects.models import Project


class SampleView(models.Model):
    """Filters, an order and columns by one name: its owner's, or of all who lead and review."""

    class Layout(models.TextChoices):
        GRID = "grid"
        TABLE = "table"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    name = models.CharField(max_length=100)
    is_shared = models.BooleanField(default=False)
    # What differs from a list without filters, as the list's own query has it.
    query = models.JSONField(default=dict)
    layout = models.CharField(max_length=5, choices=Layout, default=Layout.GRID)
    columns = models.JSONField(default=list)
    created_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "owner", "name"], name="sample_view_once_by_name"
            )
        ]
