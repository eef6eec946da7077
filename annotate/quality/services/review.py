"""What a lead decides about answers: approve, reject, take back; the flags follow."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Coalesce

from annotate.core import clock, errors
from annotate.core.schemas import Notice
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.quality.models import Feedback, Flag
from annotate.quality.schemas.review import Requeued
from annotate.quality.selectors.queue import reviewable
from annotate.workflow import services as workflow
from annotate.workflow.answers import text_at
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
        requeue: give the work of a rejected answer to somebody else, from there on; otherwise
            what others made of it goes on to count.

    Raises:
        NotFound: the project has no such answer of a person.
        Invalid: a rejection without a reason.
    """
    _reason_given(verdict, reason)
    with transaction.atomic():
        row = reviewable(project, annotation_id)
        answer = errors.existing(row.answer)
        requeued = workflow.set_verdict(
            annotation=answer, verdict=verdict, actor=actor, reason=reason, requeue=requeue
        )
        if verdict == Assignment.Verdict.UNREVIEWED:
            _reopen([row.pk])
        else:
            settle([row.pk], actor=actor)
    return requeued


def as_requeued(done: workflow.Requeued) -> Requeued:
    """What came of having an answer done again, as it is answered."""
    reason = Notice.of(done.reason) if done.reason else None
    return Requeued(opened=done.opened, superseded=len(done.superseded), reason=reason)


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


def settle_skip(*, project: Project, flag_id: int, actor: User, reopen: bool = False) -> Flag:
    """Note that a lead has seen to a skipped task or a reported image, or has not after all.

    Raises:
        NotFound: the project has no such flag of a skipped task.
    """
    with transaction.atomic():
        flags = Flag.objects.select_for_update().exclude(state=Flag.State.WITHDRAWN)
        mine = flags.filter(project=project, pk=flag_id, annotation=None)
        flag = errors.existing(mine.first())
        ids = [flag.assignment_id]
        changed = _reopen(ids) if reopen else settle(ids, actor=actor)
        if changed:
            verb = "skip.reopened" if reopen else "skip.settled"
            audit(project=project, actor=actor, verb=verb, target=str(flag.assignment_id))
    return flag


def send_feedback(
    *,
    project: Project,
    annotation_id: int,
    path: str,
    span: tuple[int, int] | None,
    message: str,
    actor: User,
) -> Feedback:
    """Tell the author of an answer something about it, or about some words of it.

    Args:
        path: of the text that is meant; empty for the answer as a whole.
        span: code points of that text, the end not included.

    Raises:
        NotFound: the project has no such answer of a person.
        Invalid: the answer has no such text, or the text no such words.
    """
    row = reviewable(project, annotation_id)
    answer = errors.existing(row.answer)
    _check_place(answer.value, path, span)
    start, end = span or (None, None)
    with transaction.atomic():
        feedback = Feedback.objects.create(
            project=project,
            annotation=answer,
            annotator=row.annotator,
            sent_by=actor,
            path=path,
            start=start,
            end=end,
            message=message,
            created_at=clock.now(),
        )
        audit(
            project=project,
            actor=actor,
            verb="feedback.sent",
            target=str(annotation_id),
            annotator=row.annotator.username,
        )
    return feedback


def _check_place(value: Any, path: str, span: tuple[int, int] | None) -> None:
    text = text_at(value, path) if path else None
    if path and text is None:
        raise errors.Invalid.field("path", Message("no_such_text", path=path))
    if span is None:
        return
    if text is None:
        raise errors.Invalid.field("path", Message("path_missing"))
    start, end = span
    if not 0 <= start < end <= len(text):
        message = Message("span_outside", start=start, end=end, length=len(text))
        raise errors.Invalid.field("span", message)


def mark_read(*, feedback: Feedback) -> None:
    """Note that its annotator has read it; a second time changes nothing."""
    Feedback.objects.filter(pk=feedback.pk, read_at=None).update(read_at=clock.now())


def reply(*, feedback: Feedback, message: str) -> None:
    """Answer what one was told, once, in a few words; the same words again change nothing.

    Raises:
        Conflict: they have answered before, in other words.
    """
    at = clock.now()
    answer = {"reply": message, "replied_at": at, "read_at": Coalesce("read_at", Value(at))}
    row = Feedback.objects.filter(pk=feedback.pk)
    if row.filter(replied_at=None).update(**answer):
        return
    if not row.filter(reply=message).exists():
        raise errors.Conflict(Message("replied"))
