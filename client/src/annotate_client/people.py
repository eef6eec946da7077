"""Who works in a project."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from annotate_client.api import Api
from annotate_client.errors import Invalid, NotFound
from annotate_client.shapes import read
from annotate_client.values import Link, Member

# As the page reads a pasted list: a comma within quotes belongs to a name.
_ENTRY = re.compile(r'(?:"[^"\n]*"|[^"\n\r\t,;])+')
_PLACE = re.compile(r"entries(?:\[|\.)(\d+)")


class People:
    """The members of one project, and who is invited."""

    def __init__(self, api: Api, project_id: int) -> None:
        self._api, self._project_id = api, project_id

    def __iter__(self) -> Iterator[Member]:
        return iter(self.members())

    def members(self) -> list[Member]:
        """Everybody in the project."""
        return [read(Member, each) for each in self._call("membersList")]

    def invite(self, *usernames: str, role: str = "annotator") -> list[str]:
        """Invite people who have an account; they are members when they have accepted.

        Nobody is made a member without being asked: the API has no way to do it.

        Args:
            role: ``annotator``, ``reviewer`` or ``lead``.

        Returns:
            Who is invited now; who is a member already is not asked.
        """
        answer = self._call("namedInvitationsCreate", usernames=list(usernames), role=role)
        return [each["username"] for each in answer["invited"]]

    def invite_list(
        self, people: str | Path, *, role: str = "annotator", language: str = ""
    ) -> list[str]:
        """Invite everybody on a list, by user name or by e-mail: all of them, or nobody.

        The list is read as on the page of the people: entries stand in lines of their own, or
        between commas, semicolons or tabs, and each counts once.

        Args:
            people: the list itself, or the path of a file that has it.
            role: ``annotator``, ``reviewer`` or ``lead``.
            language: of the mails, ``en`` or ``de``; that of your account where it is empty.

        Returns:
            Names and addresses that are invited now; who is a member already is not asked.

        Raises:
            Invalid: entries are wrong; ``fields`` names each by its line, as in ``line 4``.
        """
        text = people.read_text("utf-8-sig") if isinstance(people, Path) else people
        entries = _entries(text)
        try:
            made = self._call("inviteesCreate", entries=list(entries), role=role, language=language)
        except Invalid as refused:
            raise _by_line(refused, list(entries.values())) from None
        return [each["username"] for each in made["named"]] + [
            each["email"] for each in made["mailed"]
        ]

    def link(self, *, role: str = "annotator", uses: int = 1, days: int = 14) -> Link:
        """Make a link with which whoever has it joins, with an account or a new one."""
        made = self._call("invitationsCreate", role=role, uses=uses, expires_in_days=days)
        link = read(Link, made)
        # Where the server is known under several names, the link has the one that is used here.
        return replace(link, url=str(self._api.transport.http.base_url.join(link.url)))

    def change_role(self, username: str, role: str) -> Member:
        """Give a member another role."""
        return self._change(username, role=role)

    def block(self, username: str) -> Member:
        """Take a member out of work at once; what they gave stays."""
        return self._change(username, is_blocked=True)

    def unblock(self, username: str) -> Member:
        """Let a blocked member work again."""
        return self._change(username, is_blocked=False)

    def remove(self, username: str) -> None:
        """Take a member out of the project; what they gave stays."""
        self._call("membersRemove", member_id=self._member(username).id)

    def _change(self, username: str, **changes: Any) -> Member:
        member = self._member(username)
        return read(Member, self._call("membersUpdate", member_id=member.id, **changes))

    def _member(self, username: str) -> Member:
        for member in self.members():
            if member.user.username == username:
                return member
        raise NotFound(404, "not_found", f"Nobody called {username} is in this project.")

    def _call(self, operation: str, **given: Any) -> Any:
        return self._api.call(operation, project_id=self._project_id, **given)


def _entries(text: str) -> dict[str, int]:
    """The entries of a list, each once, with the line it first stands in."""
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        for match in _ENTRY.finditer(line):
            if entry := match[0].strip():
                found.setdefault(entry, number)
    return found


def _by_line(refused: Invalid, lines: Sequence[int]) -> Invalid:
    """The same refusal, each entry called by its line instead of its place."""
    fields = []
    for wrong in refused.fields:
        place = _PLACE.match(wrong.path)
        known = place is not None and int(place[1]) < len(lines)
        path = f"line {lines[int(place[1])]}" if place and known else wrong.path
        fields.append(replace(wrong, path=path))
    return Invalid(
        refused.status,
        refused.code,
        refused.message,
        remedy=refused.remedy,
        fields=fields,
        retry=refused.retry,
        details=refused.details,
        request_id=refused.request_id,
    )
