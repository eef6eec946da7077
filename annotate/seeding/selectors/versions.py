"""The versions of models: where each comes from, and which served before which."""

from collections.abc import Iterable

from django.db.models import Count, QuerySet

from annotate.core import errors
from annotate.projects.models import Project
from annotate.seeding.models import Connection, LoopEvent, ModelVersion, SeedRecord

PROMOTED = "promoted"
ROLLED_BACK = "rolled_back"


def versions(connection: Connection) -> QuerySet[ModelVersion]:
    """Return the versions of a connection, the newest first."""
    return _told().filter(connection=connection).order_by("-number")


def version(project: Project, version_id: int) -> ModelVersion:
    """Return one version of a project's models, or raise NotFound."""
    found = _told().filter(project=project, pk=version_id).first()
    if found is None:
        raise errors.NotFound
    return found


def of_connection(connection: Connection, version_id: int) -> ModelVersion:
    """Return one version of a connection, or raise Invalid naming the field."""
    found = _told().filter(connection=connection, pk=version_id).first()
    if found is None:
        raise errors.Invalid.field(
            "version", "unknown_version", "The connection has no such version."
        )
    return found


def _told() -> QuerySet[ModelVersion]:
    related = ("connection", "base__connection", "snapshot", "training", "project")
    return ModelVersion.objects.select_related(*related)


def seeds_by_version(version_ids: Iterable[int]) -> dict[int, int]:
    """Count the seeds whose words or boxes each version made."""
    counted = SeedRecord.objects.filter(version__in=list(version_ids)).values_list("version_id")
    return {pk: number for pk, number in counted.annotate(Count("id")).order_by() if pk is not None}


def served_before(connection: Connection) -> ModelVersion | None:
    """Return the version that served before the present one, if any did."""
    told = LoopEvent.objects.filter(connection=connection, verb__in=[PROMOTED, ROLLED_BACK])
    acts = list(told.order_by("pk").values_list("verb", "version_id"))
    first = ModelVersion.objects.get(connection=connection, number=0)
    before = predecessor(first.pk, acts)
    if before is None:
        return None
    return ModelVersion.objects.select_related("connection").get(pk=before)


def predecessor(first: int, acts: Iterable[tuple[str, int | None]]) -> int | None:
    """Return which version a roll-back leads to, given all promotions and roll-backs so far.

    Each roll-back undoes one promotion, so that two of them never bring back what was left.

    >>> predecessor(10, [("promoted", 11), ("promoted", 12)])
    11
    >>> predecessor(10, [("promoted", 11), ("promoted", 12), ("rolled_back", 11)])
    10
    >>> predecessor(10, [("promoted", 11), ("rolled_back", 10)]) is None
    True
    """
    served = [first]
    for verb, version_id in acts:
        if verb == ROLLED_BACK:
            served.pop()
        elif version_id is not None:
            served.append(version_id)
    return served[-2] if len(served) > 1 else None
