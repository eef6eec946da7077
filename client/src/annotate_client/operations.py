"""Every operation of the API, by the name it has in the API's schema.

The table is made from the schema (docs/reference/openapi.yaml) by `make schema`; what the schema
does not say, stands here: which POST may be sent again.
"""

import json
from dataclasses import dataclass
from importlib.resources import files

# A POST that the server recognises when it comes again: by its key, by what it holds, or because
# it says how things are to be.
_REPEATABLE = {
    "connectionsHealth",
    "guidelinesMarkRead",
    "heartbeat",
    "seedingSkip",
    "seedsImport",
    "submit",
    "uploadsThere",
}


@dataclass(frozen=True)
class Operation:
    """One operation.

    Attributes:
        path: below ``/api/v1``; names in braces are given by the caller.
        query: the names of what may stand behind the question mark.
        body: the names of the fields of the body.
        form: whether the body is a form, as it is where files are sent, and not JSON.
        repeatable: whether sending it twice does what sending it once does. GET, PUT and DELETE
            are; a POST is where the server recognises what it has had already.
    """

    method: str
    path: str
    query: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    form: bool = False
    repeatable: bool = False

    @property
    def may_repeat(self) -> bool:
        return self.repeatable or self.method in ("GET", "PUT", "DELETE")


def _table() -> dict[str, Operation]:
    text = files("annotate_client").joinpath("operations.json").read_text("utf-8")
    return {
        name: Operation(
            method, path, tuple(query), tuple(body), form, repeatable=name in _REPEATABLE
        )
        for name, (method, path, query, body, form) in json.loads(text).items()
    }


OPERATIONS = _table()
