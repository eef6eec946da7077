"""Which gold to practise and to be tested with, and how people did on any."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from annotate.analysis.quality.people import Gold
from annotate.analysis.randomness import generator
from annotate.core import errors
from annotate.core.rows import filters
from annotate.people.models import User
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.models import GoldItem, GoldResult
from annotate.quality.schemas import gold as schemas
from annotate.quality.selectors.queue import stage_name
from annotate.workflow.hooks import Slot
from annotate.workflow.models import Assignment, Purpose, Sample
from annotate.workflow.schemas.parts import KindAnswer, ShownImage

Place = tuple[str, int, int | None]


def items_for(
    project: Project, stage: StageSpec, annotator: User, purpose: str, count: int
) -> list[Slot]:
    """Up to `count` items for practice or a test; those already met come last.

    What a person wrote themselves is given only where there is nothing else.
    """
    usable = in_use(project, stage).filter(**{f"is_{purpose}": True})
    others = usable.exclude(written_by(annotator))
    drawn = _drawn(project, annotator, _unmet(others, annotator), count)
    if len(drawn) < count:
        met = others.exclude(sample__in=[item.sample_id for item in drawn])
        drawn += _drawn(project, annotator, met, count - len(drawn))
    return [_slot(item) for item in drawn or _drawn(project, annotator, usable, count)]


def size_of(project: Project, stage: StageSpec, purpose: str, wanted: int) -> int:
    """How many tasks a practice round or test of the stage has: `wanted` at most."""
    usable = in_use(project, stage).filter(**{f"is_{purpose}": True})
    return min(usable.order_by().values("sample").distinct().count(), wanted)


def in_use(project: Project, stage: StageSpec) -> QuerySet[GoldItem]:
    """The active items of a stage whose samples have not been withdrawn."""
    return GoldItem.objects.filter(project=project, stage_key=stage.key, is_active=True).exclude(
        sample__state=Sample.State.WITHDRAWN
    )


def _unmet(items: QuerySet[GoldItem], annotator: User) -> QuerySet[GoldItem]:
    """Leave out images the person has had before them, and what they wrote themselves."""
    earlier = Assignment.objects.filter(sample=OuterRef("sample"), annotator=annotator)
    return items.filter(~Exists(earlier)).exclude(written_by(annotator))


def written_by(annotator: User) -> Q:
    return Q(about__author=annotator) | Q(source__author=annotator)


def _drawn(
    project: Project, annotator: User, items: QuerySet[GoldItem], count: int
) -> list[GoldItem]:
    """Draw items by chance, one per image, so that an image met twice gives nothing away."""
    known = list(items.order_by("pk").values_list("pk", "sample_id"))
    met = GoldResult.objects.filter(annotator=annotator, item__project=project).count()
    generator(project.seed, "gold", annotator.pk, met).shuffle(known)
    chosen: dict[int, int] = {}
    for item, sample in known:
        if len(chosen) < count:
            chosen.setdefault(sample, item)
    by_id = items.select_related("sample__image", "about").in_bulk(list(chosen.values()))
    return [by_id[pk] for pk in chosen.values() if pk in by_id]


def _slot(item: GoldItem) -> Slot:
    return Slot(sample=item.sample, about=item.about)


def items_behind(assignments: Sequence[Assignment]) -> Mapping[Place, GoldItem]:
    """What is known by stage, sample and answer judged.

    An item that was retired while it was worked on still says what is right.
    """
    items = GoldItem.objects.filter(sample__in={assignment.sample_id for assignment in assignments})
    items = items.select_related("source", "sample")
    # Of several for one place the last stays: the one in use, or else the newest.
    return {
        (item.stage_key, item.sample_id, item.about_id): item
        for item in items.order_by("is_active", "pk")
    }


def known_item(assignment: Assignment, items: Mapping[Place, GoldItem]) -> GoldItem | None:
    task = assignment.task
    return items.get((task.stage_key, task.sample_id, task.about_id))


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
    results = GoldResult.objects.filter(
        item__project=project,
        assignment__task__purpose=Purpose.GOLD,
        **filters(item__stage_key=stage_key, item__sample__batch=batch, annotator__in=people),
    )
    sums = results.values_list("annotator").annotate(
        total=Count("id"), right_ones=Count("id", filter=Q(right=True))
    )
    return {person: Gold(right=right, total=total) for person, total, right in sums.order_by()}


def items(project: Project) -> QuerySet[GoldItem]:
    """The items in use with how people did on them, newest first."""
    return (
        GoldItem.objects.filter(project=project, is_active=True)
        .select_related("sample__image", "about", "source")
        .annotate(
            total=Count("results"), right_ones=Count("results", filter=Q(results__right=True))
        )
        .order_by("-id")
    )


def active_item(project: Project, gold_id: int) -> GoldItem:
    item = errors.existing(items(project).filter(pk=gold_id).first())
    item.project = project
    return item


def as_schema(project: Project, item: GoldItem) -> schemas.Gold:
    return schemas.Gold.from_row(
        item,
        stage=stage_name(project, item.stage_key),
        sample=item.sample_id,
        image=ShownImage.of(item.sample.image),
        value=item.source.value if item.source else None,
        about=KindAnswer.of(item.about) if item.about else None,
        uses=uses_of(item),
        right=getattr(item, "right_ones", 0),
        total=getattr(item, "total", 0),
    )


def uses_of(item: GoldItem) -> list[schemas.GoldUse]:
    return [name for name in schemas.GOLD_USES if getattr(item, f"is_{name}")]


def evidence(
    project: Project, *, annotator: int | None = None, item: int | None = None
) -> QuerySet[GoldResult]:
    """Every known value against what was answered, newest first."""
    wanted = filters(annotator=annotator, item=item)
    results = GoldResult.objects.filter(item__project=project, **wanted).order_by("-id")
    return results.select_related("annotator", "item__sample__image", "item__project")


def as_evidence(result: GoldResult) -> schemas.GoldEvidence:
    return schemas.GoldEvidence.from_row(
        result,
        annotator=Person.of(result.annotator),
        gold=result.item_id,
        stage=stage_name(result.item.project, result.item.stage_key),
        assignment=result.assignment_id,
        image=ShownImage.of(result.item.sample.image),
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
