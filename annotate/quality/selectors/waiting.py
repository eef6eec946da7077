"""What waits for reviewers, over all projects: for notifications, asked by the clock."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Count

from annotate.notifications.hooks import Found
from annotate.quality.models import Flag


def review_waiting(at: datetime) -> Iterator[Found]:
    """Projects in which answers with open flags wait for somebody to decide."""
    open_flags = Flag.objects.filter(state=Flag.State.OPEN, annotation__isnull=False)
    answers = Count("assignment", distinct=True)
    for project, number in open_flags.values_list("project").annotate(number=answers).order_by():
        yield Found(project, "review_waiting", number)
