"""Seeds are annotations at index 0 that no person wrote."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from annotate.projects.models import Project
from annotate.workflow import answers
from annotate.workflow.models import Annotation, Sample


def add_seed(
    *,
    project: Project,
    sample: Sample,
    stage_key: str,
    value: Mapping[str, Any],
    producer: str,
    origin: Annotation.Origin = Annotation.Origin.MODEL,
) -> Annotation:
    """Record what a model (or an import) says about a sample as the seed of a stage.

    The newest seed of a stage is the one a first round starts from. A seed never changes what
    somebody who has already started sees: their assignment names the text they started from.

    Raises:
        Invalid: the value is not a valid answer of the stage's kind for this image.
    """
    stage = project.recipe.stage(stage_key)
    kind = answers.kind_of(stage)
    answer = answers.checked(stage, value, answers.Shown(sample.image))
    return Annotation.objects.create(
        project=project,
        sample=sample,
        stage_key=stage_key,
        index=0,
        kind=stage.kind,
        origin=origin,
        producer=producer,
        value=kind.dump(answer),
        measures={"self": kind.measure(answer)},
    )


def add_seed_once(
    *, project: Project, sample: Sample, stage_key: str, value: Mapping[str, Any], producer: str
) -> bool:
    """Record a seed unless the newest one of the stage is this very one; return whether it was new.

    Raises:
        Invalid: as `add_seed`.
    """
    earlier = Annotation.objects.filter(sample=sample, stage_key=stage_key, index=0)
    newest = earlier.order_by("-pk").first()
    with transaction.atomic():
        made = add_seed(
            project=project, sample=sample, stage_key=stage_key, value=value, producer=producer
        )
        is_new = newest is None or (newest.value, newest.producer) != (made.value, made.producer)
        if not is_new:
            made.delete()
    return is_new
