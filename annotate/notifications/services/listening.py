"""What packages below tell: ends of jobs, and the events of which webhooks are told as well."""

from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.notifications.services.telling import tell_people, tell_roles
from annotate.notifications.subjects import Kind
from annotate.projects.hooks import Happening
from annotate.projects.models import Project
from annotate.projects.webhook_events import EventType

# Of which events leads are told, beside their endpoints.
_TOLD: dict[EventType, Kind] = {
    "member.blocked": "person_blocked",
    "model_version.promoted": "model_promoted",
}
_HOW: dict[str, Kind] = {Job.State.FAILED: "job_failed", Job.State.SUCCEEDED: "job_done"}


def note_job(job: Job) -> None:
    """Tell whoever started a job of a project how it ended; nobody is told of others."""
    what, (kind, _, project_id) = _HOW.get(job.state), job.scope.partition("/")
    if job.started_by is None or what is None or kind != "project":
        return
    project = Project.objects.filter(pk=project_id).first()
    if project is not None:
        data = {"job": jobs.called(job.name), "name": job.name}
        tell_people(project=project, kind=what, users=[job.started_by], key=job.name, data=data)


def note_event(happening: Happening) -> None:
    """Tell leads of what happened in their project; one look at a table where they are not told."""
    kind = _TOLD.get(happening.event)
    if kind is not None:
        data = {"about": happening.name}
        tell_roles(project=happening.project, kind=kind, data=data, but=happening.actor)
