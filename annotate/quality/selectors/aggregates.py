"""What the answers about each image say together (mission B9)."""

from collections.abc import Sequence

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from annotate.kinds.capabilities import Summarises, Summary
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.schemas import checks as schemas
from annotate.quality.selectors import works
from annotate.quality.selectors.works import Scope
from annotate.workflow.models import Assignment, Outcome, Sample
from annotate.workflow.schemas.parts import ShownImage


def stage_to_aggregate(project: Project, key: str | None) -> StageSpec:
    """The stage asked for, else the first whose answers add up, else the first."""
    stages = project.recipe.asked_stages
    if key is not None:
        return works.stage_of(project, key)
    summarised = (stage for stage in stages if isinstance(stage.kind_object, Summarises))
    return next(summarised, stages[0])


def answered(project: Project, stage: StageSpec) -> QuerySet[Sample]:
    answers = works.answers(project, stage, Scope()).filter(sample=OuterRef("pk")).order_by()
    samples = Sample.objects.filter(Exists(answers), project=project)
    return samples.select_related("image").order_by("pk")


def aggregates(
    project: Project, stage: StageSpec, page: Sequence[Sample]
) -> list[schemas.Aggregate]:
    """What the answers about each image say together; two queries in all."""
    ids = frozenset(sample.pk for sample in page)
    rows = works.answers(project, stage, Scope(sample_ids=ids)).select_related("answer")
    by_sample: dict[int, list[Assignment]] = {pk: [] for pk in ids}
    for row in rows.order_by("pk"):
        by_sample[row.sample_id].append(row)
    outcomes = _outcomes(ids) if stage.about is not None else {}
    return [
        schemas.Aggregate(
            **dict(_summary(stage, by_sample[sample.pk])),
            sample=sample.pk,
            image=ShownImage.of(sample.image),
            answers=len(by_sample[sample.pk]),
            outcomes=outcomes.get(sample.pk),
        )
        for sample in page
    ]


def _summary(stage: StageSpec, rows: Sequence[Assignment]) -> Summary:
    kind = stage.kind_object
    if not isinstance(kind, Summarises):
        return Summary()
    answers = [kind.Answer.model_validate(row.answer.value) for row in rows if row.answer]
    summary: Summary = kind.summary(answers, stage.kind_settings)
    return summary


def _outcomes(sample_ids: frozenset[int]) -> dict[int, schemas.Outcomes]:
    rows = (
        Outcome.objects.filter(annotation__sample__in=sample_ids)
        .order_by()
        .values_list("annotation__sample_id")
        .annotate(yes=Count("id", filter=Q(kept=True)), no=Count("id", filter=Q(kept=False)))
    )
    return {sample: schemas.Outcomes(kept=yes, dropped=no) for sample, yes, no in rows}
