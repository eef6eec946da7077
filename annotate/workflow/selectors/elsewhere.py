"""What people answered elsewhere: which stages it ends, and when it is the final answer."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from django.db.models import QuerySet

from annotate.projects.models import Project
from annotate.projects.recipes import Recipe, StageSpec
from annotate.workflow.models import Annotation, Purpose

# Of the answers `by_people` of one stage and sample, the last in this order is the final one, as
# exports have it: one from here before one from elsewhere, and "person" is last in the alphabet.
FINAL_LAST = ("origin", "index", "id")


def by_people(answers: QuerySet[Annotation]) -> QuerySet[Annotation]:
    """Those that people finished, here or elsewhere; what work only starts from has index 0."""
    return answers.filter(index__gte=1).exclude(origin=Annotation.Origin.MODEL)


def is_given(annotation: Annotation) -> bool:
    """Whether people gave it elsewhere; what was brought in to start from has index 0."""
    return annotation.origin == Annotation.Origin.IMPORT and annotation.index > 0


def stands_in(stage: StageSpec, annotation: Annotation) -> bool:
    """Whether it takes the place of a stage's rounds: parallel answers stand beside others."""
    return stage.in_rounds and annotation.stage_key == stage.key and is_given(annotation)


def answered_elsewhere(project: Project, sample_ids: Iterable[int]) -> dict[int, set[str]]:
    """By sample the stages in rounds that have a finished answer from elsewhere."""
    keys = [stage.key for stage in project.recipe.asked_stages if stage.in_rounds]
    answers = Annotation.objects.filter(
        sample__among=sample_ids,
        stage_key__in=keys,
        origin=Annotation.Origin.IMPORT,
        purpose=Purpose.WORK,
        index__gt=0,
    )
    answered: dict[int, set[str]] = defaultdict(set)
    for sample_id, key in answers.values_list("sample", "stage_key"):
        answered[sample_id].add(key)
    return answered


def first_left(recipe: Recipe, answered: Collection[str]) -> StageSpec | None:
    """The stage in which people are asked first; None where nothing is left to ask."""
    return next((stage for stage in recipe.asked_stages if stage.key not in answered), None)
