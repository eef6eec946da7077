"""Bring in answers that nobody is asked for, such as texts that are to be judged."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from annotate.core import errors, rows
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow import answers
from annotate.workflow.models import Annotation, Sample


def add_given(
    *, project: Project, sample: Sample, stage_key: str, values: Sequence[Mapping[str, Any]]
) -> list[Annotation]:
    """Record the answers of a given stage of one sample, numbered from 1.

    Answers that are there already, the same in number and content, are left as they are: a job
    that was interrupted may say everything again.

    Raises:
        Invalid: people are asked in this stage, or a value is no valid answer of its kind.
        Conflict: other answers are there, or work on the sample has begun.
    """
    stage = project.recipe.stage(stage_key)
    if not stage.given:
        raise errors.Invalid.field(
            "stage", "not_given", f"People are asked in {stage.title!r}; nothing is brought in."
        )
    shown = answers.Shown(sample.image)
    typed = [answers.checked(stage, value, shown) for value in values]
    with transaction.atomic():
        locked = Sample.objects.select_for_update(no_key=True).get(pk=sample.pk, project=project)
        found = list(_given(sample, stage).order_by("index"))
        if found and [answers.typed(each) for each in found] == typed:
            return found
        if found or locked.state != Sample.State.WAITING:
            raise errors.Conflict(
                f"What is to be judged of sample {sample.pk} is settled: it has other answers, or"
                " work on it has begun.",
                code="given_before",
            )
        made = [
            _annotation(project, locked, stage, index, each)
            for index, each in enumerate(typed, start=1)
        ]
        rows.insert(made)
    return made


def _given(sample: Sample, stage: StageSpec) -> Any:
    return Annotation.objects.filter(
        sample=sample, stage_key=stage.key, origin=Annotation.Origin.IMPORT, index__gt=0
    )


def _annotation(
    project: Project, sample: Sample, stage: StageSpec, index: int, answer: Any
) -> Annotation:
    kind = answers.kind_of(stage)
    return Annotation(
        project=project,
        sample=sample,
        stage_key=stage.key,
        index=index,
        kind=stage.kind,
        origin=Annotation.Origin.IMPORT,
        value=kind.dump(answer),
        measures={"self": kind.measure(answer)},
    )
