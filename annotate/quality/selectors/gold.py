"""Which gold to give to whom: drawn from a seed, and never twice the same."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotate.core.randomness import generator
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
    """Return up to `count` items for practice or a test; those already met come last."""
    usable = in_use(project, stage).filter(**{f"is_{purpose}": True})
    fresh = _drawn(project, annotator, _unmet(usable, annotator), count)
    if len(fresh) < count:
        met = usable.exclude(sample__in=[item.sample_id for item in fresh])
        fresh += _drawn(project, annotator, met, count - len(fresh))
    return [_slot(item) for item in fresh]


def in_use(project: Project, stage: StageSpec) -> QuerySet[GoldItem]:
    """Return the active items of a stage whose samples have not been withdrawn."""
    return GoldItem.objects.filter(project=project, stage_key=stage.key, is_active=True).exclude(
        sample__state=Sample.State.WITHDRAWN
    )


def _unmet(items: QuerySet[GoldItem], annotator: User) -> QuerySet[GoldItem]:
    """Leave out images the person has worked on, and what they wrote themselves."""
    worked = Assignment.objects.filter(
        sample=OuterRef("sample"), annotator=annotator, state__in=Assignment.WORKED
    )
    hers = Q(about__author=annotator) | Q(source__author=annotator)
    return items.filter(~Exists(worked)).exclude(hers)


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
