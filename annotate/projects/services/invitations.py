"""Let people in by their consent: by a link that is sent to them, or by their names."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import F

from annotate.core import clock, errors
from annotate.messages import Message
from annotate.people.models import User
from annotate.people.tokens import new_secret
from annotate.projects import selectors
from annotate.projects.models import Invitation, Membership, NamedInvitation, Project
from annotate.projects.services.members import ask_no_more
from annotate.projects.services.projects import audit


def invite(
    *, project: Project, actor: User, role: str, expires_in_days: int, uses: int
) -> tuple[Invitation, str]:
    """Make an invitation; the secret of its link is returned here and nowhere again."""
    secret = new_secret()
    now = clock.now()
    with transaction.atomic():
        invitation = Invitation.objects.create(
            project=project,
            role=role,
            digest=secret.digest,
            uses_left=uses,
            created_by=actor,
            created_at=now,
            expires_at=now + timedelta(days=expires_in_days),
        )
        audit(project=project, actor=actor, verb="invitation.made", role=role, uses=uses)
    return invitation, secret.text


def renew_link(*, invitation: Invitation, actor: User) -> str:
    """The secret of another link for an invitation; the link before ends with it.

    Only a digest of a secret is kept, so no link can be shown a second time. Role, end and the
    uses that are left stay.

    Raises:
        Conflict: it is used up or over, or is just being mailed.
    """
    secret = new_secret()
    with transaction.atomic():
        usable = Invitation.objects.filter(
            pk=invitation.pk, uses_left__gt=0, expires_at__gt=clock.now(), mail_at=None
        )
        if not usable.update(digest=secret.digest, is_secret_mailed=False):
            raise errors.Conflict(Message("invitation_not_renewed"))
        target = invitation.email or str(invitation.pk)
        audit(project=invitation.project, actor=actor, verb="invitation.renewed", target=target)
    return secret.text


def withdraw_invitation(*, project: Project, actor: User, invitation_id: int) -> None:
    """End an invitation at once."""
    with transaction.atomic():
        deleted, _ = Invitation.objects.filter(project=project, pk=invitation_id).delete()
        if not deleted:
            raise errors.NotFound
        audit(project=project, actor=actor, verb="invitation.withdrawn", target=str(invitation_id))


def accept_invitation(*, secret: str, user: User) -> Membership:
    """Join by a link; who is already a member stays as they are and uses nothing up.

    Raises:
        NotFound: the link is unknown, has expired or has been used up.
    """
    with transaction.atomic():
        invitation = selectors.invitation(secret)
        membership, joined = Membership.objects.get_or_create(
            project=invitation.project, user=user, defaults={"role": invitation.role}
        )
        if joined:
            unused = Invitation.objects.filter(pk=invitation.pk, uses_left__gt=0)
            if not unused.update(uses_left=F("uses_left") - 1):
                raise errors.NotFound(Message("invitation_used_up"))
            role = membership.role
            audit(project=invitation.project, actor=user, verb="member.joined", role=role)
            ask_no_more(project=invitation.project, user=user)
    return membership


@dataclass(frozen=True)
class InvitedByName:
    """Who is invited now, and who was a member before."""

    invited: list[NamedInvitation]
    members: list[str]


def invite_by_name(
    *, project: Project, actor: User, usernames: Iterable[str], role: str
) -> InvitedByName:
    """Invite people who are asked before they become members.

    No account is looked up: whether there is one tells neither the answer nor how long it takes.
    Who was invited before, or has declined, is asked again, with the role given now.
    """
    wanted = {username.casefold(): username for username in usernames}
    members = project.memberships.values_list("user__username", flat=True)
    known = {username.casefold(): username for username in members}
    now = clock.now()
    with transaction.atomic():
        invited = [
            NamedInvitation.objects.update_or_create(
                project=project,
                folded=folded,
                defaults={
                    "username": username,
                    "role": role,
                    "created_by": actor,
                    "created_at": now,
                    "declined_at": None,
                },
            )[0]
            for folded, username in wanted.items()
            if folded not in known
        ]
        for each in invited:
            target = each.username
            audit(project=project, actor=actor, verb="member.invited", target=target, role=role)
    return InvitedByName(invited, [known[folded] for folded in wanted if folded in known])


def withdraw_named_invitation(*, project: Project, actor: User, invitation_id: int) -> None:
    """Ask somebody no longer, or forget that they declined."""
    with transaction.atomic():
        found = project.named_invitations.select_for_update().filter(pk=invitation_id).first()
        target = errors.existing(found).username
        errors.existing(found).delete()
        audit(project=project, actor=actor, verb="invitation.withdrawn", target=target)


def accept_named_invitation(*, user: User, invitation_id: int) -> Membership:
    """Join where one was invited; who has become a member meanwhile stays as they are.

    Raises:
        NotFound: it is not theirs, has been withdrawn, or was answered.
    """
    with transaction.atomic():
        invitation = _locked(user, invitation_id)
        project, role = invitation.project, invitation.role
        membership, joined = Membership.objects.get_or_create(
            project=project, user=user, defaults={"role": role}
        )
        invitation.delete()
        if joined:
            audit(project=project, actor=user, verb="member.joined", role=role)
    return membership


def decline_named_invitation(*, user: User, invitation_id: int) -> None:
    """Say no, which leads of the project see.

    Raises:
        NotFound: it is not theirs, has been withdrawn, or was answered.
    """
    with transaction.atomic():
        invitation = _locked(user, invitation_id)
        invitation.declined_at = clock.now()
        invitation.save(update_fields=["declined_at"])
        audit(project=invitation.project, actor=user, verb="invitation.declined")


def _locked(user: User, invitation_id: int) -> NamedInvitation:
    mine = selectors.invitations_of(user).select_for_update(of=("self",))
    return errors.existing(mine.filter(pk=invitation_id).first())
