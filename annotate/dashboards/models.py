from django.conf import settings
from django.db import models

from annotate.core.clock import now
from annotate.core.models import Job
from annotate.projects.models import Project


class Report(models.Model):
    """A project as it was at one moment, written down to be printed and kept."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="reports")
    title = models.CharField(max_length=200)
    with_names = models.BooleanField(default=False)
    job = models.OneToOneField(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    code_version = models.CharField(max_length=40, blank=True)
    # Names in the file storage; the second is empty where no browser was there to print.
    html = models.CharField(max_length=200, blank=True)
    pdf = models.CharField(max_length=200, blank=True)
    sha256 = models.CharField(max_length=64, blank=True)  # of the HTML
    # Why there is no PDF: a message with its values.
    problem = models.JSONField(null=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["project", "-id"], name="report_newest")]

    @property
    def state(self) -> str:
        """The state of the job, in the job's words."""
        if self.finished_at is not None:
            return Job.State.SUCCEEDED
        return self.job.state if self.job else Job.State.RUNNING
