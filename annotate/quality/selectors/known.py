"""How people did where the right answer is known."""

from collections.abc import Collection, Iterable

from django.db.models import Count, Q, QuerySet

from annotate.analysis.quality.people import Gold
from annotate.core import errors
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.quality.models import GoldItem, GoldResult
from annotate.quality.schemas import gold as schemas
from annotate.quality.selectors.queue import stage_name
from annotate.workflow.models import Purpose, Sample
from annotate.workflow.schemas.shown import KindAnswer, ShownImage


def gold_records(
    project: Project,
    *,
    stage_key: str | None = None,
    batch: int | None = None,
    people: Collection[int] | None = None,
) -> dict[int | str, Gold]:
    """By person how many parts with a known answer they gave, and how many right.

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
    """The items in use with how people did on them, newest first."""
    return (
        GoldItem.objects.filter(project=project, is_active=True)
        .select_related("sample__image", "about", "source")
        .annotate(
            total=Count("results"),
            right_ones=Count("results", filter=Q(results__right=True)),
        )
        .order_by("-id")
    )


def item_of(project: Project, gold_id: int) -> GoldItem:
    item = items(project).filter(pk=gold_id).first()
    if item is None:
        raise errors.NotFound
    item.project = project
    return item


def as_schema(project: Project, item: GoldItem) -> schemas.Gold:
    return schemas.Gold(
        id=item.pk,
        stage=stage_name(project, item.stage_key),
        sample=item.sample_id,
        image=ShownImage.of(item.sample.image),
        value=item.source.value if item.source else None,
        about=KindAnswer.of(item.about) if item.about else None,
        expected=item.expected,
        is_good=item.is_good,
        uses=uses_of(item),
        note=item.note,
        is_active=item.is_active,
        right=getattr(item, "right_ones", 0),
        total=getattr(item, "total", 0),
        created_at=item.created_at,
    )


def uses_of(item: GoldItem) -> list[schemas.GoldUse]:
    return [name for name in schemas.GOLD_USES if getattr(item, f"is_{name}")]


def evidence(
    project: Project, *, annotator: int | None = None, item: int | None = None
) -> QuerySet[GoldResult]:
    """Every known value against what was answered, newest first."""
    found = GoldResult.objects.filter(item__project=project)
    if annotator is not None:
        found = found.filter(annotator=annotator)
    if item is not None:
        found = found.filter(item=item)
    return found.select_related("annotator", "item__sample__image", "item__project").order_by("-id")


def as_evidence(result: GoldResult) -> schemas.GoldEvidence:
    return schemas.GoldEvidence(
        **dict(schemas.Compared.of(result)),
        id=result.pk,
        annotator=Person.of(result.annotator),
        gold=result.item_id,
        stage=stage_name(result.item.project, result.item.stage_key),
        assignment=result.assignment_id,
        image=ShownImage.of(result.item.sample.image),
        at=result.at,
    )


def practice_checked(
    assignment_id: int, item: GoldItem | None, results: Iterable[GoldResult]
) -> schemas.PracticeChecked:
    shows = item is not None and item.is_good and item.sample.state == Sample.State.DONE
    return schemas.PracticeChecked(
        assignment=assignment_id,
        fields=[schemas.Compared.of(result) for result in results],
        note=item.note if item else "",
        example=item.source.value if shows and item and item.source else None,
    )
