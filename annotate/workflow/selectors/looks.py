"""What a person could tell the images of their work apart by, other than by what they show."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.db.models import Count, Q

from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Annotation, Assignment, Purpose


class Look(NamedTuple):
    """How often somebody has met an image, and which stages have something to show beside it."""

    times_met: int
    beside: frozenset[str]


def looks_of(annotator_id: int, stage: StageSpec, samples: Collection[int]) -> Mapping[int, Look]:
    """How each of these samples would look to this person in work of this stage."""
    met = Assignment.objects.filter(annotator=annotator_id, sample__in=samples)
    times = dict(met.order_by().values_list("sample").annotate(Count("id")))
    beside = _shown_beside(stage, samples)
    return {pk: Look(times.get(pk, 0), frozenset(beside[pk])) for pk in samples}


def _shown_beside(stage: StageSpec, samples: Collection[int]) -> Mapping[int, set[str]]:
    """By sample the stages of which there is something: a seed to start from, context."""
    found: dict[int, set[str]] = defaultdict(set)
    if not stage.seeded and not stage.context:
        return found
    shown = Q(stage_key=stage.key, index=0) | Q(stage_key__in=stage.context)
    rows = Annotation.objects.filter(shown, sample__in=samples, purpose=Purpose.WORK)
    for sample, key in rows.order_by().values_list("sample", "stage_key").distinct():
        found[sample].add(key)
    return found
