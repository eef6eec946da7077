"""Samples by what studies gave to their texts: the mean of the scores that count, in the database.

Nothing is kept for it: scores stand in the answers, and verdicts and withdrawals change which of
them count. A filter reads one study, found by its items, and never the answers of other work.
"""

from functools import reduce
from operator import add
from typing import Any

from django.db.models import Avg, Case, F, FloatField, QuerySet, Value, When
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast

from annotate import kinds
from annotate.core.rows import filters
from annotate.evaluation.models import ImportedRating, Study, StudyItem
from annotate.kinds.scale_study import ScaleStudy
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Assignment, Purpose, Sample
from annotate.workflow.schemas.sample_lists import RatedMetric, RatedStudy, SampleFilters


def rated_studies(project: Project, most: int) -> list[RatedStudy]:
    """The studies of a project whose scores samples can be filtered by, the newest first."""
    rows = Study.objects.filter(project=project, design__in=_designs()).order_by("-pk")
    return [_told(study) for study in rows.exclude(state=Study.State.FAILED)[:most]]


def _designs() -> list[str]:
    return [name for name, design in kinds.designs().items() if isinstance(design, ScaleStudy)]


def _told(study: Study) -> RatedStudy:
    design = kinds.design(study.design)
    return RatedStudy(
        id=study.pk,
        name=study.name,
        lowest=min(design.scores),
        highest=max(design.scores),
        sources=[source["title"] for source in study.sources],
        compares=design.shows_all,
        metrics=[
            RatedMetric(key=metric["key"], title=metric["title"])
            for metric in study.options["metrics"]
        ],
    )


def rated(project: Project, wanted: SampleFilters) -> QuerySet[Any]:
    """The images that a study's raters gave a mean score within the range, as a query of ids.

    Without a range: all that were rated. A study that is of another project, or has no scores,
    rated none.
    """
    rows = Study.objects.filter(project=project, design__in=_designs())
    study = rows.filter(pk=wanted.study).first() if wanted.study is not None else None
    if study is None:
        return StudyItem.objects.none().values("image")
    means = _imported(study, wanted) if study.work_id is None else _judged(study, wanted)
    within = filters(mean__gte=wanted.rating_from, mean__lte=wanted.rating_to)
    return means.filter(mean__isnull=False, **within).values("of")


def _imported(study: Study, wanted: SampleFilters) -> QuerySet[Any, Any]:
    said = ImportedRating.objects.filter(
        item__study=study, item__image__isnull=False, **filters(metric=wanted.metric or None)
    )
    return said.values(of=F("item__image")).annotate(mean=Avg("score")).order_by()


def _judged(study: Study, wanted: SampleFilters) -> QuerySet[Any, Any]:
    compares = kinds.design(study.design).shows_all
    said = Annotation.objects.filter(
        purpose=Purpose.WORK,
        origin=Annotation.Origin.PERSON,
        about__study_item__study=study,
        about__study_item__image__isnull=False,
        # One of each item: its only one, or that by which a comparison is turned back.
        about__study_item__stimuli__position=0,
    )
    if wanted.source is not None and not compares:
        said = said.filter(about__study_item__stimuli__source=wanted.source)
    said = said.exclude(assignment__verdict=Assignment.Verdict.REJECTED)
    score = _score(study, wanted.metric)
    if compares:
        first = When(about__study_item__stimuli__source=0, then=Value(1.0))
        score = score * Case(first, default=Value(-1.0), output_field=FloatField())
    means: QuerySet[Any, Any] = (
        said.exclude(sample__state=Sample.State.WITHDRAWN)
        .values(of=F("about__study_item__image"))
        .annotate(mean=Avg(score, output_field=FloatField()))
        .order_by()
    )
    return means


def _score(study: Study, metric: str) -> Any:
    """What one answer says: of one metric, or on average of all that the study asked for."""
    asked = [each["key"] for each in study.options["metrics"]]
    of = [key for key in asked if metric in ("", key)]
    if not of:
        return Value(None, output_field=FloatField())
    return reduce(add, map(_given, of)) / Value(float(len(of)))


def _given(metric: str) -> Any:
    path = KeyTransform(metric, KeyTransform("scores", "value"))
    return Cast(KeyTextTransform("score", path), FloatField())
