"""What a finished sample must have, told from its rows alone."""

from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Assignment, Purpose, Sample


def lacking(project: Project) -> list[tuple[int, str]]:
    """Return (sample, stage) for each stage of a finished sample in which nothing stands."""
    stages = [stage for stage in project.recipe.stages if not stage.given and stage.about is None]
    return [
        (sample.pk, stage.key)
        for sample in Sample.objects.filter(project=project, state=Sample.State.DONE)
        for stage in stages
        if not stands(sample, stage.key)
    ]


def stands(sample: Sample, stage_key: str) -> bool:
    """Tell whether a person's answer in this stage is neither rejected nor superseded."""
    answers = Annotation.objects.filter(
        sample=sample,
        stage_key=stage_key,
        purpose=Purpose.WORK,
        origin=Annotation.Origin.PERSON,
        assignment__superseded_by=None,
    )
    return answers.exclude(assignment__verdict=Assignment.Verdict.REJECTED).exists()
