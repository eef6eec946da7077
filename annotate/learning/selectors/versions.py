"""The versions of models: where each comes from, and which served before which."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import QuerySet

from annotate.core import errors
from annotate.learning.models import LoopEvent
from annotate.projects.models import Project
from annotate.seeding.hooks import PROMOTED, ROLLED_BACK
from annotate.seeding.models import Connection, ModelVersion, Snapshot
from annotate.seeding.selectors.connections import seeds_by_version
from annotate.seeding.selectors.models import version_brief


def versions(connection: Connection) -> QuerySet[ModelVersion]:
    return _with_origins().filter(connection=connection).order_by("-number")


def version(project: Project, version_id: int) -> ModelVersion:
    """Return one version of a project's models, or raise NotFound."""
    found = _with_origins().filter(project=project, pk=version_id).first()
    if found is None:
        raise errors.NotFound
    return found


def _with_origins() -> QuerySet[ModelVersion]:
    related = ("connection", "base__connection", "snapshot", "training", "project")
    return ModelVersion.objects.select_related(*related)


def served_before(connection: Connection) -> ModelVersion | None:
    events = LoopEvent.objects.filter(connection=connection, verb__in=[PROMOTED, ROLLED_BACK])
    acts = list(events.order_by("pk").values_list("verb", "version_id"))
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


def versions_json(versions: Iterable[ModelVersion]) -> list[dict[str, Any]]:
    found = list(versions)
    seeds = seeds_by_version(version.pk for version in found)
    return [_version_json(version, seeds) for version in found]


def _version_json(version: ModelVersion, seeds: Mapping[int, int]) -> dict[str, Any]:
    training = getattr(version, "training", None)
    return {
        **version_brief(version),
        "source": version.source,
        "base": version_brief(version.base) if version.base else None,
        "snapshot": snapshot_json(version.snapshot) if version.snapshot else None,
        "training": training.pk if training else None,
        "settings": version.settings,
        "metrics": version.metrics,
        "code_version": version.code_version,
        "notes": version.notes,
        "seeds": seeds.get(version.pk, 0),
        "created_at": version.created_at,
        "promoted_at": version.promoted_at,
        "retired_at": version.retired_at,
    }


def snapshot_json(snapshot: Snapshot) -> dict[str, Any]:
    return {
        "id": snapshot.pk,
        "digest": snapshot.digest,
        "samples": snapshot.samples,
        "held_out": snapshot.held_out,
        "facts": snapshot.facts,
    }
