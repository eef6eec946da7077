"""Trials, as the lead who started one watches it."""

from annotate.core import errors
from annotate.projects.models import Project
from annotate.seeding.models import Trial


def trial(project: Project, trial_id: int) -> Trial:
    """Return one trial of a project, or raise NotFound."""
    told = Trial.objects.select_related("version__connection", "image", "job")
    found = told.filter(project=project, pk=trial_id).first()
    if found is None:
        raise errors.NotFound
    return found
