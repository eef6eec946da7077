"""Carry an operation out for somebody, without HTTP."""

import io
import json
import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.core.handlers.wsgi import WSGIRequest
from django.core.management.base import CommandError
from rest_framework.request import Request
from rest_framework.response import Response

from annotate.config.operation_commands.arguments import is_paged
from annotate.config.operation_commands.found import Found
from annotate.core.http import JsonParser
from annotate.core.operations import JsonAnswer
from annotate.people.models import User
from annotate.projects import selectors as projects
from annotate.projects.models import Membership

PAGE_SIZE = 100


class _FromCommandLine(WSGIRequest):
    """A request that no server has received."""

    def __init__(self, body: bytes, query: str) -> None:
        super().__init__(
            {
                "REQUEST_METHOD": "POST",
                "SERVER_NAME": "localhost",
                "SERVER_PORT": "80",
                "QUERY_STRING": query,
                "CONTENT_TYPE": "application/json",
                "CONTENT_LENGTH": str(len(body)),
                "wsgi.input": io.BytesIO(body),
            }
        )

    def get_host(self) -> str:
        return "localhost"


def actor(username: str | None) -> User:
    """Who does it: the named person, else `ANNOTATE_AS`, else the only admin there is.

    Raises:
        CommandError: there is no such account, or more than one admin.
    """
    named = username or os.environ.get("ANNOTATE_AS")
    if named:
        account = User.objects.filter(username=named, is_active=True).first()
        if account is None:
            raise CommandError(f"There is no open account {named}.")
        return account
    admins = list(User.objects.filter(is_staff=True, is_active=True)[:2])
    if len(admins) != 1:
        how_many = "no admin" if not admins else "more than one admin"
        raise CommandError(f"There is {how_many}: say who does it with --as USERNAME.")
    return admins[0]


def address_of(found: Found, said: Mapping[str, str]) -> dict[str, Any]:
    """What stands in the address: ids, where names were given as well.

    Raises:
        NotFound, Conflict: no project has this name, or several.
        CommandError: an id is no number, or nobody has this name.
    """
    address: dict[str, Any] = {}
    for name in found.address:
        address[name] = _value(name, said[name], address.get("project_id", 0))
    return address


def _value(name: str, text: str, project_id: int) -> Any:
    if name == "project_id":
        return projects.by_id_or_name(text).pk
    if not name.endswith("_id"):
        return int(text) if text.isdecimal() else text
    if text.isdecimal():
        return int(text)
    known = None
    if name == "user_id":
        known = User.objects.filter(username=text).values_list("pk", flat=True).first()
    elif name == "member_id":
        members = Membership.objects.filter(project_id=project_id, user__username=text)
        known = members.values_list("pk", flat=True).first()
    if known is None:
        raise CommandError(f"There is no {name.removesuffix('_id').replace('_', ' ')} {text}.")
    return known


def call(
    found: Found,
    user: User,
    *,
    address: Mapping[str, Any],
    body: Mapping[str, Any],
    query: Mapping[str, Any],
    limit: int = 0,
) -> Any:
    """Do it, and return what the API would answer: a value made of JSON's types, or a response.

    Args:
        limit: of the rows of a list; 0 for all.

    Raises:
        AppError: whatever the API would refuse.
    """
    if not is_paged(found):
        return _once(found, user, address, body, query)
    rows: list[Any] = []
    page = dict(query)
    while True:
        page["page_size"] = min(PAGE_SIZE, limit - len(rows)) if limit else PAGE_SIZE
        answer = _once(found, user, address, body, page)
        rows += answer["results"]
        following = answer["next"]
        if not following or (limit and len(rows) >= limit):
            return {**answer, "results": rows, "next": following, "previous": None}
        page["cursor"] = following


def _once(
    found: Found,
    user: User,
    address: Mapping[str, Any],
    body: Mapping[str, Any],
    query: Mapping[str, Any],
) -> Any:
    http = _FromCommandLine(json.dumps(body).encode(), urlencode(query, doseq=True))
    request = Request(http, parsers=[JsonParser()])
    request.user = user
    answer = found.handler(found.view(), request, **address)
    if isinstance(answer, JsonAnswer):
        return answer.value()
    return answer.data if isinstance(answer, Response) else answer
