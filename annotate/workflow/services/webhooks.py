"""What endpoints of a project are told of samples that end."""

from collections.abc import Sequence

from annotate.projects.models import Project
from annotate.projects.services import webhooks


def note_finished(project: Project, sample_ids: Sequence[int]) -> None:
    """Tell of samples that are done; where there are no endpoints, nothing is asked."""
    if project.has_webhooks:
        webhooks.note(project, "sample.finished", *({"sample": pk} for pk in sorted(sample_ids)))
