"""What a person could tell the images of their work apart by, other than by what they show."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Annotation, Assignment, Purpose, Task


class Look(NamedTuple):
    """Whether nothing of an image comes back to somebody, how often they have met it, and which
    stages have something to show beside it.
    """

    is_settled: bool
    times_met: int
    beside: frozenset[str]


def looks_of(annotator_id: int, stage: StageSpec, samples: Collection[int]) -> Mapping[int, Look]:
    """How each of these samples would look to this person in work of this stage."""
    met = Assignment.objects.filter(annotator=annotator_id, sample__in=samples)
    times = Counter(met.values_list("sample", flat=True))
    beside = _shown_beside(stage, samples)
    back = _coming_back(met.filter(task__stage_key=stage.key)) if times else set()
    return {pk: Look(pk not in back, times[pk], frozenset(beside.get(pk, ()))) for pk in samples}


def _coming_back(met: QuerySet[Assignment]) -> set[int]:
    """The samples of tasks that were given back or lost, and may be taken up again."""
    waits = Q(task__purpose=Purpose.WORK, task__state=Task.State.OPEN)
    waits |= Q(task__purpose=Purpose.GOLD, task__state=Task.State.CANCELLED)
    left = met.filter(waits).exclude(state__in=Assignment.WORKED)
    declined = met.filter(task=OuterRef("task"), state=Assignment.State.SKIPPED)
    return set(left.filter(~Exists(declined)).values_list("sample", flat=True))


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
