"""Delete a study in which nobody has judged anything."""

from django.db import transaction
from django.db.models import ProtectedError, RestrictedError

from annotate.core import errors
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.evaluation.models import Study
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.services import audit
from annotate.workflow.models import Assignment


def delete_study(*, study: Study, actor: User | None) -> None:
    """Delete a study with the project that was made for it, or what was brought in.

    Raises:
        Conflict: somebody has begun to judge, so that it would take their work away.
    """
    try:
        with transaction.atomic():
            study = Study.objects.select_for_update(of=("self",)).get(pk=study.pk)
            if study.job is not None and study.job.state in Job.UNFINISHED:
                job_services.cancel(study.job)
            if study.work is not None and Assignment.objects.filter(project=study.work).exists():
                raise _begun()
            work = study.work
            audit(project=study.project, actor=actor, verb="study.deleted", target=study.name)
            study.delete()
            if work is not None:
                work.delete()
    except (ProtectedError, RestrictedError):
        raise _begun() from None


def _begun() -> errors.Conflict:
    return errors.Conflict(Message("study_has_ratings"), code="has_ratings")
