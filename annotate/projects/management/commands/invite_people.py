"""manage.py invite_people PROJECT FILE --by LEAD: invite everybody on a list, or nobody."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandError
from pydantic import ValidationError

from annotate.core import errors
from annotate.people.models import User
from annotate.people.preferences import Language
from annotate.projects import selectors, services
from annotate.projects.invitee_schemas import NewInvitees
from annotate.projects.models import Membership, Project, Role
from annotate.projects.pasted import PastedEntry, entries_in


class Command(BaseCommand):
    help = (
        "Invite a list of people by user name or e-mail address, as leads paste it on the page of "
        "the people: everybody, or nobody where an entry is wrong. Entries stand in lines of their "
        "own, or between commas, semicolons or tabs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", metavar="PROJECT", help="The project's id or name.")
        parser.add_argument("list", metavar="FILE", help='Of names and addresses; "-" reads them.')
        parser.add_argument("--by", metavar="LEAD", required=True, help="Who invites.")
        parser.add_argument("--role", choices=Role.values, default=Role.ANNOTATOR.value)
        parser.add_argument(
            "--language",
            choices=[each for each in get_args(Language) if each],
            default="",
            help="Of the mails; without it that of whoever invites.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        entries = entries_in(_read(options["list"]))
        try:
            project = selectors.by_id_or_name(options["project"])
            lead = _lead(project, options["by"])
            wanted = _wanted(entries, options["role"], options["language"])
            made = services.invite_people(
                project=project,
                actor=lead,
                entries=wanted.entries,
                role=wanted.role,
                language=wanted.language,
            )
        except errors.AppError as refused:
            raise CommandError(_said(refused, entries)) from None
        self.stdout.write(
            f"Invited to {project.name} as {wanted.role}: {len(made.named)} by name,"
            f" {len(made.mailed)} by e-mail."
        )


def _read(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise CommandError(f"{name} cannot be read: {fault}") from None


def _lead(project: Project, username: str) -> User:
    """Who invites: whoever leads the project, or an admin, as on the page."""
    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
        raise CommandError(f"There is no account {username!r} that may sign in.")
    leads = Membership.objects.filter(project=project, user=user, role=Role.LEAD)
    if not (user.is_admin or leads.exists()):
        raise CommandError(f"{username} does not lead {project.name}: name somebody who does.")
    return user


def _wanted(entries: Sequence[PastedEntry], role: str, language: Language) -> NewInvitees:
    """The request that the page would send, with its limits."""
    try:
        texts = [entry.text for entry in entries]
        return NewInvitees(entries=texts, role=Role(role), language=language)
    except ValidationError as wrong:
        fields = [
            errors.FieldError(".".join(map(str, each["loc"])), each["type"], each["msg"])
            for each in wrong.errors()
        ]
        raise errors.Invalid(fields=fields) from None


def _said(refused: errors.AppError, entries: Sequence[PastedEntry]) -> str:
    """Each wrong entry by its line; else what was refused as a whole."""
    said = []
    for field in refused.fields:
        place = "".join(each for each in field.path if each.isdigit())
        line = entries[int(place)].line if place and int(place) < len(entries) else None
        said.append(f"Line {line}: {field.message}" if line else field.message)
    return "\n".join(said) or refused.message
