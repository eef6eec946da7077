"""When people were last at work in a project."""

from collections.abc import Mapping
from datetime import date

from django.db.models import Max

from annotate.workflow.models import Assignment, DailyStats


def last_seen(project_id: int) -> Mapping[int, date]:
    """The day (UTC) of each person's last submission, skip or task that they hold; by account.

    Two statements however many there are: the sums of days, and what is held now.
    """
    days = DailyStats.objects.filter(project=project_id).values_list("annotator")
    seen: dict[int, date] = dict(days.annotate(day=Max("day")).order_by())
    held = Assignment.objects.filter(project=project_id, state=Assignment.State.LIVE)
    begun = held.values_list("annotator").annotate(at=Max("started_at")).order_by()
    for person, at in begun:
        seen[person] = max(seen.get(person, at.date()), at.date())
    return seen
