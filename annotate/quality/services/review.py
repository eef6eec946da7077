"""What a lead decides about answers: approve, reject, take back; the flags follow."""

from collections.abc import Sequence

from django.db import transaction

from annotate.core import clock, errors
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.quality.models import Flag
from annotate.quality.schemas.review import BulkResult, JudgingFailure
from annotate.quality.selectors.queue import reviewable
from annotate.workflow import services as workflow
from annotate.workflow.models import Assignment


def judge(
    *,
    project: Project,
    annotation_id: int,
    verdict: str,
    actor: User,
    reason: str = "",
    requeue: bool = False,
) -> workflow.Requeued | None:
    """Approve or reject an answer, or take a verdict back; its flags are settled or open again.

    The audit trail has it from `set_verdict`.

    Args:
        requeue: give the work of a rejected answer to somebody else.

    Raises:
        NotFound: the project has no such answer of a person.
        Invalid: a rejection without a reason.
    """
    _reason_given(verdict, reason)
    with transaction.atomic():
        row = reviewable(project, annotation_id)
        if row.answer is None:
            raise errors.NotFound
        requeued = workflow.set_verdict(
            annotation=row.answer, verdict=verdict, actor=actor, reason=reason, requeue=requeue
        )
        if verdict == Assignment.Verdict.UNREVIEWED:
            _reopen([row.pk])
        else:
            settle([row.pk], actor=actor)
    return requeued


def _reason_given(verdict: str, reason: str) -> None:
    if verdict == Assignment.Verdict.REJECTED and not reason.strip():
        raise errors.Invalid.field("reason", Message("rejection_reason"), code="reason_missing")


def settle(assignment_ids: Sequence[int], *, actor: User) -> int:
    """Settle the open flags of some assignments; return how many those were."""
    at = clock.now()
    return Flag.objects.filter(assignment__in=assignment_ids, state=Flag.State.OPEN).update(
        state=Flag.State.SETTLED, settled_at=at, settled_by=actor, changed_at=at
    )


def _reopen(assignment_ids: Sequence[int]) -> int:
    return Flag.objects.filter(assignment__in=assignment_ids, state=Flag.State.SETTLED).update(
        state=Flag.State.OPEN, settled_at=None, settled_by=None, changed_at=clock.now()
    )


def judge_many(
    *,
    project: Project,
    annotation_ids: Sequence[int],
    verdict: str,
    actor: User,
    reason: str = "",
    requeue: bool = False,
) -> BulkResult:
    """Judge several answers, each for itself: one that cannot be judged stops no other."""
    _reason_given(verdict, reason)
    done, opened, failed = 0, 0, []
    for annotation_id in dict.fromkeys(annotation_ids):
        try:
            requeued = judge(
                project=project,
                annotation_id=annotation_id,
                verdict=verdict,
                actor=actor,
                reason=reason,
                requeue=requeue,
            )
        except errors.AppError as error:
            failed.append(JudgingFailure.of_error(error, annotation=annotation_id))
        else:
            done += 1
            opened += requeued.opened if requeued else 0
    return BulkResult(done=done, requeued=opened, failed=failed)


def settle_skip(*, project: Project, flag_id: int, actor: User, reopen: bool = False) -> Flag:
    """Note that a lead has seen to a skipped task or a reported image, or has not after all.

    Raises:
        NotFound: the project has no such flag of a skipped task.
    """
    with transaction.atomic():
        flag = (
            Flag.objects.select_for_update()
            .filter(project=project, pk=flag_id, annotation=None)
            .exclude(state=Flag.State.WITHDRAWN)
            .first()
        )
        if flag is None:
            raise errors.NotFound
        changed = (
            _reopen([flag.assignment_id]) if reopen else settle([flag.assignment_id], actor=actor)
        )
        if changed:
            verb = "skip.reopened" if reopen else "skip.settled"
            audit(project=project, actor=actor, verb=verb, target=str(flag.assignment_id))
    return flag
