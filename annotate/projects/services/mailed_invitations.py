"""Invitations by mail: one person, one use, sent by a job.

The secret is made where it is mailed, and stands in no row and no log. Sent again it is another
one, and the one before ends. How much may be mailed in a day is counted in the trail, which nobody
can shorten by withdrawing what was sent.
"""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, QuerySet

from annotate.core import clock, errors, jobs, logs, mail
from annotate.core.outbox import Outbox, lease_end, next_attempt
from annotate.messages import Message
from annotate.people.models import User
from annotate.people.preferences import language_of
from annotate.people.tokens import new_secret
from annotate.projects.models import AuditEvent, Invitation, Project
from annotate.projects.services.projects import audit

log = logs.get(__name__)
JOB = "projects.send_invitations"
SCOPE = "invitation-mail"
LASTS = timedelta(days=14)
DAY = timedelta(days=1)
# Mails that one address gets from one project in a day.
MAILS_PER_ADDRESS = 3
# Seconds before each further attempt to reach the mail server; after the last one it has failed.
RETRY_SECONDS = (60, 300, 1800, 7200, 18000)
_MAILED = "invitation.mailed"
# What the trail keeps of an address.
_TARGET = 200


def invite_by_mail(
    *, project: Project, actor: User, addresses: Sequence[str], role: str, language: str = ""
) -> list[Invitation]:
    """Have an invitation mailed to each address, in small letters; nobody is looked up.

    Who was invited at an address before gets another link, with the role and language given now.

    Args:
        language: of the mail, also when it is sent again; empty for that of whoever invites.

    Raises:
        Conflict: this installation sends no mail.
        Throttled: so many were mailed today that these would be too many.
    """
    if not addresses:
        return []
    if not mail.is_set_up():
        raise errors.Conflict(Message("no_mail_for_invitations"))
    values = _to_be_mailed(actor) | {
        "role": role,
        "language": language,
        "created_at": clock.now(),
    }
    with transaction.atomic():
        _refuse_too_many(project, actor, addresses)
        invited = [
            Invitation.objects.update_or_create(
                project=project,
                email=address,
                defaults=values,
                create_defaults=values | {"digest": new_secret().digest},
            )[0]
            for address in addresses
        ]
        _note_mailed(project, actor, invited)
    return invited


def send_again(*, invitation: Invitation, actor: User) -> Invitation:
    """Have a mailed invitation sent once more, with a new link and a new end.

    Raises:
        NotFound: it was never one that is mailed, or has been withdrawn.
        Conflict: it was accepted, or this installation sends no mail.
        Throttled: as `invite_by_mail`.
    """
    if not invitation.email:
        raise errors.NotFound
    if not mail.is_set_up():
        raise errors.Conflict(Message("no_mail_for_invitations"))
    with transaction.atomic():
        _refuse_too_many(invitation.project, actor, [invitation.email])
        unused = Invitation.objects.filter(pk=invitation.pk, uses_left__gt=0)
        if not unused.update(**_to_be_mailed(actor)):
            raise errors.Conflict(Message("invitation_accepted"))
        _note_mailed(invitation.project, actor, [invitation])
    invitation.refresh_from_db()
    return invitation


def _to_be_mailed(actor: User) -> dict[str, Any]:
    at = clock.now()
    return {
        "created_by": actor,
        "uses_left": 1,
        "expires_at": at + LASTS,
        "mail_at": at,
        "mail_tries": 0,
        "mail_failed": False,
    }


def _note_mailed(project: Project, actor: User, invited: Sequence[Invitation]) -> None:
    for each in invited:
        audit(
            project=project, actor=actor, verb=_MAILED, target=each.email[:_TARGET], role=each.role
        )
    OUTBOX.wake()


def _refuse_too_many(project: Project, actor: User, addresses: Collection[str]) -> None:
    # The project's row is locked, so that two requests cannot both be the last that is let through.
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    limit = settings.INVITATION_MAILS_PER_DAY
    mailed = AuditEvent.objects.filter(verb=_MAILED, at__gt=clock.now() - DAY)
    spent = max(mailed.filter(project=project).count(), mailed.filter(actor=actor).count())
    if spent + len(addresses) > limit:
        left = max(0, limit - spent)
        raise errors.Throttled(Message("too_many_invitations", limit=limit, left=left))
    targets = [address[:_TARGET] for address in addresses]
    to_each = mailed.filter(project=project, target__in=targets).values_list("target")
    often = to_each.annotate(mails=Count("pk")).filter(mails__gte=MAILS_PER_ADDRESS).order_by()
    if named := [target for target, _ in often]:
        raise errors.Throttled(Message("address_mailed_often", addresses=named))


def _due() -> QuerySet[Invitation]:
    due = Invitation.objects.filter(mail_at__lte=clock.now()).order_by("mail_at", "pk")
    return due.select_related("project", "created_by")


OUTBOX = Outbox(JOB, SCOPE, _due)


@jobs.handler(JOB)
def send_due(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Send what is due; safe to run twice, and to be killed."""
    return OUTBOX.send(progress, _attempt, _postpone)


def _attempt(invitation: Invitation) -> bool:
    secret = _take(invitation)
    return secret is not None and _send(invitation, secret)


def _take(invitation: Invitation) -> str | None:
    """Take one for an attempt and give it its secret; None where another worker has it.

    One that was accepted meanwhile, by a link that was sent before, is not mailed any more.
    """
    secret = new_secret()
    row = Invitation.objects.filter(pk=invitation.pk)
    if row.filter(uses_left=0).update(mail_at=None):
        return None
    mine = row.filter(mail_tries=invitation.mail_tries, mail_at=invitation.mail_at)
    taken = mine.update(
        mail_tries=F("mail_tries") + 1,
        mail_at=lease_end(),
        digest=secret.digest,
        is_secret_mailed=True,
    )
    return secret.text if taken else None


def _postpone(invitation: Invitation) -> None:
    again = next_attempt(invitation.mail_tries, RETRY_SECONDS)
    if again is None:
        log.warning("An invitation was not mailed: the server took nothing for hours")
    row = Invitation.objects.filter(pk=invitation.pk)
    row.update(mail_at=again, mail_failed=again is None)


def _send(invitation: Invitation, secret: str) -> bool:
    """Mail one, in its language or that of who invites; return whether the address took it.

    Raises:
        MailDown: the server takes nothing now.
    """
    lead = invitation.created_by
    language = invitation.language or language_of(lead.preferences, lead.locale)
    project = mail.one_line(invitation.project.name)
    text = Message(
        "mail_invitation",
        lead=mail.one_line(lead.shown_name),
        project=project,
        link=mail.link(f"/invite/{secret}"),
        until=f"{invitation.expires_at:%Y-%m-%d}",
    )
    subject = Message("mail_invitation_subject", project=project)
    row = Invitation.objects.filter(pk=invitation.pk)
    try:
        mail.send(
            to=invitation.email, subject=subject.said_in(language), text=text.said_in(language)
        )
    except mail.MailRefused:
        log.warning("An address takes no mail", invitation=invitation.pk)
        row.update(mail_at=None, mail_failed=True)
        return False
    row.update(mail_at=None, mailed_at=clock.now())
    return True
