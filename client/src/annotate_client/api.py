"""The low layer: one call for each operation of the API, by its name in the schema.

>>> api.call("projectsRead", project_id=7)["name"]                      # doctest: +SKIP
'Street scenes'
>>> [each["id"] for each in api.pages("samplesList", project_id=7, state="done")]  # doctest: +SKIP
[41, 42, 45]

What it takes and gives are the plain values of the API's schema.
"""

import re
from collections.abc import Iterator, Mapping
from typing import IO, Any
from urllib.parse import quote

import httpx

from annotate_client.errors import Misused, NotFound, UnknownServer
from annotate_client.operations import OPERATIONS, Operation
from annotate_client.transport import Transport, json_of
from annotate_client.version import API_VERSION, __version__

ROOT = f"/api/{API_VERSION}"
PAGE_SIZE = 100
_SLOT = re.compile(r"\{(\w+)\}")
# A server that has taken a large file answers when it has stored it.
_UPLOAD = httpx.Timeout(600.0, connect=15.0)
Json = dict[str, Any]
# A file under the name it is sent by: the server looks at how that ends.
File = tuple[str, IO[bytes]]


class Api:
    """One server, asked as one person.

    Args:
        transport: sends the requests.
    """

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self._known = False

    def call(self, operation: str, /, file: File | None = None, **given: Any) -> Any:
        """Call an operation; return what the server answers, None for an answer without content.

        Args:
            operation: its name in the schema: ``projectsRead``.
            file: for operations that take one: its name, and the file, open for reading.
            given: what stands in the address, in the query and in the body, by name. Where a name
                is a word of Python, put an underscore behind it: ``from_``.

        Raises:
            ApiError: the server refused.
            NoConnection: there is no answer.
            UnknownServer: what answers is not a server of this API.
            Misused: the operation has no such place, or one of its address is missing.
        """
        self._be_sure()
        known = _known(operation)
        answer = self.transport.send(
            lambda: self._request(known, given, file), may_repeat=known.may_repeat
        )
        return json_of(answer)

    def text(self, operation: str, /, **given: Any) -> str:
        """Call an operation that answers with a text: a table, a page."""
        self._be_sure()
        known = _known(operation)
        answer = self.transport.send(
            lambda: self._request(known, given, None), may_repeat=known.may_repeat
        )
        return answer.text

    def pages(self, operation: str, /, **given: Any) -> Iterator[Json]:
        """Every entry of a long list, page after page, as they are asked for."""
        cursor: dict[str, str] = {}
        while True:
            page = self.call(operation, **{"page_size": PAGE_SIZE, **given, **cursor})
            yield from page["results"]
            if page["next"] is None:
                return
            cursor = {"cursor": page["next"]}

    def opened(self, operation: str, /, **given: Any) -> httpx.Response:
        """The answer of an operation that gives a file; its content is not read yet."""
        self._be_sure()
        known = _known(operation)
        return self.transport.send(
            lambda: self._request(known, given, None), may_repeat=True, stream=True
        )

    def _be_sure(self) -> None:
        """Ask once whether what answers has this API at all.

        Raises:
            UnknownServer: it has not.
        """
        if self._known:
            return
        try:
            answer = self.transport.send(
                lambda: self.transport.http.build_request("GET", f"{ROOT}/session"),
                may_repeat=True,
            )
            answers = json_of(answer)
        except (NotFound, UnknownServer) as strange:
            raise self._unknown() from strange
        if not isinstance(answers, dict) or "user" not in answers:
            raise self._unknown()
        self._known = True

    def _unknown(self) -> UnknownServer:
        return UnknownServer(
            f"There is no Annotate API {API_VERSION} at {self.transport.http.base_url}.\n"
            "What to do: see whether the address is that of an Annotate server; if it is, install "
            f"the annotate-client that belongs to it (this one is {__version__})."
        )

    def _request(self, known: Operation, given: Json, file: File | None) -> httpx.Request:
        path, query, body = _sorted_out(known, given)
        http = self.transport.http
        if known.form:
            if file is not None:
                file[1].seek(0)
            files = {"file": file} if file is not None else None
            form = {name: _in_form(value) for name, value in body.items()}
            return http.build_request(
                known.method, path, params=query, data=form, files=files, timeout=_UPLOAD
            )
        if known.body:
            return http.build_request(known.method, path, params=query, json=body)
        return http.build_request(known.method, path, params=query)


def _known(operation: str) -> Operation:
    try:
        return OPERATIONS[operation]
    except KeyError:
        raise Misused(
            f"This client has no operation {operation!r}; annotate_client.OPERATIONS has its list."
        ) from None


def _sorted_out(known: Operation, given: Mapping[str, Any]) -> tuple[str, Json, Json]:
    """The address, the query and the body that are made of what was given by name."""
    values = {name.removesuffix("_"): value for name, value in given.items()}
    try:
        path = ROOT + _SLOT.sub(lambda slot: quote(str(values.pop(slot[1])), safe=""), known.path)
    except KeyError as missing:
        raise Misused(f"{known.path} needs {missing}.") from None
    query = {name: values.pop(name) for name in known.query if name in values}
    body = {name: values.pop(name) for name in known.body if name in values}
    if values:
        raise Misused(f"{known.method} {known.path} takes no {', '.join(sorted(values))}.")
    return path, query, body


def _in_form(value: Any) -> str:
    """A value as a form carries it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
