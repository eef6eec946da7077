"""Samples that are whole: finished, with what their recipe promises."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Sample


def is_whole(project: Project, answers: QuerySet[Annotation]) -> Q:
    """The condition that a sample is finished and has one of these answers in each stage.

    Stages that judge other answers promise none of their own; what is given was never asked for.
    """
    condition = Q(state=Sample.State.DONE)
    for stage in project.recipe.stages:
        if stage.about is None and not stage.given:
            of_stage = answers.filter(sample=OuterRef("pk"), stage_key=stage.key)
            condition &= Q(Exists(of_stage))
    return condition
