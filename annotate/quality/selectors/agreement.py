"""How far independent answers agree (mission B9).

Figures over a whole stage are taken over at most `MEASURED` images, drawn by the project's seed
where there are more: that bounds memory and time, and the answer says so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from annotate.analysis.agreement_intervals import no_interval
from annotate.analysis.agreement_measures import Measure, share_interval
from annotate.analysis.quality.texts import random_sample
from annotate.analysis.undefined import Undefined
from annotate.kinds.capabilities import Judges, MeasuresAgreement, Summarises, Summary
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.schemas import checks as schemas
from annotate.quality.selectors import works
from annotate.quality.selectors.works import Scope
from annotate.workflow.models import Assignment, Outcome, Sample
from annotate.workflow.schemas.parts import ShownImage

MEASURED = 2_000
AT_ONCE = 500

BUILD_ON_ANOTHER = Undefined(Message("rounds_build_on_another"))
NOTHING_SETTLED = Undefined(Message("nothing_settled"))
# Of which sample, and what was said.
Item = tuple[int, list[Any]]


def agreement(project: Project) -> schemas.Agreement:
    """For each stage how far people agree; what has no value says why."""
    return schemas.Agreement(
        stages=[
            schemas.StageAgreement.from_row(
                stage,
                measures=[schemas.Measure.of(measure) for measure in measures(project, stage)],
            )
            for stage in project.recipe.asked_stages
        ]
    )


def measures(project: Project, stage: StageSpec) -> list[Measure]:
    if stage.in_rounds:
        return [
            Measure(
                name="agreement",
                title=Message("measure_agreement"),
                interval=no_interval(BUILD_ON_ANOTHER),
                n=0,
                explanation=Message("measure_agreement_text"),
            )
        ]
    ids, total = _measured(project)
    items = list(_items(project, stage, ids))
    figures = [*_of_kind(stage, items), *_settled(project, stage, ids)]
    if len(ids) == total:
        return figures
    return [
        replace(
            measure,
            explanation=Message(
                "measure_drawn", explanation=measure.explanation, measured=len(ids), total=total
            ),
        )
        for measure in figures
    ]


def _of_kind(stage: StageSpec, items: Sequence[Item]) -> list[Measure]:
    kind = stage.kind_object
    if not isinstance(kind, MeasuresAgreement):
        return []
    answers = [[kind.Answer.model_validate(value) for value in item] for _, item in items]
    return kind.agreement(answers, stage.kind_settings, [image for image, _ in items])


def _settled(project: Project, stage: StageSpec, ids: Sequence[int]) -> list[Measure]:
    """Which share of the judged answers the judgements of this stage have kept."""
    kind = stage.kind_object
    if not (isinstance(kind, Judges) and kind.drops):
        return []
    by_image = (
        Outcome.objects.filter(annotation__sample__in=ids, stage_key=stage.key)
        .order_by("annotation__sample_id")
        .values_list("annotation__sample_id")
        .annotate(yes=Count("id", filter=Q(kept=True)), all=Count("id"))
    )
    counts = [(yes, all_) for _, yes, all_ in by_image]
    return [
        Measure(
            name="kept",
            title=Message("measure_kept"),
            interval=share_interval(counts, nothing=NOTHING_SETTLED),
            n=sum(all_ for _, all_ in counts),
            explanation=Message("measure_kept_text"),
        )
    ]


def _measured(project: Project) -> tuple[Sequence[int], int]:
    """The ids of the samples that are measured, and how many there are in all."""
    ids = list(project.samples.order_by("pk").values_list("pk", flat=True))
    if len(ids) <= MEASURED:
        return ids, len(ids)
    drawn = random_sample(ids, count=MEASURED, seed=project.seed)
    return sorted(int(pk) for pk in drawn), len(ids)


def _items(project: Project, stage: StageSpec, ids: Sequence[int]) -> Iterator[Item]:
    """The values that belong together: about one image, or about one judged answer."""
    for start in range(0, len(ids), AT_ONCE):
        some = frozenset(ids[start : start + AT_ONCE])
        rows = (
            works.answers(project, stage, Scope(sample_ids=some))
            .order_by("sample_id", "answer__about_id", "answer_id")
            .values_list("sample_id", "answer__about_id", "answer__value")
        )
        for (sample, _), group in groupby(rows.iterator(chunk_size=1_000), key=itemgetter(0, 1)):
            yield sample, [value for _, _, value in group]


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
    for row in rows.order_by("answer_id"):
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
