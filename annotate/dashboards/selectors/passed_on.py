"""How much of what answers began with was submitted as it came."""

from collections.abc import Iterable

from annotate.analysis.proportions import Clusters, share_of_clusters
from annotate.dashboards.schemas.annotators import PassedOn
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
