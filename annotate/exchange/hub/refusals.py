"""What a hub refuses, in words of the catalogue."""

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from annotate.core import errors
from annotate.core.fetch import FetchError
from annotate.core.jobs.services import Cancelled, LeaseLost
from annotate.messages import Message

log = logging.getLogger(__name__)

# A longer pause is nothing that a worker should wait for.
PATIENCE_SECONDS = 30
_LONGEST = 300


class HubRefusal(errors.AppError):
    """The hub did not do it, or could not be asked."""

    code = "hub_refusal"
    status = 409


def asks_to_wait(status: int, headers: Mapping[str, str]) -> int | None:
    """For how many seconds nothing more should be asked, if that is longer than one waits.

    >>> asks_to_wait(429, {"Retry-After": "120"})
    120
    >>> asks_to_wait(429, {"RateLimit": '"api";r=0;t=55'})
    55
    >>> asks_to_wait(503, {"Retry-After": "2"}) is None
    True
    """
    if status not in (429, 503):
        return None
    told = {name.lower(): value for name, value in headers.items()}
    limit = re.search(r"r=0;\s*t=(\d{1,9})\b", told.get("ratelimit", ""))
    after = told.get("retry-after", "").strip()
    seconds = int(limit[1]) if limit else int(after[:9]) if after.isdecimal() else 0
    return seconds if seconds > PATIENCE_SECONDS else None


@contextmanager
def in_words(repository: str = "") -> Iterator[None]:
    """Turn whatever the library raises into a HubRefusal."""
    from huggingface_hub.errors import HfHubHTTPError

    try:
        yield
    except errors.AppError:
        raise
    except Exception as fault:
        for cause in _causes(fault):
            if isinstance(cause, errors.AppError | Cancelled | LeaseLost):
                raise cause from fault
            if isinstance(cause, FetchError):
                away = None if cause.forbidden else Message("hub_away")
                raise HubRefusal(cause.message, remedy=away, retry=not cause.forbidden) from fault
            if isinstance(cause, HfHubHTTPError):
                said = str(cause.server_message or "")
                raise refused(cause.response.status_code, said, repository) from fault
        if not isinstance(fault, ValueError | LookupError | TypeError | AttributeError):
            raise
        # The library reads an answer as it expects it, and stumbles over any other.
        log.warning("The hub's answer was not understood", exc_info=True)
        raise HubRefusal(Message("hub_answer_unreadable", said=_short(str(fault)))) from fault


def _causes(fault: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = fault
    while cause is not None:
        yield cause
        cause = cause.__cause__


def refused(status: int, said: str, repository: str) -> HubRefusal:
    """What an answer of this status means.

    >>> refused(404, "", "lab/streets").entry.code
    'hub_without_repository'
    """
    match status:
        case 401:
            return HubRefusal(Message("hub_token_refused"))
        case 403:
            return HubRefusal(Message("hub_forbids", repository=repository))
        case 404:
            return HubRefusal(Message("hub_without_repository", repository=repository))
        case 409 | 412:
            return HubRefusal(Message("hub_changed"), retry=True)
        case 429:
            return HubRefusal(Message("hub_busy"), retry=True)
        case _ if status >= 500:
            return HubRefusal(Message("hub_fails", status=status), retry=True)
    return HubRefusal(Message("hub_said_no", status=status, said=_short(said) or "–"))


def _short(said: str) -> str:
    """One line without what cannot be printed; another server may say anything."""
    line = " ".join("".join(c if c.isprintable() else " " for c in said).split())
    return line[:_LONGEST]
