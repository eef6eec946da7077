"""The submitted answers of a stage as the checks read them: row by row, never all at once."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from itertools import chain
from typing import Any

from django.db.models import Count, F, Max, Min, QuerySet, Sum

from annotate import kinds
from annotate.analysis.quality.clocks import Clocks, Timed
from annotate.analysis.quality.model import CaptionWork
from annotate.core import errors, rows
from annotate.core.prepared import Parameter, PreparedRows, each_asked
from annotate.kinds.capabilities import Captions, WritesImageText
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow import looks
from annotate.workflow.models import Assignment, Purpose

CHUNK = 500
# The latest answers that say how long work takes usually: of the project, and of each person.
# Beyond two hundred a median hardly moves, and nothing may cost more the longer somebody works.
PROJECT_CLOCK = 1_000
PERSON_CLOCK = 200
_TIMED = "annotator", "answer__index", "active_seconds"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Which answers of a stage are looked at; None leaves a side open."""

    samples: tuple[int, int] | None = None  # ids from … to, both included
    sample_ids: frozenset[int] | None = None
    annotators: frozenset[int] | None = None
    assignments: frozenset[int] | None = None
    batch: int | None = None

    @property
    def is_narrow(self) -> bool:
        """Whether it names what is looked at: a few hundred answers at most."""
        return self.sample_ids is not None or self.assignments is not None

    def filters(self) -> dict[str, Any]:
        """As conditions on assignments."""
        first, last = self.samples or (None, None)
        return rows.filters(
            sample__gte=first,
            sample__lte=last,
            sample_id__in=self.sample_ids,
            annotator_id__in=self.annotators,
            pk__in=self.assignments,
            sample__batch_id=self.batch,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One answer, where it belongs, and what the flags need of it.

    `is_unchanged`: it was handed in just as it began, with the answer `base`.
    """

    assignment: int
    annotation: int
    sample: int
    annotator: int
    texts: dict[str, str]
    work: CaptionWork
    base: int | None = None
    is_unchanged: bool = False


@dataclass(frozen=True, slots=True)
class _HitTime:
    """Seconds per answer of a HIT: by the clock of its pages, and from start to submission.

    The clock of our pages is the active time; of work done elsewhere it is what was imported.
    """

    active: float
    whole: float


def stage_of(project: Project, key: str) -> StageSpec:
    """Raises Invalid naming the field `stage`."""
    keys = project.recipe.stage_keys
    if key not in keys:
        message = Message("no_such_stage_but", stage=key, stages=list(keys))
        raise errors.Invalid.field("stage", message, code="unknown_stage")
    return project.recipe.stage(key)


def answers(project: Project, stage: StageSpec, scope: Scope) -> QuerySet[Assignment]:
    """The submitted work of a stage; what a lead has rejected is no yardstick."""
    of_project = Assignment.objects.filter(project=project, **scope.filters())
    return _kept(of_project.filter(**_submitted(stage.key)))


def _submitted(stage_key: str | Parameter) -> dict[str, Any]:
    return {
        "state": Assignment.State.SUBMITTED,
        "answer__stage_key": stage_key,
        "answer__purpose": Purpose.WORK,
    }


def _kept(assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
    return assignments.exclude(verdict=Assignment.Verdict.REJECTED)


def rows_of(project: Project, stage: StageSpec, scope: Scope) -> Iterator[Row]:
    """The answers in the scope, oldest first."""
    submitted = answers(project, stage, scope)
    kind = kinds.get(stage.kind)
    hits: dict[int, _HitTime] | None = None
    raw = (
        submitted.order_by("answer_id")
        .annotate(
            value=F("answer__value"),
            index=F("answer__index"),
            about=F("answer__about_id"),
            began=F("answer__parent_id"),
            measures=F("answer__measures"),
        )
        .values(
            *("pk", "answer_id", "sample_id", "annotator_id", "active_seconds", "hit_id"),
            *("started_at", "ended_at", "value", "index", "about", "began", "measures"),
        )
    )
    # A cursor of its own takes PostgreSQL four statements: not for a few rows.
    for values in raw if scope.is_narrow else raw.iterator(chunk_size=CHUNK):
        if hits is None and values["hit_id"] is not None:
            hits = _hit_times(submitted)
        answer = kind.Answer.model_validate(values["value"])
        texts = kind.texts(answer)
        yield Row(
            assignment=values["pk"],
            annotation=values["answer_id"],
            sample=values["sample_id"],
            annotator=values["annotator_id"],
            texts=texts,
            work=_work(stage, values, texts, hits or {}),
            base=values["began"],
            is_unchanged=bool(looks.is_unchanged(values["measures"])),
        )


def _work(
    stage: StageSpec, values: dict[str, Any], texts: dict[str, str], hits: dict[int, _HitTime]
) -> CaptionWork:
    value: dict[str, Any] = values["value"]
    hit = hits.get(values["hit_id"])
    kind = stage.kind_object
    captions = kind if isinstance(kind, Captions) else None
    text = "\n".join(texts.values())
    if not text and isinstance(kind, WritesImageText):
        text = kind.image_text(value)
    return CaptionWork(
        key=values["pk"],
        image=_compared_with(stage, values),
        worker=values["annotator_id"],
        text=text,
        canned=captions.canned(value) if captions else None,
        text_detected=captions.text_detected(value) if captions else None,
        seconds_image=values["active_seconds"],
        seconds_hit=hit.active if hit else None,
        seconds_platform=hit.whole if hit else _seconds(values["started_at"], values["ended_at"]),
        round=_round(stage, values["index"]),
    )


def times_of(
    project: Project, stage: StageSpec, annotators: Collection[int], most: int = PERSON_CLOCK
) -> dict[int, list[Timed]]:
    """How long the latest answers of each of these people took, the newest first."""
    latest = partial(_latest_of_person(most).all, project=project.pk, stage=stage.key)
    return {
        annotator: _timed(stage, latest(annotator=annotator)) for annotator in sorted(annotators)
    }


def times_of_project(project: Project, stage: StageSpec) -> list[Timed]:
    """How long the latest answers of a stage took, the newest first."""
    latest = answers(project, stage, Scope()).order_by("-ended_at", "-answer")
    return _timed(stage, latest.values_list(*_TIMED)[:PROJECT_CLOCK])


def clocks_of(of_people: Mapping[int, Sequence[Timed]], of_project: Iterable[Timed]) -> Clocks:
    """How long answers take usually, of people and of a stage whose latest took these times."""
    latest = chain.from_iterable(times[:PERSON_CLOCK] for times in of_people.values())
    return Clocks.from_times(latest, of_project)


@cache
def _latest_of_person(most: int) -> PreparedRows:
    """Asked of each person in every check: along what they have done, the newest first.

    By no index of the project, and in no second order: left free, PostgreSQL goes along all that
    was done in the project, where these answers are few among those of others.
    """

    def latest() -> QuerySet[Assignment, Any]:
        submitted = each_asked(project=Parameter("project"), **_submitted(Parameter("stage")))
        own = Assignment.objects.filter(submitted, annotator=Parameter("annotator"))
        return _kept(own).order_by("-ended_at").values_list(*_TIMED)[:most]

    return PreparedRows(latest)


def _timed(stage: StageSpec, latest: Iterable[tuple[Any, ...]]) -> list[Timed]:
    return [Timed(who, _round(stage, index), seconds) for who, index, seconds in latest]


def _round(stage: StageSpec, index: int) -> int:
    """The round of a text; where people work side by side an index is no round."""
    return index if stage.mode == "sequential" else 0


def _compared_with(stage: StageSpec, values: dict[str, Any]) -> str:
    """What an answer shares with those it is compared with: image, or answer judged.

    Rounds of one text build on one another, so none of them is a yardstick for another.
    """
    if values["about"] is not None:
        return f"answer {values['about']}"
    if stage.mode == "sequential":
        return f"round {values['index']} of {values['sample_id']}"
    return f"sample {values['sample_id']}"


def _hit_times(submitted: QuerySet[Assignment]) -> dict[int, _HitTime]:
    """The times of the HITs that the answers belong to, also beyond the scope."""
    hits = (
        Assignment.objects.filter(
            hit__in=submitted.filter(hit__isnull=False).order_by().values("hit").distinct(),
            state=Assignment.State.SUBMITTED,
        )
        .order_by()
        .values("hit_id")
        .annotate(
            number=Count("id"),
            active=Sum("active_seconds"),
            start=Min("hit__started_at"),
            end=Max("hit__ended_at"),
            page=Max("hit__page_seconds"),
        )
    )
    return {
        row["hit_id"]: _HitTime(
            active=(row["active"] if row["page"] is None else row["page"]) / row["number"],
            whole=(_seconds(row["start"], row["end"]) or 0.0) / row["number"],
        )
        for row in hits
    }


def _seconds(start: datetime | None, end: datetime | None) -> float | None:
    return None if start is None or end is None else (end - start).total_seconds()


def sample_bounds(project: Project, batch: int | None, size: int) -> list[tuple[int, int, int]]:
    """Ranges of the project's sample ids, `size` samples each: (first, last, number)."""
    ids = project.samples.filter(**rows.filters(batch=batch)).order_by("pk")
    bounds, first, last, number = [], 0, 0, 0
    for pk in ids.values_list("pk", flat=True).iterator(chunk_size=10_000):
        first, last, number = (first or pk), pk, number + 1
        if number == size:
            bounds.append((first, last, number))
            first, number = 0, 0
    return [*bounds, (first, last, number)] if number else bounds


def people_of(project: Project, stage: StageSpec, scope: Scope) -> Collection[int]:
    people = answers(project, stage, scope).order_by().values_list("annotator_id", flat=True)
    return sorted(set(people.distinct()))
