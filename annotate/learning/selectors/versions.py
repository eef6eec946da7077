"""The versions of models: where each comes from, and which served before which."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta

from django.db.models import Count, Min, OuterRef, QuerySet, Subquery

from annotate.core import errors
from annotate.learning.models import LoopEvent
from annotate.learning.schemas import ModelVersion, Snapshot
from annotate.projects.models import Project
from annotate.projects.needs import Need
from annotate.seeding.hooks import PROMOTED, ROLLED_BACK
from annotate.seeding.models import Connection
from annotate.seeding.models import ModelVersion as Version
from annotate.seeding.schemas import NamedConnection, VersionBrief
from annotate.seeding.selectors.connections import seeds_by_version

# Of an older proposal nobody is reminded.
PROPOSED_FOR = timedelta(days=30)


def proposed(projects: Mapping[int, Project], at: datetime) -> Iterator[Need]:
    """Connections whose newest version was trained and waits for a lead, who decides by rule.

    It waits no more once it serves or a newer one does, and once another version was made.
    """
    of_connection = Version.objects.filter(connection=OuterRef("version__connection"))
    newest = of_connection.order_by("-number").values("pk")[:1]
    decided = LoopEvent.objects.filter(
        project__in=projects,
        verb="decided",
        data__rule="manual",
        at__gt=at - PROPOSED_FOR,
        version=Subquery(newest),
        version__state=Version.State.CANDIDATE,
        version__connection__archived_at=None,
    )
    count = Count("version__connection", distinct=True)
    rows = decided.values_list("project").annotate(count=count, since=Min("at"))
    for project, number, since in rows.order_by():
        yield Need(project_id=project, kind="model_proposed", count=number, since=since)


def versions(connection: Connection) -> QuerySet[Version]:
    return _with_origins().filter(connection=connection).order_by("-number")


def version(project: Project, version_id: int) -> Version:
    version = _with_origins().filter(project=project, pk=version_id).first()
    if version is None:
        raise errors.NotFound
    return version


def _with_origins() -> QuerySet[Version]:
    related = ("connection", "base__connection", "snapshot", "training", "project")
    return Version.objects.select_related(*related)


def served_before(connection: Connection) -> Version | None:
    events = LoopEvent.objects.filter(connection=connection, verb__in=[PROMOTED, ROLLED_BACK])
    acts = list(events.order_by("pk").values_list("verb", "version_id"))
    first = Version.objects.get(connection=connection, number=0)
    before = predecessor(first.pk, acts)
    if before is None:
        return None
    return Version.objects.select_related("connection").get(pk=before)


def predecessor(first: int, acts: Iterable[tuple[str, int | None]]) -> int | None:
    """Which version a roll-back leads to, given all promotions and roll-backs so far.

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


def shown_versions(versions: Iterable[Version]) -> list[ModelVersion]:
    rows = list(versions)
    seeds = seeds_by_version(version.pk for version in rows)
    return [_shown(version, seeds.get(version.pk, 0)) for version in rows]


def _shown(version: Version, seeds: int) -> ModelVersion:
    training = getattr(version, "training", None)
    return ModelVersion.from_row(
        version,
        connection=NamedConnection.of(version.connection),
        base=VersionBrief.of(version.base) if version.base else None,
        snapshot=Snapshot.of(version.snapshot) if version.snapshot else None,
        training=training.pk if training else None,
        seeds=seeds,
    )
