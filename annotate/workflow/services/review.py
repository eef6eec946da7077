"""What leads decide: an answer is approved, rejected or done again; somebody is kept from work."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from django.db import transaction
from django.db.models import QuerySet

from annotate.core import clock, errors
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects import services as projects
from annotate.projects.models import Membership, Project
from annotate.projects.services import audit
from annotate.workflow.models import Annotation, Assignment, Batch, BatchBlock, Purpose, Sample
from annotate.workflow.services.counters import labels
from annotate.workflow.services.locking import lock
from annotate.workflow.services.release import hand_back
from annotate.workflow.services.requeue import (
    Requeued,
    aggregate_again,
    drop_judges,
    go_on,
    requeue_answer,
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
            aggregate_again(recorder, held.project, annotation)
            _count_labels(annotation, change)
            return _nothing(requeue, "The image has been withdrawn.")
        requeued = _follow(recorder, held, annotation, change, requeue=requeue)
        recorder.write()
        _count_labels(annotation, change)
    return requeued


def _count_labels(annotation: Annotation, change: _Change) -> None:
    """What a lead has rejected is no vocabulary; the end of the transaction."""
    if change.rejects or change.reinstates:
        labels.count([annotation], sign=-1 if change.rejects else 1)


def _check(verdict: str, reason: str) -> None:
    if verdict not in Verdict.values:
        raise errors.Invalid.field("verdict", Message("unknown_verdict"), code="not_a_choice")
    if verdict == Verdict.REJECTED and not reason.strip():
        raise errors.Invalid.field("reason", Message("rejection_without_reason"), code="missing")


def _locked(annotation: Annotation) -> Assignment:
    submitted = Assignment.objects.filter(answer=annotation).values_list("pk", flat=True)
    locked = lock(submitted)
    if not locked:
        raise errors.Conflict(Message("not_reviewable"))
    return locked[0]


def _write(held: Assignment, change: _Change, actor: User, at: Any) -> None:
    is_judged = change.to != Verdict.UNREVIEWED
    Assignment.objects.filter(pk=held.pk).update(
        verdict=change.to,
        verdict_reason=change.reason,
        verdict_at=at if is_judged else None,
        verdict_by=actor if is_judged else None,
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
        drop_judges(recorder, annotation)
    if requeue:
        requeued = _nothing(True, "Only rejected answers are done again.")
        if change.to == Verdict.REJECTED:
            requeued = requeue_answer(recorder, project, held, annotation)
    if change.rejects or change.reinstates:
        aggregate_again(recorder, project, annotation)
        go_on(recorder, project, held.sample)
    return requeued


Scope = Literal["batch", "project", "platform"]


@dataclass(frozen=True)
class Blocked:
    """How much held work went back, how many answers are done again, and how many could not be."""

    returned: int
    requeued: int = 0
    left: int = 0


def block(
    *,
    user: User,
    scope: Scope,
    project: Project,
    batch: Batch | None = None,
    actor: User,
    reason: str,
    requeue: bool = False,
) -> Blocked:
    """Keep `user` from work; what they hold goes back to others and their drafts stay.

    Args:
        project: where the lead acts; for the platform, where the act is audited.
        requeue: also reject what they have submitted there and let others do it again, but for
            what has been approved. Each answer is a transaction of its own.

    Raises:
        Forbidden: only admins block from the platform.
        Conflict: they are no member, or the last lead.
    """
    target = _Target(user, scope, project, batch, actor)
    with transaction.atomic():
        _set(target, is_blocked=True)
        _audit(target, "member.blocked", reason)
        held = _work_of(target).filter(state=Assignment.State.LIVE)
        returned = hand_back(held.values_list("pk", flat=True), reason="blocked", actor=actor)
    requeued = left = 0
    if requeue:
        for answer in _answers_of(target):
            outcome = set_verdict(
                annotation=answer, verdict="rejected", actor=actor, reason=reason, requeue=True
            )
            requeued += outcome.opened if outcome else 0
            left += int(not (outcome and outcome.opened))
    return Blocked(returned=returned, requeued=requeued, left=left)


def unblock(
    *,
    user: User,
    scope: Scope,
    project: Project,
    batch: Batch | None = None,
    actor: User,
    reason: str = "",
) -> None:
    """Let somebody work again; what was rejected meanwhile stays so until a lead says otherwise."""
    target = _Target(user, scope, project, batch, actor)
    with transaction.atomic():
        _set(target, is_blocked=False)
        _audit(target, "member.unblocked", reason)


@dataclass(frozen=True)
class _Target:
    """Who is kept from what, by whom."""

    user: User
    scope: Scope
    project: Project
    batch: Batch | None
    actor: User


def _set(target: _Target, *, is_blocked: bool) -> None:
    user, project = target.user, target.project
    match target.scope:
        case "project":
            membership = _membership(project, user)
            projects.change_member(
                membership=membership, actor=target.actor, role=None, is_blocked=is_blocked
            )
        case "batch":
            _set_in_batch(user, project, target.batch, is_blocked=is_blocked)
        case "platform":
            if not target.actor.is_admin:
                raise errors.Forbidden(Message("admins_block_everywhere"))
            User.objects.filter(pk=user.pk).update(is_blocked=is_blocked)
            _restrict(Membership.objects.filter(user=user))


def _set_in_batch(user: User, project: Project, batch: Batch | None, *, is_blocked: bool) -> None:
    if batch is None or batch.project_id != project.pk:
        raise errors.Invalid.field("batch", Message("batch_not_named"), code="missing")
    membership = _membership(project, user)
    if is_blocked:
        BatchBlock.objects.get_or_create(
            batch=batch, user=user, defaults={"created_at": clock.now()}
        )
    else:
        BatchBlock.objects.filter(batch=batch, user=user).delete()
    _restrict(Membership.objects.filter(pk=membership.pk))


def _restrict(memberships: QuerySet[Membership]) -> None:
    """Note on memberships whether claims must look closer. Claims lock these rows: they wait."""
    for membership in memberships.select_for_update(no_key=True).order_by("pk"):
        user = User.objects.get(pk=membership.user_id)
        in_batches = BatchBlock.objects.filter(user=user, batch__project=membership.project_id)
        membership.is_restricted = user.is_blocked or in_batches.exists()
        membership.save(update_fields=["is_restricted"])


def _membership(project: Project, user: User) -> Membership:
    memberships = Membership.objects.filter(project=project, user=user)
    membership = memberships.select_related("user", "project").first()
    if membership is None:
        raise errors.Conflict(Message("not_a_member", name=user.shown_name))
    return membership


def _audit(target: _Target, verb: str, reason: str) -> None:
    audit(
        project=target.project,
        actor=target.actor,
        verb=verb,
        target=target.user.username,
        scope=target.scope,
        batch=target.batch.number if target.batch else None,
        reason=reason,
    )


def _work_of(target: _Target) -> QuerySet[Assignment]:
    work = Assignment.objects.filter(annotator=target.user)
    if target.scope == "platform":
        return work
    work = work.filter(project=target.project)
    return work.filter(sample__batch=target.batch) if target.scope == "batch" else work


def _answers_of(target: _Target) -> Iterator[Annotation]:
    """The finished work that is done again; the newest first, on which nothing builds yet."""
    finished = _work_of(target).filter(
        state=Assignment.State.SUBMITTED,
        verdict=Assignment.Verdict.UNREVIEWED,
        task__purpose=Purpose.WORK,
    )
    for assignment in finished.select_related("answer").order_by("-answer_id"):
        if assignment.answer is not None:
            yield assignment.answer
