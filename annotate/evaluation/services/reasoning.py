"""Bring in sets of questions, have them put to a language model, and delete both."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction

from annotate.analysis.compositional.layouts import probes_in
from annotate.analysis.compositional.model import ProbesError
from annotate.analysis.text import clean_line, is_blank
from annotate.backends.openai import settings as openai
from annotate.core import errors
from annotate.core.jobs import services as jobs
from annotate.core.jobs.models import Job
from annotate.evaluation.models import ReasoningRun, ReasoningSet
from annotate.evaluation.selectors.reasoning import file_name
from annotate.evaluation.services.text_files import digest_of, name_taken
from annotate.evaluation.services.text_reports import chosen_sources
from annotate.evaluation.tables import UnreadableFile, rows_of
from annotate.evaluation.text_rows import bounded
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.seeding.models import ModelVersion
from annotate.seeding.selectors import connections

JOB = "evaluation.ask_reasoning"
# ARO's larger file has 28,748 rows, SVO-Probes 36,841.
MAX_ROWS = 100_000


def add_set(*, project: Project, actor: User | None, path: Path, name: str) -> ReasoningSet:
    """Bring in the questions of a published file.

    Args:
        actor: None for a command on this machine, which acts for whoever made the project.

    Raises:
        UnreadableFile: it is none of the layouts, or a row is not as its layout says.
        Conflict: the project has a set called so.
    """
    try:
        found = probes_in(bounded(rows_of(path), MAX_ROWS, "file_of_many_rows"))
    except ProbesError as wrong:
        raise UnreadableFile(wrong.entry) from None
    probes = [
        [probe.id, probe.image, probe.true, probe.false, probe.kind, probe.group]
        for probe in found.probes
    ]
    try:
        with transaction.atomic():
            row = ReasoningSet.objects.create(
                project=project,
                name=_named(name),
                layout=found.set,
                probes=probes,
                number=len(probes),
                left_out=dict(found.left_out),
                sha256=digest_of(path),
                created_by=actor or project.created_by,
            )
            audit(
                project=project,
                actor=actor,
                verb="reasoning_set.added",
                target=row.name,
                questions=row.number,
            )
    except IntegrityError:
        raise name_taken(Message("reasoning_set_name_taken")) from None
    return row


def delete_set(*, row: ReasoningSet, actor: User) -> None:
    """Delete a set.

    Raises:
        Conflict: a run is about it.
    """
    with transaction.atomic():
        # Runs lock the project before they name a set.
        Project.objects.select_for_update(no_key=True).get(pk=row.project_id)
        runs = [f"“{name}”" for name in row.runs.values_list("name", flat=True)]
        if runs:
            raise errors.Conflict(Message("reasoning_set_in_use", runs=runs), code="in_use")
        audit(project=row.project, actor=actor, verb="reasoning_set.deleted", target=row.name)
        row.delete()


def start(
    *,
    project: Project,
    actor: User,
    name: str,
    sets: Sequence[int],
    sources: Sequence[Mapping[str, Any]],
    connection: int,
    **options: Any,
) -> ReasoningRun:
    """Put questions to the serving version of a connection, in the background.

    Args:
        sources: `{"source": ..., "title": ...}` each; none of them asks the baseline alone.
        options: `baseline`, `most`, `most_cost` and `seed`.

    Raises:
        Invalid: there is no such set, source or connection, or nothing would be asked.
    """
    named = _named(name)
    if not sources and not options["baseline"]:
        raise errors.Invalid.field("sources", Message("reasoning_without_sources"))
    with transaction.atomic():
        # Whoever deletes a set or a file of texts waits here, and then sees that it is used.
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        about = _sets(project, sets)
        chosen = chosen_sources(project, sources) if sources else {}
        version = _version(project, connection)
        run = ReasoningRun.objects.create(
            project=project,
            created_by=actor,
            name=named,
            sources=[{"source": chosen[title].json(), "title": title} for title in chosen],
            version=version,
            model=f"{version.connection.name} {version.label}: {version.settings.get('model')}",
            options=options,
        )
        run.sets.set(about)
        payload = {"run_id": run.pk}
        run.job = jobs.start(name=JOB, scope=project.scope, payload=payload, by=actor.pk)
        run.save(update_fields=["job"])
        audit(
            project=project,
            actor=actor,
            verb="reasoning.started",
            target=run.name,
            model=run.model,
            most_cost=options["most_cost"],
        )
    return run


def _named(name: str) -> str:
    if is_blank(name):
        raise errors.Invalid.field("name", Message("report_without_name"), code="required")
    return clean_line(name)


def _sets(project: Project, wanted: Sequence[int]) -> list[ReasoningSet]:
    rows = ReasoningSet.objects.filter(project=project).defer("probes").in_bulk(list(wanted))
    found: list[ReasoningSet] = []
    for place, pk in enumerate(wanted):
        if pk not in rows:
            raise errors.Invalid.field(f"sets[{place}]", Message("reasoning_set_unknown"))
        if any(rows[pk].layout == other.layout for other in found):
            raise errors.Invalid.field(f"sets[{place}]", Message("reasoning_set_twice"))
        found.append(rows[pk])
    return found


def _version(project: Project, connection: int) -> ModelVersion:
    offered = connections.connections(project).filter(pk=connection, backend=openai.NAME).first()
    if offered is None:
        message = Message("no_language_model")
        raise errors.Invalid.field("connection", message, code="unknown_connection")
    return connections.serving(offered)


def delete_run(*, run: ReasoningRun, actor: User) -> None:
    """Delete a run with its file; one that is being asked is stopped. Replies stay known."""
    with transaction.atomic():
        if run.job is not None and run.job.state in Job.UNFINISHED:
            jobs.cancel(run.job)
        audit(project=run.project, actor=actor, verb="reasoning.deleted", target=run.name)
        name = file_name(run)
        run.delete()
    default_storage.delete(name)
