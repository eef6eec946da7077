"""Lists of people to invite, as requests and responses say them."""

from typing import Annotated

from pydantic import Field

from annotate.core.schemas import Notice, Schema, Text
from annotate.people.preferences import Language
from annotate.people.schemas import Person
from annotate.projects import invitees
from annotate.projects.models import Role
from annotate.projects.schemas import MailedInvitation, NamedInvitation

Entry = Annotated[str, Text(254)]
Entries = Annotated[list[Entry], Field(min_length=1, max_length=200)]


class InviteeList(Schema):
    """What somebody pasted: user names and e-mail addresses, one entry for each person."""

    entries: Entries


class NewInvitees(InviteeList):
    """A list with the role that is offered, and the language of mails: empty for your own."""

    role: Role
    language: Language = ""


class Invitee(Schema):
    """What an entry means.

    ``found`` is "member": they stay as they are; "known": somebody you share a project with is
    asked; "name": whoever has this name is asked, and it is not said whether anybody has; "mail":
    the address gets a link; "twice": an entry before says the same; "wrong": see ``problem``.
    """

    entry: str
    found: invitees.Found
    name: str
    person: Person | None
    asked_before: bool
    problem: Notice | None

    @classmethod
    def of(cls, row: invitees.Invitee) -> "Invitee":
        return cls.from_row(
            row,
            person=Person.of(row.person) if row.person else None,
            problem=Notice.of(row.problem) if row.problem else None,
        )


class InvitedPeople(Schema):
    """Who is invited now; members and repeated entries are in neither list."""

    named: list[NamedInvitation]
    mailed: list[MailedInvitation]


class SuggestionsQuery(Schema):
    q: Annotated[
        Annotated[str, Text(100, min_length=0)],
        Field(description="A part of a user name or a shown name."),
    ] = ""
