"""Begin, stop and go on with second readings, and write down who takes one away."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from annotate import __version__
from annotate.backends import second_reading
from annotate.core import errors
from annotate.core.jobs import services as jobs
from annotate.core.jobs.models import Job
from annotate.evaluation.models import ReadText, SecondReading
from annotate.evaluation.selectors.sources import Source, parse_texts
from annotate.evaluation.services.enrichment_wishes import called, check_limit, version_of
from annotate.evaluation.services.enrichments import Further
from annotate.evaluation.services.studies import SEED_BITS
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.seeding.models import ModelVersion
from annotate.seeding.selectors.connections import backend_of

JOB = "evaluation.second_reading"
State = ReadText.State


@dataclass(frozen=True, kw_only=True)
class ReadingWish:
    """What a lead wants to have read, by which version, and how far."""

    source: Mapping[str, Any]
    version: int
    most_samples: int | None = None
    most_cost: float | None = None


def start(*, project: Project, actor: User, wish: ReadingWish) -> SecondReading:
    """Have a model version read finished descriptions, in the background.

    Raises:
        Invalid: there is no such source or version, its texts come from a file, the version
            cannot be asked or is not available, or a limit says nothing.
    """
    version = reader_of(project, wish.version)
    check_limit(version, wish.most_cost)
    source = _source(project, wish.source)
    with transaction.atomic():
        reading = SecondReading.objects.create(
            project=project,
            source=source.json(),
            source_title=source.title,
            version=version,
            prompt=second_reading.PROMPT,
            seed=secrets.randbits(SEED_BITS),
            most_samples=wish.most_samples,
            most_cost=wish.most_cost,
            code_version=f"annotate {__version__}",
            created_by=actor,
        )
        _begin(reading)
        _audit(reading, actor, "started", source=source.title)
    return reading


def reader_of(project: Project, version_id: int) -> ModelVersion:
    """The version that is to read.

    Raises:
        Invalid: the project has none such, or it is not asked in words.
    """
    version = version_of(project, version_id)
    if not backend_of(version.connection).asked_in_words:
        message = Message("version_not_asked_in_words", name=called(version))
        raise errors.Invalid.field("version", message, code="wrong_role")
    return version


def _source(project: Project, raw: Mapping[str, Any]) -> Source:
    source = parse_texts(raw, project)
    if source.type == "file":  # nobody here wrote or reviews it
        raise errors.Invalid.field("source", Message("file_not_read_again"), code="no_answers")
    return source


def _begin(reading: SecondReading) -> None:
    reading.end = ""
    reading.job = jobs.start(
        name=JOB,
        scope=reading.project.scope,
        payload={"reading_id": reading.pk},
        by=reading.created_by_id,
    )
    reading.save(update_fields=["job", "end", "most_samples", "most_cost"])


def stop(*, reading: SecondReading, actor: User) -> None:
    """Ask about no further text; what is under way is still kept.

    Raises:
        Conflict: it has ended.
    """
    if reading.job is None:
        raise errors.Conflict(Message("job_ended"))
    with transaction.atomic():
        jobs.cancel(reading.job)
        _audit(reading, actor, "stopped")


def go_on(*, reading: SecondReading, actor: User, further: Further) -> SecondReading:
    """Read the texts that are left, within these limits of all runs together.

    Raises:
        Invalid: a limit says nothing.
        Conflict: it is under way, or nothing is left to read.
    """
    check_limit(reading.version, further.most_cost)
    with transaction.atomic():
        locked = SecondReading.objects.select_for_update(of=("self",))
        reading = locked.select_related("job", "project", "version__connection").get(pk=reading.pk)
        if reading.job is not None and reading.job.state in Job.UNFINISHED:
            raise errors.Conflict(Message("second_reading_under_way"))
        if further.again:
            lost = reading.texts.filter(state__in=(State.FAILED, State.INTERRUPTED))
            lost.update(state=State.PENDING, problem=None)
        if reading.left_out is not None and not _left(reading):
            raise errors.Conflict(Message("nothing_left_to_read"))
        reading.most_samples = further.most_samples
        reading.most_cost = further.most_cost
        _begin(reading)
        _audit(reading, actor, "continued", again=further.again)
    return reading


def _left(reading: SecondReading) -> bool:
    return reading.texts.filter(state__in=(State.PENDING, State.ASKED)).exists()


def note_download(*, reading: SecondReading, actor: User) -> None:
    """Write down who took away what was said."""
    _audit(reading, actor, "downloaded")


def _audit(reading: SecondReading, actor: User, verb: str, **data: Any) -> None:
    audit(
        project=reading.project,
        actor=actor,
        verb=f"second_reading.{verb}",
        target=called(reading.version),
        reading=reading.pk,
        most_samples=reading.most_samples,
        most_cost=reading.most_cost,
        **data,
    )
