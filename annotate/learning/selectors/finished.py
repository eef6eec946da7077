"""What people made of finished samples: the final answers, as models may learn from them.

Only work counts: never gold, practice or tests, nothing that a lead rejected or the votes dropped,
and nothing that a model said. What people finished elsewhere counts like what they finished here.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import QuerySet

from annotate import kinds
from annotate.analysis.randomness import draw
from annotate.backends.training.snapshots import Split
from annotate.images.models import Image
from annotate.kinds.capabilities import Describes, MarksObjects
from annotate.learning.hooks import left_out_of
from annotate.projects.models import Project
from annotate.seeding.models import Snapshot
from annotate.workflow import hooks
from annotate.workflow import selectors as workflow
from annotate.workflow.models import Annotation, Sample

BATCH = 200
_DRAWN_FROM = 2**63


class Finished(NamedTuple):
    """A finished sample: its image, and the standing answers of people by kind, oldest first."""

    sample_id: int
    image: Image
    objects: list[dict[str, Any]] | None
    descriptions: list[str]


def finished_samples(project: Project) -> QuerySet[Sample]:
    done = Sample.objects.filter(project=project, state=Sample.State.DONE)
    done = done.exclude(pk__in=left_out_of(project))
    return done.select_related("image").order_by("pk")


def finished(project: Project) -> Iterator[Finished]:
    """Yield the samples from which something can be learned, in order of their ids.

    In batches of two or three queries: no more than one batch is held.
    """
    after = 0
    while batch := list(finished_samples(project).filter(pk__gt=after)[:BATCH]):
        first, after = batch[0].pk, batch[-1].pk
        answers = _answers(project, first, after)
        corrected = hooks.corrected_texts(project, (first, after))
        for sample in batch:
            row = _finished(project, sample, answers[sample.pk], corrected)
            if row is not None:
                yield row


def _answers(project: Project, first: int, last: int) -> dict[int, list[Annotation]]:
    rows = workflow.by_people(workflow.kept()).filter(
        project=project,
        sample_id__gte=first,
        sample_id__lte=last,
        kind__in=[*kinds.names(MarksObjects), *kinds.names(Describes)],
    )
    by_sample: defaultdict[int, list[Annotation]] = defaultdict(list)
    for row in rows.order_by(*workflow.FINAL_LAST):
        by_sample[row.sample_id].append(row)
    return by_sample


def _finished(
    project: Project,
    sample: Sample,
    answers: list[Annotation],
    corrected: Mapping[int, Mapping[str, str]],
) -> Finished | None:
    """What stands of a sample: of each kind, what its last stage says."""
    marked = _of_last_stage(project, MarksObjects, answers)
    described = _of_last_stage(project, Describes, answers)
    if not marked and not described:
        return None
    return Finished(
        sample_id=sample.pk,
        image=sample.image,
        objects=_objects(marked[-1], corrected) if marked else None,
        descriptions=[
            corrected.get(answer.pk, {}).get("text", answer.value["text"]) for answer in described
        ],
    )


def _of_last_stage(
    project: Project, capability: type[object], answers: list[Annotation]
) -> list[Annotation]:
    able = kinds.names(capability)
    for stage in reversed(project.recipe.stages):
        of_stage = [row for row in answers if row.stage_key == stage.key and row.kind in able]
        if of_stage:
            return of_stage
    return []


def _objects(
    answer: Annotation, corrected: Mapping[int, Mapping[str, str]]
) -> list[dict[str, Any]]:
    texts = corrected.get(answer.pk, {})
    return [
        {
            "label": item["label"],
            "box": item["box"],
            "description": texts.get(f"objects[{place}].description", item["description"]),
        }
        for place, item in enumerate(answer.value["objects"])
    ]


def may_have_learned(sample: Sample) -> bool:
    """Whether a snapshot was frozen since a sample was finished: a model may have learned from it.

    A snapshot is a folder, which may be gone; so this errs to the side of the measurement.
    """
    if sample.finished_at is None:
        return False
    frozen = Snapshot.objects.filter(project=sample.project_id)
    return frozen.filter(created_at__gte=sample.finished_at).exists()


class HeldOut:
    """Decides which samples no version is trained on, for each sample once and for all.

    Images of the splits val and test are held out. Of the others a share is drawn by the seed of
    the project, so that a sample stays where it is while samples are added, and moves only from
    training to held out when the share grows. Images of the split train are drawn from only where
    the project has no other split to measure on.
    """

    def __init__(self, project: Project, share: float) -> None:
        self._seed = project.seed
        self._share = share
        self._measured = Image.objects.filter(
            project=project, split__in=[Image.Split.VAL, Image.Split.TEST]
        ).exists()

    def split_of(self, sample_id: int, image: Image) -> Split:
        if image.split in (Image.Split.VAL, Image.Split.TEST):
            return "held_out"
        if image.split == Image.Split.TRAIN and self._measured:
            return "train"
        drawn = draw(self._seed, "held_out", sample_id) / _DRAWN_FROM
        return "held_out" if drawn < self._share else "train"


def recipe_facts(project: Project) -> dict[str, Any]:
    """What was asked of people, for the manifest of a snapshot."""
    recipe = project.recipe
    return {
        "name": recipe.name,
        "version": recipe.version,
        "stages": [{"key": stage.key, "kind": stage.kind} for stage in recipe.stages],
    }


def as_line(values: Mapping[str, Any]) -> bytes:
    return json.dumps(values, sort_keys=True, ensure_ascii=False).encode() + b"\n"
