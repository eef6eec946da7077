"""A list of people, as somebody pastes it: read row by row, then invited as a whole or not."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from annotate.core import errors
from annotate.people.models import User
from annotate.projects.invitees import Invitee, read_list
from annotate.projects.models import Invitation, NamedInvitation, Project
from annotate.projects.services.invitations import invite_by_name
from annotate.projects.services.mailed_invitations import invite_by_mail


@dataclass(frozen=True)
class InvitedPeople:
    """Who was invited by name, and who by mail."""

    named: list[NamedInvitation]
    mailed: list[Invitation]


def invite_people(
    *, project: Project, actor: User, entries: Sequence[str], role: str, language: str = ""
) -> InvitedPeople:
    """Invite everybody on a list, by name or by mail; who is a member stays as they are.

    Args:
        language: of the mails; empty for that of whoever invites.

    Raises:
        Invalid: an entry is neither a name nor an address, each told; nobody is invited.
        Throttled: it would be more mail than may be sent in a day; nobody is invited.
    """
    rows = read_list(project=project, asker=actor, entries=entries)
    _refuse_wrong(rows)
    with transaction.atomic():
        named = invite_by_name(
            project=project,
            actor=actor,
            usernames=[row.name for row in rows if row.found in ("known", "name")],
            role=role,
        )
        mailed = invite_by_mail(
            project=project,
            actor=actor,
            addresses=[row.name for row in rows if row.found == "mail"],
            role=role,
            language=language,
        )
    return InvitedPeople(named.invited, mailed)


def _refuse_wrong(rows: Sequence[Invitee]) -> None:
    fields = [
        errors.FieldError.about(f"entries[{place}]", row.problem)
        for place, row in enumerate(rows)
        if row.problem is not None
    ]
    if fields:
        raise errors.Invalid(fields=fields)
