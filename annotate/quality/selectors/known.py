"""How people did where the right answer is known."""

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Count, Q, QuerySet

from annotate.analysis.quality.people import Gold
from annotate.people.serializers import PersonSerializer
from annotate.projects.models import Project
from annotate.quality.models import GoldItem, GoldResult
from annotate.quality.selectors.queue import stage_json
from annotate.workflow import answers
from annotate.workflow.models import Purpose
from annotate.workflow.selectors.views import image_json


def gold_records(
    project: Project,
    *,
    stage_key: str | None = None,
    batch: int | None = None,
    people: Collection[int] | None = None,
) -> dict[int | str, Gold]:
    """Return by person how many parts with a known answer they gave, and how many right.

    Only gold that was mixed in unseen counts: in practice and tests people know that they are
    measured.
    """
    found = GoldResult.objects.filter(item__project=project, assignment__task__purpose=Purpose.GOLD)
    if stage_key is not None:
        found = found.filter(item__stage_key=stage_key)
    if batch is not None:
        found = found.filter(item__sample__batch=batch)
    if people is not None:
        found = found.filter(annotator__in=people)
    sums = found.values_list("annotator").annotate(
        total=Count("id"), right_ones=Count("id", filter=Q(right=True))
    )
    return {person: Gold(right=right, total=total) for person, total, right in sums.order_by()}


def items(project: Project) -> QuerySet[GoldItem]:
    """Return the items in use with how people did on them, newest first."""
    return (
        GoldItem.objects.filter(project=project, is_active=True)
        .select_related("sample__image", "about", "source")
        .annotate(
            total=Count("results"),
            right_ones=Count("results", filter=Q(results__right=True)),
        )
        .order_by("-id")
    )


def item_json(item: GoldItem) -> dict[str, Any]:
    """Return an item as leads see it."""
    return {
        "id": item.pk,
        "stage": stage_json(item.project, item.stage_key),
        "sample": item.sample_id,
        "image": image_json(item.sample.image),
        "value": item.source.value if item.source else None,
        "about": answers.with_kind(item.about),
        "expected": item.expected,
        "is_good": item.is_good,
        "uses": list(uses_of(item)),
        "note": item.note,
        "is_active": item.is_active,
        "right": getattr(item, "right_ones", 0),
        "total": getattr(item, "total", 0),
        "created_at": item.created_at,
    }


def uses_of(item: GoldItem) -> Iterable[str]:
    """Yield what the item is used for."""
    for name in ("mixed", "practice", "test"):
        if getattr(item, f"is_{name}"):
            yield name


def evidence(
    project: Project, *, annotator: int | None = None, item: int | None = None
) -> QuerySet[GoldResult]:
    """Return every known value against what was answered, newest first."""
    found = GoldResult.objects.filter(item__project=project)
    if annotator is not None:
        found = found.filter(annotator=annotator)
    if item is not None:
        found = found.filter(item=item)
    return found.select_related("annotator", "item__sample__image", "item__project").order_by("-id")


def evidence_json(result: GoldResult) -> dict[str, Any]:
    """Return one row of evidence."""
    return {
        "id": result.pk,
        "annotator": PersonSerializer(result.annotator).data,
        "gold": result.item_id,
        "stage": stage_json(result.item.project, result.item.stage_key),
        "assignment": result.assignment_id,
        "image": image_json(result.item.sample.image),
        "path": result.path,
        "expected": result.expected,
        "given": result.given,
        "right": result.right,
        "at": result.at,
    }
