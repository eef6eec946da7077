"""What each row of a pasted list of people means to whoever pasted it.

Nothing here may tell a lead who has an account. They are told of the people that they share a
project with and whose list of members they may read; of all other names they learn the same
whether somebody has it or not, and no account is looked up. Whose an address is nobody learns.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models.functions import Lower

from annotate.core import mail
from annotate.messages import Message
from annotate.people.models import User
from annotate.people.schemas import username_form
from annotate.projects.models import Project
from annotate.projects.selectors import known_people

LONGEST_NAME = 150
# "member": they stay as they are. "known": somebody the asker knows of is asked. "name": whoever
# has this name is asked. "mail": the address gets a link. "twice": a row before says the same.
Found = Literal["member", "known", "name", "mail", "twice", "wrong"]
# As mail programs write a person: Ada Okafor <ada@example.org>
_BRACKETED = re.compile(r"<([^<>]*)>\s*$")


@dataclass(frozen=True)
class Invitee:
    """One row: `name` is the user name or the address that it comes to."""

    entry: str
    found: Found
    name: str
    person: User | None = None
    asked_before: bool = False
    problem: Message | None = None


@dataclass(frozen=True)
class _Known:
    """What the asker may know, by names in small letters, and by addresses of invitations."""

    members: Mapping[str, User]
    people: Mapping[str, User]
    asked: Collection[str]
    mailed: Collection[str]
    # Whether a name that is not among them belongs to nobody: admins know of everybody.
    is_everybody: bool


def read_list(*, project: Project, asker: User, entries: Sequence[str]) -> list[Invitee]:
    """What each entry means, in their order; nothing is done."""
    known = _known(project, asker, entries)
    seen: set[str] = set()
    rows = []
    for entry in entries:
        row = _read(entry, known)
        key = row.name.casefold()
        rows.append(Invitee(entry, "twice", row.name) if key in seen else row)
        if row.problem is None:
            seen.add(key)
    return rows


def _known(project: Project, asker: User, entries: Sequence[str]) -> _Known:
    memberships = project.memberships.select_related("user")
    people = known_people(asker)
    if asker.is_admin:
        names = [_name_in(entry).casefold() for entry in entries]
        people = people.annotate(small=Lower("username")).filter(small__in=names)
    return _Known(
        members={row.user.username.casefold(): row.user for row in memberships},
        people={user.username.casefold(): user for user in people},
        asked=set(project.named_invitations.values_list("folded", flat=True)),
        mailed=set(project.invitations.exclude(email="").values_list("email", flat=True)),
        is_everybody=asker.is_admin,
    )


def _name_in(entry: str) -> str:
    """The name or address in what somebody pasted.

    >>> _name_in("Ada Okafor <ada@example.org>"), _name_in(" ada ")
    ('ada@example.org', 'ada')
    """
    bracketed = _BRACKETED.search(entry)
    return (bracketed[1] if bracketed else entry).strip()


def _read(entry: str, known: _Known) -> Invitee:
    name = _name_in(entry)
    small = name.casefold()
    if small in known.members:
        return Invitee(entry, "member", name, known.members[small])
    if small in known.people:
        person = known.people[small]
        return Invitee(entry, "known", person.username, person, small in known.asked)
    if "@" in name[1:]:
        return _address(entry, name.lower(), known)
    if known.is_everybody and _is_name(name):
        unknown = Message("unknown_username", name=name)
        return Invitee(entry, "wrong", name, problem=unknown)
    if _is_name(name):
        return Invitee(entry, "name", name, asked_before=small in known.asked)
    return Invitee(entry, "wrong", name, problem=Message("not_an_invitee", entry=entry))


def _address(entry: str, address: str, known: _Known) -> Invitee:
    try:
        validate_email(address)
    except ValidationError:
        return Invitee(entry, "wrong", address, problem=Message("not_an_address", entry=entry))
    if not mail.is_set_up():
        return Invitee(entry, "wrong", address, problem=Message("no_mail_for_invitations"))
    return Invitee(entry, "mail", address, asked_before=address in known.mailed)


def _is_name(name: str) -> bool:
    try:
        username_form(name)
    except ValueError:
        return False
    return len(name) <= LONGEST_NAME
