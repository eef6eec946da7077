"""What leads decide: an answer is approved, rejected or done again; somebody is kept from work."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.db import transaction
from django.db.models import QuerySet

from annotate.core import clock, errors
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects import services as projects
from annotate.projects.models import Membership, Project
from annotate.projects.services import audit, webhooks
from annotate.workflow.models import Annotation, Assignment, Batch, BatchBlock, Purpose, Sample
from annotate.workflow.services import documents
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
    audited: bool = True,
) -> Requeued | None:
    """Approve or reject an answer, or take back what was said of it ("unreviewed").

    A rejected answer is not built on, judged, exported or counted on any more. With `requeue`
    somebody else is to do the task again, and what others have made of the answer is superseded;
    without it, that goes on to count, and only where nothing stands any more in a stage that the
    sample has left is it opened again: no sample is finished without what its recipe promises.
    Taking a rejection back cancels what was opened, unless somebody has begun it, and lets the
    superseded answers count again.

    Args:
        audited: whether it has an entry of its own in the trail; part of a larger act has not.

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
        if audited:
            _note(held, change, actor)
        if held.task.purpose != Purpose.WORK:
            return _nothing(requeue, Message("only_work_again"))
        recorder = Recorder(actor_id=actor.pk, at=at)
        if held.sample.state == Sample.State.WITHDRAWN:
            # Its tasks lie still; when it is restored it goes on with the verdicts as they are.
            aggregate_again(recorder, held.project, annotation)
            _count_labels(held, annotation, change)
            documents.refresh([held.sample_id])
            return _nothing(requeue, Message("withdrawn_not_again"))
        requeued, back = _follow(recorder, held, annotation, change, requeue=requeue)
        recorder.write()
        documents.refresh([held.sample_id])
        superseded = requeued.superseded if requeued else ()
        _count_labels(held, annotation, change, superseded=superseded, back=back)
    return requeued


def _count_labels(
    held: Assignment,
    annotation: Annotation,
    change: _Change,
    *,
    superseded: Sequence[Annotation] = (),
    back: Sequence[Annotation] = (),
) -> None:
    """What a lead has set aside is no vocabulary; the end of the transaction.

    What is superseded does not count already, whatever is said of it meanwhile, and comes back only
    where it was not rejected.
    """
    own = [annotation] if held.superseded_by_id is None else []
    less = [*(own if change.rejects else []), *superseded]
    more = [*(own if change.reinstates else []), *back]
    if less:
        labels.count(less, sign=-1)
    if more:
        labels.count(more)


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


def _note(held: Assignment, change: _Change, actor: User) -> None:
    audit(
        project=held.project,
        actor=actor,
        verb=f"answer.{change.to}",
        target=str(held.answer_id),
        reason=change.reason,
        before=change.before,
    )
    told = {"annotation": held.answer_id, "verdict": change.to}
    webhooks.note(held.project, "annotation.reviewed", told)


def _nothing(asked: bool, why: Message) -> Requeued | None:
    return Requeued(opened=0, reason=why) if asked else None


def _follow(
    recorder: Recorder,
    held: Assignment,
    annotation: Annotation,
    change: _Change,
    *,
    requeue: bool,
) -> tuple[Requeued | None, list[Annotation]]:
    """Let the sample be where the verdict leaves it; return also what counts again."""
    project: Project = held.project
    requeued: Requeued | None = None
    back: list[Annotation] = []
    if change.reinstates:
        back = restore(recorder, project, held.sample, annotation)
    if change.rejects:
        drop_judges(recorder, annotation)
    if requeue:
        requeued = _nothing(True, Message("only_rejected_again"))
        if change.to == Verdict.REJECTED:
            requeued = requeue_answer(recorder, project, held, annotation)
    if change.rejects or change.reinstates:
        aggregate_again(recorder, project, annotation)
        go_on(recorder, project, held.sample, {"answer": annotation.pk})
    return requeued, back


Scope = Literal["batch", "project", "platform"]


@dataclass(frozen=True)
class Blocked:
    """How much held work went back."""

    returned: int


def block(
    *,
    user: User,
    scope: Scope,
    project: Project,
    batch: Batch | None = None,
    actor: User,
    reason: str,
) -> Blocked:
    """Keep `user` from work; what they hold goes back to others and their drafts stay.

    Args:
        project: where the lead acts; for the platform, where the act is audited.

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
    return Blocked(returned=returned)


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
