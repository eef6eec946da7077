"""Many seeds of an import at once."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from annotate.core import bulk
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow import answers as given_answers
from annotate.workflow.models import Annotation, Assignment, Sample, Task
from annotate.workflow.services import documents

Place = tuple[int, str]


@dataclass(frozen=True, slots=True)
class NewSeed:
    """What a stage is to start from for a sample, as `seed_value` gave it."""

    sample_id: int
    stage: StageSpec
    answer: Any
    producer: str


def seed_value(stage: StageSpec, value: object, *, width: int, height: int) -> Any:
    """What somebody can start from in a stage; what only is missing in it people will add.

    Raises:
        Invalid: it is nothing that the stage's kind could go on from, for an image of this size.
    """
    return given_answers.startable(
        stage, value, given_answers.View(Image(width=width, height=height))
    )


def add_seeds_once(*, project: Project, seeds: Sequence[NewSeed]) -> set[int]:
    """Record seeds that are not the newest of their stage already; return whose samples got any.

    A sample that is withdrawn, or that somebody has started, keeps what it has.
    """
    with transaction.atomic():
        free = _free({seed.sample_id for seed in seeds})
        newest = _newest(free)
        wanted = {
            (seed.sample_id, seed.stage.key): row
            for seed in seeds
            if seed.sample_id in free
            for row in [_annotation(project, seed)]
            if newest.get((seed.sample_id, seed.stage.key)) != (row.value, row.producer)
        }
        rows = list(wanted.values())
        for row, key in zip(rows, bulk.keys(Annotation, len(rows)), strict=True):
            row.pk = key
        bulk.insert(Annotation, rows)
        documents.refresh({row.sample_id for row in rows})
    return {sample_id for sample_id, _ in wanted}


def _free(sample_ids: Collection[int]) -> set[int]:
    """Lock the samples and their tasks, as claims do, and say which of them nobody has started."""
    open_ = (Sample.State.WAITING, Sample.State.OPEN)
    samples = Sample.objects.select_for_update(no_key=True, of=("self",)).order_by("pk")
    ids = list(samples.filter(pk__in=sample_ids, state__in=open_).values_list("pk", flat=True))
    tasks = Task.objects.select_for_update(no_key=True).filter(sample__in=ids).order_by("pk")
    list(tasks.values_list("pk", flat=True))
    started = Assignment.objects.filter(sample__in=ids).values_list("sample_id", flat=True)
    return set(ids).difference(started)


def _newest(sample_ids: Collection[int]) -> dict[Place, tuple[Any, str]]:
    rows = Annotation.objects.filter(sample__in=sample_ids, index=0).order_by("pk")
    return {
        (row.sample_id, row.stage_key): (row.value, row.producer)
        for row in rows.only("sample_id", "stage_key", "value", "producer")
    }


def _annotation(project: Project, seed: NewSeed) -> Annotation:
    kind = seed.stage.kind_object
    return Annotation(
        project=project,
        sample_id=seed.sample_id,
        stage_key=seed.stage.key,
        index=0,
        kind=seed.stage.kind,
        origin=Annotation.Origin.MODEL,
        producer=seed.producer,
        value=kind.dump(seed.answer),
        measures={"self": kind.measure(seed.answer)},
    )
