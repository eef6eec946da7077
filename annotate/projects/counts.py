"""Numbers shown with a project that packages above this one know how to count.

This package must not know samples; `config.hooks` names who does.
"""

from collections.abc import Callable, Sequence

from django.db.models import Count

from annotate.core.hooks import Hook
from annotate.projects.models import Membership

# A name, and what counts it for many projects at once by their ids; absent means 0.
Counter = tuple[str, Callable[[Sequence[int]], dict[int, int]]]

counters: Hook[Counter] = Hook("projects.counters")


def members(project_ids: Sequence[int]) -> dict[int, int]:
    rows = Membership.objects.filter(project_id__in=project_ids).values_list("project_id")
    return dict(rows.annotate(number=Count("id")).order_by())


def counts(project_ids: Sequence[int]) -> dict[int, dict[str, int]]:
    """Return every number for every project."""
    counted = {name: count(project_ids) for name, count in counters}
    return {
        pk: {name: numbers.get(pk, 0) for name, numbers in counted.items()} for pk in project_ids
    }
