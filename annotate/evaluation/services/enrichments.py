"""Begin, stop and go on with enrichments, and write down who takes one away."""

import secrets
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from annotate import __version__
from annotate.analysis.text import clean_line, is_blank
from annotate.core import errors
from annotate.core.jobs import services as jobs
from annotate.core.jobs.models import Job
from annotate.evaluation.models import EnrichedImage, Enrichment, TextFile
from annotate.evaluation.services.enrichment_wishes import (
    Wish,
    called,
    check_limit,
    question_for,
    source_of,
    version_of,
)
from annotate.evaluation.services.studies import SEED_BITS
from annotate.evaluation.services.text_files import name_taken
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit

JOB = "evaluation.enrich"
State = EnrichedImage.State


def start(*, project: Project, actor: User, wish: Wish) -> Enrichment:
    """Have a model version rewrite the captions of a source, in the background.

    Raises:
        Invalid: there is no such source or version, it has no text of an image here, the version
            cannot write or is not available, or a limit says nothing.
        Conflict: there is a file of texts called so.
    """
    version = version_of(project, wish.version)
    question = question_for(version, wish.question)
    check_limit(version, wish.most_cost)
    name = clean_line(wish.name)
    if is_blank(name):
        raise errors.Invalid.field("name", Message("enrichment_without_name"), code="required")
    try:
        with transaction.atomic():
            # Whoever deletes a file of texts waits here.
            Project.objects.select_for_update(no_key=True).get(pk=project.pk)
            source = source_of(project, wish.source)
            output = TextFile.objects.create(project=project, name=name, created_by=actor)
            enrichment = Enrichment.objects.create(
                project=project,
                name=name,
                source=source.json(),
                source_title=source.title,
                version=version,
                question=question,
                seed=secrets.randbits(SEED_BITS),
                most_samples=wish.most_samples,
                most_cost=wish.most_cost,
                output=output,
                code_version=f"annotate {__version__}",
                created_by=actor,
            )
            _begin(enrichment)
            _audit(enrichment, actor, "started", source=source.title, model=called(version))
    except IntegrityError:
        raise name_taken(Message("text_file_name_taken")) from None
    return enrichment


def _begin(enrichment: Enrichment) -> None:
    enrichment.end = ""
    enrichment.job = jobs.start(
        name=JOB,
        scope=enrichment.project.scope,
        payload={"enrichment_id": enrichment.pk},
        by=enrichment.created_by_id,
    )
    enrichment.save(update_fields=["job", "end", "most_samples", "most_cost"])


def stop(*, enrichment: Enrichment, actor: User) -> None:
    """Ask about no further image; what is under way is still kept.

    Raises:
        Conflict: it has ended.
    """
    if enrichment.job is None:
        raise errors.Conflict(Message("job_ended"))
    with transaction.atomic():
        jobs.cancel(enrichment.job)
        _audit(enrichment, actor, "stopped")


@dataclass(frozen=True, kw_only=True)
class Further:
    """How an enrichment that has ended goes on: its limits, and whether failures are repeated."""

    most_samples: int | None
    most_cost: float | None
    again: bool = False


def go_on(*, enrichment: Enrichment, actor: User, further: Further) -> Enrichment:
    """Ask about the images that are left, within these limits of all runs together.

    Raises:
        Invalid: a limit says nothing.
        Conflict: it is under way, or nothing is left to ask.
    """
    check_limit(enrichment.version, further.most_cost)
    with transaction.atomic():
        locked = Enrichment.objects.select_for_update(of=("self",)).select_related("job", "project")
        enrichment = locked.get(pk=enrichment.pk)
        if enrichment.job is not None and enrichment.job.state in Job.UNFINISHED:
            raise errors.Conflict(Message("enrichment_under_way"))
        if further.again:
            lost = enrichment.images.filter(state__in=(State.FAILED, State.INTERRUPTED))
            lost.update(state=State.PENDING, problem=None)
        drawn = enrichment.without_image is not None
        if drawn and not _left(enrichment):
            raise errors.Conflict(Message("nothing_left_to_enrich"))
        enrichment.most_samples = further.most_samples
        enrichment.most_cost = further.most_cost
        _begin(enrichment)
        _audit(enrichment, actor, "continued", again=further.again)
    return enrichment


def _left(enrichment: Enrichment) -> bool:
    return enrichment.images.filter(state__in=(State.PENDING, State.ASKED)).exists()


def note_download(*, enrichment: Enrichment, actor: User) -> None:
    """Write down who took the pairs away."""
    _audit(enrichment, actor, "downloaded")


def _audit(enrichment: Enrichment, actor: User, verb: str, **data: Any) -> None:
    audit(
        project=enrichment.project,
        actor=actor,
        verb=f"enrichment.{verb}",
        target=enrichment.name,
        enrichment=enrichment.pk,
        most_samples=enrichment.most_samples,
        most_cost=enrichment.most_cost,
        **data,
    )
