"""Keep somebody from a batch, a project or the platform, and let them work again."""

from contextlib import suppress
from typing import Any, cast

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet

from annotate.core import clock, errors, jobs
from annotate.core.jobs import services as job_services
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role
from annotate.quality.models import Block
from annotate.quality.schemas.review import Scope
from annotate.quality.selectors.batches import batch_chosen
from annotate.quality.selectors.people import block_named, evidence
from annotate.quality.selectors.queue import unjudged
from annotate.quality.services import review
from annotate.workflow import services as workflow
from annotate.workflow.models import Assignment, Batch

REQUEUE = "quality.requeue"
# More would keep a browser waiting.
REQUEUED_AT_ONCE = 50


def block(
    *,
    project: Project,
    actor: User,
    user_id: int,
    scope: Scope,
    reason: str,
    batch_id: int | None = None,
    requeue: bool = False,
    keep_later: bool = False,
) -> Block:
    """Keep a member from further work; what they hold goes back to others.

    Args:
        requeue: also reject what they have given and nobody has judged yet, and give that work to
            others.
        keep_later: with it, what others have made of that work goes on to count, and only what is
            missing then is given to others.

    Raises:
        Invalid: there is no such member or batch.
        Forbidden: only an admin blocks from the platform.
        Conflict: this block is in force already, or it is about a lead.
    """
    user = _blockable(project, user_id)
    batch = _batch(project, scope, batch_id)
    try:
        with transaction.atomic():
            row = Block.objects.create(
                project=project,
                user=user,
                scope=scope,
                batch=batch,
                reason=reason,
                evidence=evidence(project, user),
                created_by=actor,
                created_at=clock.now(),
            )
            done = workflow.block(
                user=user, scope=scope, project=project, batch=batch, actor=actor, reason=reason
            )
            row.returned = done.returned
            row.save(update_fields=["returned"])
    except IntegrityError:
        raise errors.Conflict(Message("already_blocked", name=user.shown_name)) from None
    if requeue:
        _requeue(row, keep_later=keep_later)
    return row


def _requeue(row: Block, *, keep_later: bool) -> None:
    """Have the work done again: a little at once, much of it in the background."""
    if _unjudged(row).count() > REQUEUED_AT_ONCE:
        payload = {"block_id": row.pk, "keep_later": keep_later}
        job_services.start(name=REQUEUE, scope=row.project.scope, payload=payload)
        return
    for answer in _unjudged(row):
        _reject(row, answer, keep_later=keep_later)
    row.refresh_from_db(fields=["requeued"])


def _unjudged(row: Block) -> QuerySet[Assignment]:
    """What nobody has judged yet, the newest first: nothing builds on that."""
    work = unjudged(row.user_id)
    if row.scope != Block.Scope.PLATFORM:
        work = work.filter(project=row.project)
    if row.batch_id is not None:
        work = work.filter(sample__batch=row.batch_id)
    return work.select_related("project").order_by("-answer_id")


def _reject(row: Block, answer: Assignment, *, keep_later: bool) -> None:
    """Reject one answer with the reason of the block; each is a transaction of its own."""
    with suppress(errors.Conflict), transaction.atomic():
        done = review.judge(
            project=answer.project,
            annotation_id=answer.answer_id or 0,
            verdict=Assignment.Verdict.REJECTED,
            actor=row.created_by,
            reason=row.reason,
            requeue=not keep_later,
        )
        opened = done.opened if done else 0
        Block.objects.filter(pk=row.pk).update(requeued=F("requeued") + opened)


@jobs.handler(REQUEUE)
def requeue_in_background(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Reject what a blocked person has done; run again it goes on where it stopped."""
    row = Block.objects.select_related("project", "user", "created_by").get(pk=payload["block_id"])
    ids = list(_unjudged(row).values_list("pk", flat=True))
    for done, pk in enumerate(ids, start=1):
        for answer in _unjudged(row).filter(pk=pk):
            _reject(row, answer, keep_later=payload["keep_later"])
        progress.report(done, len(ids))
    row.refresh_from_db(fields=["requeued"])
    return {"requeued": row.requeued}


def _blockable(project: Project, user_id: int) -> User:
    membership = (
        Membership.objects.select_related("user").filter(project=project, user=user_id).first()
    )
    if membership is None:
        raise errors.Invalid.field("user", Message("no_such_member"))
    if membership.role == Role.LEAD or membership.user.is_admin:
        raise errors.Conflict(Message("not_blockable"))
    return membership.user


def _batch(project: Project, scope: str, batch_id: int | None) -> Batch | None:
    if scope != Block.Scope.BATCH:
        return None
    if batch_id is None:
        raise errors.Invalid.field("batch", Message("batch_missing"))
    return batch_chosen(project, batch_id)


def lift(*, project: Project, actor: User, block_id: int, reason: str) -> Block:
    """Let somebody work again; what was taken from them is not given back.

    Raises:
        NotFound: the project has no such block.
        Forbidden: only an admin lifts a block from the platform.
        Conflict: it has been lifted before.
    """
    row = block_named(project, block_id)
    changes: dict[str, Any] = {
        "lifted_at": clock.now(),
        "lifted_by": actor,
        "lift_reason": reason,
    }
    with transaction.atomic():
        if not Block.objects.filter(pk=row.pk, lifted_at=None).update(**changes):
            raise errors.Conflict(Message("already_lifted"))
        if row.scope == Block.Scope.PLATFORM and not actor.is_admin:
            raise errors.Forbidden(Message("lift_needs_admin"))
        if not _others_hold(row):
            workflow.unblock(
                user=row.user,
                scope=cast(Scope, row.scope),
                project=project,
                batch=row.batch,
                actor=actor,
                reason=reason,
            )
    return block_named(project, block_id)


def _others_hold(row: Block) -> bool:
    """Whether another project's block keeps somebody from the platform as well."""
    others = Block.objects.filter(user=row.user, scope=row.scope, lifted_at=None)
    return row.scope == Block.Scope.PLATFORM and others.exists()
