"""Runs stop where a limit of costs is reached, keep what was done, and go on when there is room."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from annotate.backends.base import LimitReached
from annotate.core import clock, errors
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.seeding.selectors.spending import STOPPED, stopped_jobs
from annotate.seeding.spending_models import Budget

# With a limit a model is asked about so many images together at most: what it said of those that
# were not finished is lost when the limit is reached.
IMAGES_AT_ONCE = 4


class StoppedByLimit(errors.Conflict):
    code = STOPPED


def stopped(reached: LimitReached, *, done: int | None = None, total: int = 0) -> StoppedByLimit:
    """What a job fails with; where it is known, after how many of how many."""
    if done is None:
        return StoppedByLimit(reached.entry, retry=True)
    message = Message("stopped_by_limit", problem=reached.entry, done=done, total=total)
    return StoppedByLimit(message, retry=True)


def change_budget(
    *, project: Project, actor: User, most_cost: float | None, most_tokens: int | None
) -> None:
    """Set what the models of a project may cost in all; runs that stopped for it go on."""
    with transaction.atomic():
        Budget.objects.update_or_create(
            project=project,
            defaults={
                "most_cost": most_cost,
                "most_tokens": most_tokens,
                "changed_by": actor,
                "changed_at": clock.now(),
            },
        )
        audit(
            project=project,
            actor=actor,
            verb="budget.changed",
            most_cost=most_cost,
            most_tokens=most_tokens,
        )
        # What still has no room stops again at once.
        _go_on(stopped_jobs().filter(scope=project.scope))


def go_on_today(at: datetime) -> int:
    """Let what stopped before today, by UTC, try again: limits of a day or a month begin anew.

    Returns:
        How many jobs were queued again; one whose limit still holds stops at once.
    """
    today = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return _go_on(stopped_jobs().filter(finished_at__lt=today))


def _go_on(jobs: QuerySet[Job]) -> int:
    number = 0
    for job in jobs.order_by("pk"):
        try:
            job_services.retry(job)
        except errors.Conflict:  # somebody was faster
            continue
        number += 1
    return number
