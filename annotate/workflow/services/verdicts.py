"""What a lead thinks of an answer: approved, rejected - and done again by others - or neither."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from annotate.core import clock, errors
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.workflow.models import Annotation, Assignment, Purpose, Sample
from annotate.workflow.services import vocabulary
from annotate.workflow.services.locking import lock
from annotate.workflow.services.requeueing import (
    Requeued,
    drop_judges,
    go_on,
    requeue_answer,
    resettle,
    restore,
)
from annotate.workflow.services.transitions import Recorder

Verdict = Assignment.Verdict


@dataclass(frozen=True)
class _Change:
    before: str
    to: str
    reason: str

    @property
    def rejects(self) -> bool:
        return self.to == Verdict.REJECTED and self.before != Verdict.REJECTED

    @property
    def reinstates(self) -> bool:
        return self.before == Verdict.REJECTED and self.to != Verdict.REJECTED


def set_verdict(
    *,
    annotation: Annotation,
    verdict: str,
    actor: User,
    reason: str = "",
    requeue: bool = False,
) -> Requeued | None:
    """Approve or reject an answer, or take back what was said of it ("unreviewed").

    A rejected answer is not built on, judged, exported or counted on any more. With `requeue`
    somebody else is to do the task again, where nothing later rests on the answer. Taking a
    rejection back cancels the replacement, unless somebody has begun it.

    Returns:
        What was requeued, or why not; None where it was not asked for.

    Raises:
        Invalid: the verdict is unknown, or a rejection has no reason.
        Conflict: no person has submitted this annotation.
    """
    _check(verdict, reason)
    at = clock.now()
    with transaction.atomic():
        held = _locked(annotation)
        change = _Change(held.verdict, verdict, reason)
        _write(held, change, actor, at)
        if held.task.purpose != Purpose.WORK:
            return _nothing(requeue, "Only work is done again, not what measures people.")
        recorder = Recorder(actor_id=actor.pk, at=at)
        if held.sample.state == Sample.State.WITHDRAWN:
            # Its tasks lie still; when it is restored it goes on with the verdicts as they are.
            resettle(recorder, held.project, annotation)
            _count_labels(annotation, change)
            return _nothing(requeue, "The image has been withdrawn.")
        requeued = _follow(recorder, held, annotation, change, requeue=requeue)
        recorder.write()
        _count_labels(annotation, change)
    return requeued


def _count_labels(annotation: Annotation, change: _Change) -> None:
    """What a lead has rejected is no vocabulary; the end of the transaction."""
    if change.rejects or change.reinstates:
        vocabulary.count([annotation], sign=-1 if change.rejects else 1)


def _check(verdict: str, reason: str) -> None:
    if verdict not in Verdict.values:
        raise errors.Invalid.field("verdict", "not_a_choice", "There is no such verdict.")
    if verdict == Verdict.REJECTED and not reason.strip():
        raise errors.Invalid.field(
            "reason", "missing", "Say why: the annotator and other leads will want to know."
        )


def _locked(annotation: Annotation) -> Assignment:
    given = Assignment.objects.filter(answer=annotation).values_list("pk", flat=True)
    found = lock(given)
    if not found:
        raise errors.Conflict(
            "Only what people have submitted is approved or rejected.", code="not_reviewable"
        )
    return found[0]


def _write(held: Assignment, change: _Change, actor: User, at: Any) -> None:
    given = change.to != Verdict.UNREVIEWED
    Assignment.objects.filter(pk=held.pk).update(
        verdict=change.to,
        verdict_reason=change.reason,
        verdict_at=at if given else None,
        verdict_by=actor if given else None,
    )
    held.verdict = change.to
    audit(
        project=held.project,
        actor=actor,
        verb=f"answer.{change.to}",
        target=str(held.answer_id),
        reason=change.reason,
        before=change.before,
    )


def _nothing(asked: bool, why: str) -> Requeued | None:
    return Requeued(opened=0, reason=why) if asked else None


def _follow(
    recorder: Recorder,
    held: Assignment,
    annotation: Annotation,
    change: _Change,
    *,
    requeue: bool,
) -> Requeued | None:
    """Let the sample be where the verdict leaves it."""
    project: Project = held.project
    requeued: Requeued | None = None
    if change.reinstates:
        restore(recorder, project, held.sample, annotation)
    if change.rejects:
        drop_judges(recorder, held.sample, annotation)
    if requeue:
        requeued = _nothing(True, "Only rejected answers are done again.")
        if change.to == Verdict.REJECTED:
            requeued = requeue_answer(recorder, project, held, annotation)
    if change.rejects or change.reinstates:
        resettle(recorder, project, annotation)
        go_on(recorder, project, held.sample)
    return requeued
