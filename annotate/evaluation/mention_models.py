"""Measurements of which objects are mentioned more often with one group (Wang et al., §4.1.2)."""

from django.conf import settings
from django.db import models

from annotate.core.clock import now
from annotate.core.jobs.models import Job
from annotate.projects.models import Project


class MentionRun(models.Model):
    """Regressions of whether one stage mentions the objects of a stage of labels, type by type.

    Which group an image is in is kept nowhere here: it is read anew whenever the work goes on, and
    what is kept of a type that is done are sums, answered only while the project asks for groups.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="mention_runs")
    # "s1" … "s4", or "file:12"; the truth is "s1" or "s2".
    candidate = models.CharField(max_length=30)
    truth = models.CharField(max_length=30)
    # What the candidate was called: a file can be deleted.
    titles = models.JSONField(default=dict)
    # {"pair": ["a", "b"] | None, "types": 500, "splits": 1000, "more_than": 900, "draws": 400,
    #  "seed": 1, "parser": "auto"}
    options = models.JSONField(default=dict)
    # What it is counted from: {"images": 9, "groups": {"a": 5}, "types": 3, ...}; None before.
    basis = models.JSONField(null=True)
    # A digest of what is fitted while it is: other images or groups begin the work anew.
    mark = models.CharField(max_length=64, blank=True)
    # Types that are done: whoever writes checks that nobody else has gone on meanwhile.
    done = models.PositiveIntegerField(default=0)
    finished = models.BooleanField(default=False)
    # Why it ended without figures, as `Message.to_json` gives it.
    why = models.JSONField(null=True)
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    code_version = models.CharField(max_length=40, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=now)


class MentionType(models.Model):
    """One type that is done; the commonest has position 0."""

    run = models.ForeignKey(MentionRun, on_delete=models.CASCADE, related_name="types")
    position = models.PositiveIntegerField()
    # As `annotate.analysis.harms.mention_rows.summed` gives it.
    sums = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "position"], name="mention_type_once"),
        ]
