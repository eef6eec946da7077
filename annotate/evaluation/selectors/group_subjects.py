"""Who the question is about: the box of the largest person in an image, where one is known.

What people marked stands once they are done, also where they took out what a detector had called
a person. Nobody is shown boxes of people while others may still be asked to mark them: until then
only the seed is shown, from which they start anyway.
"""

from annotate.analysis.geometry import Box
from annotate.analysis.harms.persons import largest_person
from annotate.kinds.capabilities import MarksObjects
from annotate.projects.recipes import Recipe, StageSpec
from annotate.workflow.models import Annotation, Sample
from annotate.workflow.selectors.annotations import annotations_of, standing


def box_of_largest(sample: Sample, recipe: Recipe) -> Box | None:
    """The box; None stands for the whole image."""
    stages = [stage for stage in recipe.stages if isinstance(stage.kind_object, MarksObjects)]
    if not stages:
        return None
    answers = standing(annotations_of(sample.pk))
    for stage in stages:
        box = _in_stage(
            stage, [row for row in answers if row.stage_key == stage.key], sample, recipe
        )
        if box is not None:
            return box
    return None


def _in_stage(
    stage: StageSpec, answers: list[Annotation], sample: Sample, recipe: Recipe
) -> Box | None:
    seeds = [row for row in answers if row.index == 0]
    final = [row for row in answers if row.index > 0] if _is_over(stage, sample, recipe) else []
    standing_for_it = final[-1:] or seeds[-1:]
    return _largest(stage, standing_for_it[0]) if standing_for_it else None


def _largest(stage: StageSpec, answer: Annotation) -> Box | None:
    kind = stage.kind_object
    if not isinstance(kind, MarksObjects):
        return None
    marked = kind.marked_objects(answer.value)
    return largest_person((each["label"], Box.model_validate(each["box"])) for each in marked)


def _is_over(stage: StageSpec, sample: Sample, recipe: Recipe) -> bool:
    """Whether nobody is asked any more to mark things in this image."""
    if sample.state == Sample.State.DONE:
        return True
    keys = list(recipe.stage_keys)
    return sample.stage_key in keys and keys.index(sample.stage_key) > keys.index(stage.key)
