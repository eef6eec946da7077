"""What is told about second readings: how far they are, and what was said of each text."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count, QuerySet, Sum

from annotate.backends import second_reading
from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.core.schemas import Notice
from annotate.evaluation.models import ReadText, SecondReading
from annotate.evaluation.schemas import second_reader as schemas
from annotate.evaluation.schemas.enrichments import EnrichingVersion, EnrichmentUsage
from annotate.evaluation.schemas.studies import TextSource
from annotate.evaluation.selectors import enrichments
from annotate.images.models import Image
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.seeding.schemas import VersionBrief
from annotate.workflow.models import Annotation, Sample
from annotate.workflow.schemas.parts import ShownImage

SHOWN_FAILURES = 50
State = ReadText.State
_USAGE = ("prompt_tokens", "completion_tokens", "cost", "seconds")
SAID = {name: name for name in ("seen", "not_seen", "contradicted", "invalid")}
SAID |= {"not_mentioned": "missed", "objects": "told_of"}
_SUMS = {name: Sum(name) for name in _USAGE} | {
    f"sum_{name}": Sum(column) for name, column in SAID.items()
}


def readings(project: Project) -> QuerySet[SecondReading]:
    """Newest first."""
    rows = SecondReading.objects.filter(project=project)
    return rows.select_related("version__connection", "job", "created_by").order_by("-id")


def one_reading(project: Project, reading_id: int) -> SecondReading:
    return errors.existing(readings(project).filter(pk=reading_id).first())


def shown(project: Project) -> QuerySet[ReadText]:
    """What was said of texts, without those of images that were withdrawn since."""
    rows = ReadText.objects.filter(reading__project=project, state=State.ANSWERED)
    kept = rows.exclude(image=None).exclude(annotation__sample__state=Sample.State.WITHDRAWN)
    return kept.select_related("image", "reading", "version__connection")


def of_annotation(project: Project, annotation_id: int) -> QuerySet[ReadText]:
    """What every version said of one answer, the newest first.

    Raises NotFound where the project has no such answer.
    """
    answers = Annotation.objects.filter(project=project, pk=annotation_id).only("pk")
    errors.existing(answers.first())
    return shown(project).filter(annotation=annotation_id).order_by("-answered_at", "-id")


def described(rows: Sequence[SecondReading]) -> list[schemas.SecondReading]:
    """Readings with their counts and costs, with as many queries as for one."""
    return [schemas.SecondReading(**fields) for fields in _fields(rows)]


def described_one(reading: SecondReading) -> schemas.SecondReadingDetail:
    (fields,) = _fields([reading])
    return schemas.SecondReadingDetail(**fields, failures=_failures(reading))


def _fields(rows: Sequence[SecondReading]) -> list[dict[str, Any]]:
    texts = ReadText.objects.filter(reading__in=rows).order_by()
    states = texts.values_list("reading", "state").annotate(Count("id"))
    numbers = Counter({(pk, state): number for pk, state, number in states})
    sums = {row["reading"]: row for row in texts.values("reading").annotate(**_SUMS)}
    workers = jobs.workers()
    return [_described(row, numbers, sums.get(row.pk, {}), workers) for row in rows]


def _described(
    row: SecondReading,
    numbers: Counter[tuple[int, str]],
    sums: Mapping[str, Any],
    workers: jobs.Workers,
) -> dict[str, Any]:
    kept = ("id", "source_title", "prompt", "most_samples", "most_cost", "seed")
    by_state = {state.value: numbers[row.pk, state] for state in State}
    state = enrichments.state_of(row)
    total = sum(by_state.values())
    return {
        **{name: getattr(row, name) for name in (*kept, "code_version", "created_at")},
        "source": TextSource.model_validate(row.source),
        "version": VersionBrief.of(row.version),
        "state": state,
        "limit": row.end if state == "limited" else None,
        "counts": schemas.ReadingCounts(total=total, left_out=row.left_out or 0, **by_state),
        "said": said_counts(sums),
        "usage": EnrichmentUsage(
            prompt_tokens=sums.get("prompt_tokens", 0),
            completion_tokens=sums.get("completion_tokens", 0),
            cost=round(sums.get("cost", 0.0), 8) if enrichments.has_price(row.version) else None,
            seconds=round(sums.get("seconds", 0.0), 2),
        ),
        "job": jobs.job_of(row.job, workers) if row.job else None,
        "file": f"{_address(row)}/texts.jsonl" if by_state[State.ANSWERED] else None,
        "created_by": Person.of(row.created_by),
    }


def said_counts(sums: Mapping[str, Any]) -> schemas.SaidCounts:
    return schemas.SaidCounts(**{name: sums.get(f"sum_{name}") or 0 for name in SAID})


def said_of(rows: QuerySet[ReadText]) -> schemas.SaidCounts:
    """Sums over texts."""
    sums = {f"sum_{name}": Sum(column) for name, column in SAID.items()}
    return said_counts(rows.order_by().aggregate(**sums))


def _failures(reading: SecondReading) -> list[schemas.ReadingFailure]:
    rows = reading.texts.filter(state__in=(State.FAILED, State.INTERRUPTED))
    told = []
    for row in rows.select_related("image").order_by("position")[:SHOWN_FAILURES]:
        notice = Notice.restored(row.problem)
        if notice is not None:
            name = row.image.name if row.image else row.key
            failure = {"annotation": row.annotation_id, "name": name, "state": row.state}
            told.append(schemas.ReadingFailure(**dict(notice), **failure))
    return told


def described_texts(rows: Sequence[ReadText]) -> list[schemas.ReadText]:
    return [_text(row, row.image) for row in rows if row.image is not None]


def _text(row: ReadText, image: Image) -> schemas.ReadText:
    listed = row.not_mentioned
    return schemas.ReadText(
        annotation=row.annotation_id,
        image=ShownImage.of(image),
        version=VersionBrief.of(row.version),
        prompt=row.reading.prompt,
        read_at=row.answered_at,
        sentences=[
            schemas.ReadSentence(text=text, **said)
            for text, said in zip(row.sentences, row.said or (), strict=True)
        ],
        not_mentioned=None if listed is None else [_thing(row.marked[place]) for place in listed],
        objects=len(row.marked),
        cost=row.cost,
    )


def _thing(marked: Mapping[str, Any]) -> schemas.MarkedThing:
    return schemas.MarkedThing(label=marked["label"], box=marked["box"])


def choices(project: Project) -> schemas.ReadingChoices:
    """Texts that were written here, and the versions that are asked in words."""
    offered = enrichments.choices(project)
    versions: list[EnrichingVersion] = [each for each in offered.versions if each.asked_in_words]
    sources = [each for each in offered.sources if each.source.type != "file"]
    # The final texts first: they are what people stand by.
    sources.sort(key=lambda each: each.source.type != "final")
    return schemas.ReadingChoices(
        sources=sources, versions=versions, question=second_reading.QUESTION
    )


def _address(row: SecondReading) -> str:
    return f"/api/v1/projects/{row.project_id}/second-readings/{row.pk}"
