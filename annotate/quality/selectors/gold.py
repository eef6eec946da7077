"""Which gold to give to whom: drawn from a seed, and never twice the same."""

from collections.abc import Mapping, Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotate.analysis.randomness import generator
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.models import GoldItem, GoldResult
from annotate.workflow.hooks import Slot
from annotate.workflow.models import Assignment, Sample


def slots_to_mix(project: Project, stage: StageSpec, annotator: User, count: int) -> Sequence[Slot]:
    """Return up to `count` items of gold this person has not met, on images new to them."""
    fresh = _unmet(in_use(project, stage).filter(is_mixed=True), annotator)
    return [_slot(item) for item in _drawn(project, annotator, fresh, count)]


def items_for(
    project: Project, stage: StageSpec, annotator: User, purpose: str, count: int
) -> list[Slot]:
    """Return up to `count` items for practice or a test; those already met come last.

    What a person wrote themselves is given only where there is nothing else.
    """
    usable = in_use(project, stage).filter(**{f"is_{purpose}": True})
    others = usable.exclude(_written_by(annotator))
    drawn = _drawn(project, annotator, _unmet(others, annotator), count)
    if len(drawn) < count:
        met = others.exclude(sample__in=[item.sample_id for item in drawn])
        drawn += _drawn(project, annotator, met, count - len(drawn))
    return [_slot(item) for item in drawn or _drawn(project, annotator, usable, count)]


def size_of(project: Project, stage: StageSpec, purpose: str, wanted: int) -> int:
    """Return how many tasks a practice round or test of the stage has: `wanted` at most."""
    usable = in_use(project, stage).filter(**{f"is_{purpose}": True})
    return min(usable.order_by().values("sample").distinct().count(), wanted)


def in_use(project: Project, stage: StageSpec) -> QuerySet[GoldItem]:
    """Return the active items of a stage whose samples have not been withdrawn."""
    return GoldItem.objects.filter(project=project, stage_key=stage.key, is_active=True).exclude(
        sample__state=Sample.State.WITHDRAWN
    )


def _unmet(items: QuerySet[GoldItem], annotator: User) -> QuerySet[GoldItem]:
    """Leave out images the person has had before them, and what they wrote themselves.

    Also what they gave back or lost: work that comes back brings its draft with it, and gold that
    came back without one would be known for what it is.
    """
    seen = Assignment.objects.filter(sample=OuterRef("sample"), annotator=annotator)
    return items.filter(~Exists(seen)).exclude(_written_by(annotator))


def _written_by(annotator: User) -> Q:
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
    found = items.select_related("sample__image", "about").in_bulk(list(chosen.values()))
    return [found[pk] for pk in chosen.values() if pk in found]


def _slot(item: GoldItem) -> Slot:
    return Slot(sample=item.sample, about=item.about)


Place = tuple[str, int, int | None]


def items_behind(given: Sequence[Assignment]) -> Mapping[Place, GoldItem]:
    """Return what is known by stage, sample and answer judged.

    An item that was retired while it was worked on still says what is right.
    """
    found = GoldItem.objects.filter(sample__in={assignment.sample_id for assignment in given})
    found = found.select_related("source", "sample")
    # Of several for one place the last stays: the one in use, or else the newest.
    return {
        (item.stage_key, item.sample_id, item.about_id): item
        for item in found.order_by("is_active", "pk")
    }


def item_of(assignment: Assignment, items: Mapping[Place, GoldItem]) -> GoldItem | None:
    """Return what is known of the task of an assignment."""
    task = assignment.task
    return items.get((task.stage_key, task.sample_id, task.about_id))
