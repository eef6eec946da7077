"""Which images models learn from: left out of training, and taken in again."""

from django.db import transaction

from annotate.evaluation.models import LeftOutOfTraining
from annotate.people.models import User
from annotate.projects.services import audit
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample


def keep_from_training(sample: Sample, actor: User, reason: str, leave_out: bool) -> bool:
    """Leave a sample out of training, or take it in again; return whether that changed anything."""
    project = sample.project
    with transaction.atomic():
        if leave_out:
            _, changed = LeftOutOfTraining.objects.get_or_create(
                sample=sample, project=project, defaults={"by": actor, "reason": reason}
            )
        else:
            number, _ = LeftOutOfTraining.objects.filter(sample=sample).delete()
            changed = number > 0
        if changed:
            what = "left_out" if leave_out else "let_in"
            audit(
                project=project,
                actor=actor,
                verb=f"training.{what}",
                target=str(sample.pk),
                reason=reason,
            )
            workflow.note_about(sample, actor, what, {"comment": reason})
    return changed
