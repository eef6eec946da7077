"""Which images models learn from: left out of training, and taken in again."""

from django.db import transaction

from annotate.evaluation.models import LeftOutOfTraining
from annotate.people.models import User
from annotate.projects.services import audit
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample


def keep_from_training(sample: Sample, actor: User, reason: str, leave_out: bool) -> str | None:
    """Leave a sample out of training, or take it in again.

    Returns:
        Why it was left out before, "" for one that was not; None where it was so already.
    """
    project = sample.project
    with transaction.atomic():
        before: str | None
        if leave_out:
            _, is_new = LeftOutOfTraining.objects.get_or_create(
                sample=sample, project=project, defaults={"by": actor, "reason": reason}
            )
            before = "" if is_new else None
        else:
            kept = LeftOutOfTraining.objects.select_for_update().filter(sample=sample).first()
            before = kept.reason if kept else None
            if kept:
                kept.delete()
        if before is not None:
            what = "left_out" if leave_out else "let_in"
            audit(
                project=project,
                actor=actor,
                verb=f"training.{what}",
                target=str(sample.pk),
                reason=reason,
            )
            workflow.note_about(sample, actor, what, {"comment": reason})
    return before
