"""How much of what answers began with, and how many answers, were submitted as they came."""

from collections.abc import Iterable

from annotate.analysis.proportions import Clusters, share_of_clusters, wilson
from annotate.dashboards.schemas.annotators import PassedOn, Unchanged
from annotate.dashboards.selectors.works import Row


def passed_on(rows: Iterable[Row]) -> PassedOn | None:
    """What these sums say of it; nothing where nobody could see whether anything was looked at."""
    known = list(rows)
    seen = Clusters(
        number=sum(row["looks"] for row in known),
        part=sum(row["unread"] for row in known),
        whole=sum(row["given"] for row in known),
        part_squared=sum(row["unread_squared"] for row in known),
        whole_squared=sum(row["given_squared"] for row in known),
        part_by_whole=sum(row["given_by_unread"] for row in known),
    )
    if seen.whole == 0:
        return None
    low, high = share_of_clusters(seen)
    return PassedOn(number=seen.part, of=seen.whole, answers=seen.number, low=low, high=high)


def unchanged(rows: Iterable[Row]) -> Unchanged | None:
    """How many answers are what they began with; nothing where none began with anything."""
    known = list(rows)
    begun = sum(row["begun"] for row in known)
    if begun == 0:
        return None
    number = sum(row["unchanged"] for row in known)
    low, high = wilson(number, begun)
    return Unchanged(number=number, of=begun, low=low, high=high)
