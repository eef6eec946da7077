"""Have harms measured, delete measurements, and note what readers find of their cases."""

from django.db import transaction

from annotate.core import clock, errors
from annotate.core.jobs import services as jobs
from annotate.core.jobs.models import Job
from annotate.evaluation.models import HarmCase, HarmRun
from annotate.evaluation.selectors.harm_stages import one_stage
from annotate.evaluation.selectors.harm_tools import why_not
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit

JOB = "evaluation.measure_harms"


def start(
    *,
    project: Project,
    actor: User,
    candidate: str,
    truth: str | None = None,
    threshold: float = 0.005,
    covered: float = 0.1,
    parser: str = "auto",
) -> HarmRun:
    """Measure a stage in the background, alone or by another that is taken as the truth.

    Raises:
        Invalid: the project has no such stage, or both are the same.
        Conflict: WordNet or the tagger is missing on this installation.
    """
    if (why := why_not()) is not None:
        raise errors.Conflict(why)
    if truth == candidate:
        raise errors.Invalid.field("truth", Message("harm_by_itself"), code="duplicate")
    with transaction.atomic():
        # Whoever deletes a file of texts waits here, and then sees that it is used.
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        measured = one_stage(project, candidate, path="candidate")
        by = one_stage(project, truth, path="truth") if truth else None
        run = HarmRun.objects.create(
            project=project,
            created_by=actor,
            candidate=measured.key,
            truth=by.key if by else "",
            titles={"candidate": measured.title, "truth": by.title if by else ""},
            options={"threshold": threshold, "covered": covered, "parser": parser},
        )
        payload = {"run_id": run.pk}
        run.job = jobs.start(name=JOB, scope=project.scope, payload=payload, by=actor.pk)
        run.save(update_fields=["job"])
        audit(
            project=project,
            actor=actor,
            verb="harms.started",
            target=str(run.pk),
            candidate=run.candidate,
            truth=run.truth,
        )
    return run


def delete(*, run: HarmRun, actor: User) -> None:
    """Delete a measurement with its cases and what was found of them; one under way is stopped."""
    with transaction.atomic():
        if run.job is not None and run.job.state in Job.UNFINISHED:
            jobs.cancel(run.job)
        audit(project=run.project, actor=actor, verb="harms.deleted", target=str(run.pk))
        run.delete()


def decide(*, case: HarmCase, actor: User, verdict: str | None, note: str = "") -> None:
    """Note what a reader finds of a case, in place of an earlier finding; None takes it back.

    Raises:
        Conflict: its figures are not there yet.
    """
    if case.run.results is None:
        raise errors.Conflict(Message("harms_not_measured"))
    case.verdict, case.note = verdict or "", note if verdict else ""
    case.decided_by, case.decided_at = (actor, clock.now()) if verdict else (None, None)
    case.save(update_fields=["verdict", "note", "decided_by", "decided_at"])
