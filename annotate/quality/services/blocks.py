"""Keep somebody from a batch, a project or the platform, and let them work again."""

from typing import Any

from django.db import IntegrityError, transaction

from annotate.core import clock, errors
from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role
from annotate.projects.services import audit
from annotate.quality.models import Block, Flag
from annotate.quality.selectors.batches import batch_named
from annotate.quality.selectors.blocks import block_named, evidence
from annotate.quality.services import review
from annotate.workflow import services as workflow
from annotate.workflow.models import Assignment, Batch


def block(
    *,
    project: Project,
    actor: User,
    user_id: int,
    scope: str,
    reason: str,
    batch_id: int | None = None,
    requeue: bool = False,
) -> Block:
    """Keep a member from further work; what they hold goes back to others.

    Args:
        requeue: also reject what they have given and nobody has judged yet, and give that work to
            others.

    Raises:
        NotFound: there is no such member or batch.
        Forbidden: only an admin blocks from the platform.
        Conflict: this block is in force already, or it is about a lead.
    """
    user = _blockable(project, actor, user_id)
    if scope == Block.Scope.PLATFORM and not actor.is_admin:
        raise errors.Forbidden(
            "Only an admin can block somebody from the whole platform.",
            remedy="Block them from this project, and ask an admin for more.",
        )
    batch = _batch(project, scope, batch_id)
    try:
        with transaction.atomic():
            known = evidence(project, user)
            made = Block.objects.create(
                project=project,
                user=user,
                scope=scope,
                batch=batch,
                reason=reason,
                evidence=known,
                created_by=actor,
                created_at=clock.now(),
            )
            _apply(made, actor=actor, requeue=requeue)
    except IntegrityError:
        raise errors.Conflict(
            f"{user.shown_name} is blocked there already.", code="already_blocked"
        ) from None
    return made


def _apply(made: Block, *, actor: User, requeue: bool) -> None:
    """Carry a block out, and write down what came of it."""
    done = workflow.block(
        user=made.user,
        scope=made.scope,
        project=made.project,
        batch=made.batch,
        actor=actor,
        requeue=requeue,
    )
    made.returned, made.requeued = done.returned, done.requeued
    made.save(update_fields=["returned", "requeued"])
    if requeue:
        _settle_rejected(made, actor)
    audit(
        project=made.project,
        actor=actor,
        verb="member.blocked",
        target=made.user.username,
        scope=made.scope,
        batch=made.batch_id,
        reason=made.reason,
        returned=made.returned,
        requeued=made.requeued,
    )


def _settle_rejected(made: Block, actor: User) -> None:
    """Settle the flags of answers that were rejected with the block."""
    open_flags = Flag.objects.filter(
        annotator=made.user,
        state=Flag.State.OPEN,
        assignment__verdict=Assignment.Verdict.REJECTED,
    )
    review.settle(list(open_flags.values_list("assignment_id", flat=True)), actor=actor)


def _blockable(project: Project, actor: User, user_id: int) -> User:
    membership = (
        Membership.objects.select_related("user").filter(project=project, user=user_id).first()
    )
    if membership is None:
        raise errors.NotFound
    if membership.role == Role.LEAD or membership.user.is_admin:
        raise errors.Conflict(
            "Leads and admins cannot be blocked.",
            code="not_blockable",
            remedy="Give this person another role first.",
        )
    return membership.user


def _batch(project: Project, scope: str, batch_id: int | None) -> Batch | None:
    if scope != Block.Scope.BATCH:
        return None
    if batch_id is None:
        raise errors.Invalid.field("batch", "batch_missing", "Say from which batch.")
    return batch_named(project, batch_id)


def lift(*, project: Project, actor: User, block_id: int, reason: str) -> Block:
    """Let somebody work again; what was taken from them is not given back.

    Raises:
        NotFound: the project has no such block.
        Forbidden: only an admin lifts a block from the platform.
        Conflict: it has been lifted before.
    """
    found = block_named(project, block_id)
    if found.scope == Block.Scope.PLATFORM and not actor.is_admin:
        raise errors.Forbidden("Only an admin can lift a block from the whole platform.")
    changes: dict[str, Any] = {
        "lifted_at": clock.now(),
        "lifted_by": actor,
        "lift_reason": reason,
    }
    with transaction.atomic():
        if not Block.objects.filter(pk=found.pk, lifted_at=None).update(**changes):
            raise errors.Conflict("This block was lifted before.", code="already_lifted")
        if not _others_hold(found):
            workflow.unblock(
                user=found.user,
                scope=found.scope,
                project=project,
                batch=found.batch,
                actor=actor,
            )
        audit(
            project=project,
            actor=actor,
            verb="member.unblocked",
            target=found.user.username,
            scope=found.scope,
            batch=found.batch_id,
            reason=reason,
        )
    return block_named(project, block_id)


def _others_hold(found: Block) -> bool:
    """Tell whether another project's block keeps somebody from the platform as well."""
    others = Block.objects.filter(user=found.user, scope=found.scope, lifted_at=None)
    return found.scope == Block.Scope.PLATFORM and others.exists()
