"""Open flags as lists of samples ask for them."""

from typing import Any

from django.db.models import QuerySet

from annotate.projects.models import Project
from annotate.quality.models import Flag


def flagged_samples(project: Project, code: str) -> QuerySet[Any]:
    """The ids of the samples with an open flag of this code."""
    return _open(project).filter(code=code).values("assignment__sample")


def open_codes(project: Project) -> set[str]:
    """The codes of which at least one flag is open."""
    return set(_open(project).values_list("code", flat=True).distinct())


def _open(project: Project) -> QuerySet[Flag]:
    return Flag.objects.filter(project=project, state=Flag.State.OPEN).order_by()
