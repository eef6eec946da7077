"""Who was kept from what, why, and what came of it."""

from typing import Any

from django.db.models import Count, QuerySet

from annotate.core import errors
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import Block, Flag
from annotate.workflow.models import Assignment, Purpose


def blocks(project: Project) -> QuerySet[Block]:
    """All blocks that leads of this project have made, newest first."""
    found = Block.objects.filter(project=project)
    return found.select_related("user", "created_by", "lifted_by").order_by("-id")


def block_named(project: Project, block_id: int) -> Block:
    found = blocks(project).filter(pk=block_id).first()
    if found is None:
        raise errors.NotFound
    return found


def evidence(project: Project, user: User) -> dict[str, Any]:
    """What is known of a person's work in the project at this moment."""
    flags = Flag.objects.filter(project=project, annotator=user)
    counted = flags.exclude(state=Flag.State.WITHDRAWN).order_by().values_list("code")
    work = Assignment.objects.filter(
        project=project,
        annotator=user,
        state=Assignment.State.SUBMITTED,
        answer__purpose=Purpose.WORK,
    )
    return {
        "flags": dict(counted.annotate(number=Count("id")).order_by("code")),
        "submissions": work.count(),
        "rejected": work.filter(verdict=Assignment.Verdict.REJECTED).count(),
    }
