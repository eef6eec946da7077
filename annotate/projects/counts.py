"""Numbers shown with a project that packages above this one know how to count.

This package must not know samples; whoever knows them registers a counter at start-up.
"""

from collections.abc import Callable, Sequence

from django.db.models import Count

from annotate.projects.models import Membership

Counter = Callable[[Sequence[int]], dict[int, int]]


def _members(project_ids: Sequence[int]) -> dict[int, int]:
    rows = Membership.objects.filter(project_id__in=project_ids).values_list("project_id")
    return dict(rows.annotate(number=Count("id")).order_by())


_COUNTERS: dict[str, Counter] = {"members": _members}


def register(name: str, counter: Counter) -> None:
    """Show the number `name` with every project; `counter` counts for many projects at once."""
    _COUNTERS[name] = counter


def counts(project_ids: Sequence[int]) -> dict[int, dict[str, int]]:
    """Return every registered number for every project; absent means 0."""
    counted = {name: counter(project_ids) for name, counter in _COUNTERS.items()}
    return {
        pk: {name: numbers.get(pk, 0) for name, numbers in counted.items()} for pk in project_ids
    }
