"""Add, change and remove members."""

from django.db import IntegrityError, transaction

from annotate.core import errors
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role
from annotate.projects.services import webhooks
from annotate.projects.services.projects import audit
from annotate.projects.webhook_events import EventType


def add_member(*, project: Project, actor: User | None, username: str, role: str) -> Membership:
    """Make somebody a member at once, which is an operator's act: leads invite.

    Args:
        actor: None for a command on this machine.

    Raises:
        Invalid: nobody has this name.
        Conflict: they are a member already.
    """
    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
        message = Message("unknown_username", name=username)
        raise errors.Invalid.field("username", message, code="unknown_user")
    try:
        with transaction.atomic():
            membership = Membership.objects.create(project=project, user=user, role=role)
            name = user.username
            audit(project=project, actor=actor, verb="member.added", target=name, role=role)
            ask_no_more(project=project, user=user)
    except IntegrityError:
        raise errors.Conflict(Message("already_member", name=user.shown_name)) from None
    return membership


def ask_no_more(*, project: Project, user: User) -> None:
    """Take back what was asked of somebody who has become a member another way."""
    project.named_invitations.filter(folded=user.username.casefold()).delete()


def change_member(
    *, membership: Membership, actor: User | None, role: str | None, is_blocked: bool | None
) -> Membership:
    """Change a role, or block somebody; an identity provider whose groups do so is no actor.

    Raises:
        Conflict: the project would be left without a lead.
    """
    wanted = {"role": role, "is_blocked": is_blocked}
    changes = {name: value for name, value in wanted.items() if value is not None}
    with transaction.atomic():
        _keep_a_lead(membership, leaves=role not in (None, Role.LEAD) or bool(is_blocked))
        for name, value in changes.items():
            setattr(membership, name, value)
        membership.save(update_fields=list(changes))
        audit(
            project=membership.project,
            actor=actor,
            verb="member.changed",
            target=membership.user.username,
            **changes,
        )
        if is_blocked is not None:
            event: EventType = "member.blocked" if is_blocked else "member.unblocked"
            webhooks.note(
                membership.project,
                event,
                {"member": membership.pk},
                actor=actor,
                name=membership.user.shown_name,
            )
    return membership


def remove_member(*, membership: Membership, actor: User | None) -> None:
    """Take somebody out of a project; what they wrote stays."""
    with transaction.atomic():
        _keep_a_lead(membership, leaves=True)
        name = membership.user.username
        audit(project=membership.project, actor=actor, verb="member.removed", target=name)
        membership.delete()


def _keep_a_lead(membership: Membership, *, leaves: bool) -> None:
    # The project's row is locked, so that two leads cannot remove each other at once. NO KEY: a
    # claim holds its membership and refers to the project; neither may wait for the other.
    Project.objects.select_for_update(no_key=True).get(pk=membership.project_id)
    others = Membership.objects.filter(
        project=membership.project_id, role=Role.LEAD, is_blocked=False
    ).exclude(pk=membership.pk)
    if leaves and membership.role == Role.LEAD and not others.exists():
        raise errors.Conflict(Message("last_lead"))
