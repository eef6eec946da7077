"""Where something was asked for: which request, and in which trace. It goes along with messages."""

from collections.abc import Mapping

import structlog

from annotate.core import traces

# Under which name a message says which request it comes from.
REQUEST = "annotate_request_id"


def headers() -> dict[str, str]:
    """What a message says of where it comes from; nothing where no request is being answered.

    A job keeps it in its row, so that a message that is sent again says the same.
    """
    request_id = structlog.contextvars.get_contextvars().get("request_id")
    return ({REQUEST: request_id} if request_id else {}) | traces.sent()


def complete(given: dict[str, object], known: Mapping[str, str]) -> None:
    """Add to the headers of a message what it does not say itself."""
    for name, value in known.items():
        given.setdefault(name, value)
