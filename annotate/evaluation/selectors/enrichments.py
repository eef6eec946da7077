"""What is told about enrichments."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db.models import Count, QuerySet, Sum

from annotate.backends import rewriting
from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.core.schemas import Notice
from annotate.evaluation import models
from annotate.evaluation.models import EnrichedImage
from annotate.evaluation.schemas import enrichments as schemas
from annotate.evaluation.schemas.studies import TextSource
from annotate.evaluation.selectors.sources import available
from annotate.evaluation.selectors.text_reports import tables_of
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion
from annotate.seeding.schemas import VersionBrief
from annotate.seeding.selectors.connections import backend_or_none
from annotate.workflow.models import Sample
from annotate.workflow.schemas.parts import ShownImage

SHOWN_FAILURES = 50
State = EnrichedImage.State
_SUMS = ("prompt_tokens", "completion_tokens", "cost", "seconds")


def enrichments(project: Project) -> QuerySet[models.Enrichment]:
    """Newest first."""
    rows = models.Enrichment.objects.filter(project=project)
    return rows.select_related("version__connection", "job", "created_by", "project").order_by(
        "-id"
    )


def one_enrichment(project: Project, enrichment_id: int) -> models.Enrichment:
    return errors.existing(enrichments(project).filter(pk=enrichment_id).first())


def pairs(enrichment: models.Enrichment) -> QuerySet[EnrichedImage]:
    """What can be shown and taken away: nothing of images that were withdrawn since."""
    gone = Sample.objects.filter(
        project=enrichment.project_id, state=Sample.State.WITHDRAWN
    ).values("image")
    answered = enrichment.images.filter(state=State.ANSWERED)
    kept = answered.exclude(text=None).exclude(image=None).exclude(image__in=gone)
    return kept.select_related("image", "text").order_by("position")


def described(rows: Sequence[models.Enrichment]) -> list[schemas.Enrichment]:
    """Enrichments with their counts and costs, with as many queries as for one."""
    return [schemas.Enrichment(**fields) for fields in _fields(rows)]


def described_one(enrichment: models.Enrichment) -> schemas.EnrichmentDetail:
    (fields,) = _fields([enrichment])
    figures = enrichment.figures
    return schemas.EnrichmentDetail(
        **fields,
        figures=figures
        and schemas.EnrichmentFigures(pairs=figures["pairs"], tables=tables_of(figures)),
        failures=_failures(enrichment),
    )


def _fields(rows: Sequence[models.Enrichment]) -> list[dict[str, Any]]:
    images = EnrichedImage.objects.filter(enrichment__in=rows).order_by()
    states = images.values_list("enrichment", "state").annotate(Count("id"))
    numbers = Counter({(pk, state): number for pk, state, number in states})
    sums: dict[int, dict[str, Any]] = {
        row["enrichment"]: dict(row)
        for row in images.values("enrichment").annotate(**{name: Sum(name) for name in _SUMS})
    }
    workers = jobs.workers()
    return [_described(row, numbers, sums.get(row.pk, {}), workers) for row in rows]


def _described(
    row: models.Enrichment,
    numbers: Counter[tuple[int, str]],
    sums: dict[str, Any],
    workers: jobs.Workers,
) -> dict[str, Any]:
    kept = ("id", "name", "source_title", "question", "most_samples", "most_cost", "seed")
    state = state_of(row)
    answered = numbers[row.pk, State.ANSWERED]
    return {
        **{name: getattr(row, name) for name in (*kept, "code_version", "created_at")},
        "source": TextSource.model_validate(row.source),
        "version": VersionBrief.of(row.version),
        "state": state,
        "limit": row.end if state == "limited" else None,
        "counts": _counts(row, numbers),
        "usage": schemas.EnrichmentUsage(
            prompt_tokens=sums.get("prompt_tokens", 0),
            completion_tokens=sums.get("completion_tokens", 0),
            cost=round(sums.get("cost", 0.0), 8) if has_price(row.version) else None,
            seconds=round(sums.get("seconds", 0.0), 2),
        ),
        "job": jobs.job_of(row.job, workers) if row.job else None,
        "file": row.output_id,
        "pairs": f"{_address(row)}/pairs.jsonl" if answered else None,
        "created_by": Person.of(row.created_by),
    }


def _counts(row: models.Enrichment, numbers: Counter[tuple[int, str]]) -> schemas.EnrichmentCounts:
    by_state = {state.value: numbers[row.pk, state] for state in State}
    return schemas.EnrichmentCounts(
        total=sum(by_state.values()), without_image=row.without_image or 0, **by_state
    )


def state_of(row: models.Enrichment | models.SecondReading) -> schemas.State:
    """How far a run is; of one whose job was cleared away, what is known of its end."""
    match row.job and row.job.state:
        case Job.State.QUEUED:
            return "waiting"
        case Job.State.RUNNING:
            return "running"
        case Job.State.FAILED:
            return "failed"
    if row.end == models.Enrichment.End.DONE:
        return "done"
    return "limited" if row.end else "stopped"


def _failures(enrichment: models.Enrichment) -> list[schemas.EnrichmentFailure]:
    rows = enrichment.images.filter(state__in=(State.FAILED, State.INTERRUPTED))
    told = []
    for row in rows.select_related("image").order_by("position")[:SHOWN_FAILURES]:
        notice = Notice.restored(row.problem)
        if notice is not None:
            told.append(
                schemas.EnrichmentFailure(
                    **dict(notice),
                    image_id=row.image_id,
                    name=row.image.name if row.image else row.key,
                    state=row.state,
                )
            )
    return told


def described_pairs(rows: Sequence[EnrichedImage]) -> list[schemas.EnrichedPair]:
    return [
        schemas.EnrichedPair(
            position=row.position,
            image=ShownImage.of(row.image),
            captions=row.captions,
            text=row.text.text,
            **{name: getattr(row, name) for name in _SUMS},
        )
        for row in rows
        if row.image is not None and row.text is not None
    ]


def choices(project: Project) -> schemas.EnrichmentChoices:
    """Sources with texts, and the versions that can write, those that serve first."""
    rows = ModelVersion.objects.filter(project=project, connection__archived_at=None)
    versions = rows.select_related("connection").order_by("connection", "-number")
    serving = ModelVersion.State.SERVING
    return schemas.EnrichmentChoices(
        sources=[source for source in available(project) if not source.has_images],
        versions=[
            schemas.EnrichingVersion(
                version=VersionBrief.of(version),
                asked_in_words=backend.asked_in_words,
                priced=has_price(version),
            )
            for version in sorted(versions, key=lambda version: version.state != serving)
            if (backend := backend_or_none(version.connection)) and "captioner" in backend.roles
        ],
        question=rewriting.QUESTION,
        places=[
            schemas.EnrichmentPlace(name=name, meaning=meaning)
            for name, meaning in rewriting.PLACES.items()
        ],
    )


def has_price(version: ModelVersion) -> bool:
    """Whether it is said what a token costs."""
    return any(version.settings.get(name) for name in ("price_in", "price_out"))


def _address(row: models.Enrichment) -> str:
    return f"/api/v1/projects/{row.project_id}/enrichments/{row.pk}"
