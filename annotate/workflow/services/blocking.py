"""Keep somebody from work - of a batch, a project, the platform - and let them work again."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from django.db import transaction
from django.db.models import QuerySet

from annotate.core import clock, errors
from annotate.people.models import User
from annotate.projects import services as projects
from annotate.projects.models import Membership, Project
from annotate.projects.services import audit
from annotate.workflow.models import Annotation, Assignment, Batch, BatchBlock, Purpose
from annotate.workflow.services.leaving import hand_back
from annotate.workflow.services.verdicts import set_verdict

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
    with transaction.atomic():
        _set(user, scope, project, batch, actor, is_blocked=True)
        _audit(project, actor, "member.blocked", user, scope, batch, reason)
        held = _work_of(user, scope, project, batch).filter(state=Assignment.State.LIVE)
        returned = hand_back(held.values_list("pk", flat=True), reason="blocked", actor=actor)
    requeued = left = 0
    if requeue:
        for answer in _answers_of(user, scope, project, batch):
            done = set_verdict(
                annotation=answer, verdict="rejected", actor=actor, reason=reason, requeue=True
            )
            requeued += done.opened if done else 0
            left += int(not (done and done.opened))
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
    with transaction.atomic():
        _set(user, scope, project, batch, actor, is_blocked=False)
        _audit(project, actor, "member.unblocked", user, scope, batch, reason)


def _set(
    user: User,
    scope: Scope,
    project: Project,
    batch: Batch | None,
    actor: User,
    *,
    is_blocked: bool,
) -> None:
    match scope:
        case "project":
            projects.change_member(
                membership=_membership(project, user), actor=actor, role=None, is_blocked=is_blocked
            )
        case "batch":
            _set_in_batch(user, project, batch, is_blocked=is_blocked)
        case "platform":
            if not actor.is_admin:
                raise errors.Forbidden("Only an admin blocks people on the whole platform.")
            User.objects.filter(pk=user.pk).update(is_blocked=is_blocked)
            _restrict(Membership.objects.filter(user=user))


def _set_in_batch(user: User, project: Project, batch: Batch | None, *, is_blocked: bool) -> None:
    if batch is None or batch.project_id != project.pk:
        raise errors.Invalid.field("batch", "missing", "Say which batch of this project.")
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
    found = Membership.objects.filter(project=project, user=user)
    membership = found.select_related("user", "project").first()
    if membership is None:
        raise errors.Conflict(f"{user.shown_name} is not a member of this project.")
    return membership


def _audit(
    project: Project,
    actor: User,
    verb: str,
    user: User,
    scope: Scope,
    batch: Batch | None,
    reason: str,
) -> None:
    audit(
        project=project,
        actor=actor,
        verb=verb,
        target=user.username,
        scope=scope,
        batch=batch.number if batch else None,
        reason=reason,
    )


def _work_of(
    user: User, scope: Scope, project: Project, batch: Batch | None
) -> QuerySet[Assignment]:
    found = Assignment.objects.filter(annotator=user)
    if scope == "platform":
        return found
    found = found.filter(project=project)
    return found.filter(sample__batch=batch) if scope == "batch" else found


def _answers_of(
    user: User, scope: Scope, project: Project, batch: Batch | None
) -> Iterator[Annotation]:
    """Yield the finished work that is done again; the newest first, on which nothing builds yet."""
    done = _work_of(user, scope, project, batch).filter(
        state=Assignment.State.SUBMITTED,
        verdict=Assignment.Verdict.UNREVIEWED,
        task__purpose=Purpose.WORK,
    )
    for assignment in done.select_related("answer").order_by("-pk"):
        if assignment.answer is not None:
            yield assignment.answer
