"""What carries the requests of `huggingface_hub`: the one fetcher, by the rules of every request.

The library would follow redirects, ask whichever server an answer names, and wait as long as it is
told to. Here each address is checked, and the token goes to the hub alone.
"""

from collections.abc import Iterator, Mapping
from typing import cast

import httpx2
from django.conf import settings

from annotate.core import fetch
from annotate.core.fetch import FetchError, Response
from annotate.exchange.hub.refusals import HubRefusal, asks_to_wait
from annotate.messages import Message

MAX_ANSWER_BYTES = 16 * 1024 * 1024
# For an answer to a small request, and how many bytes a second a large one must make.
SECONDS, BYTES_PER_SECOND = 60.0, 200_000
# `http.client` and the fetcher see to these.
_OWN = ("accept-encoding", "connection", "host")
# The library asks again at once, and for ever.
_BUSY = b"another conflicting operation is in progress"


class FetcherTransport(httpx2.BaseTransport):
    """Sends requests by `core.fetch`."""

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request.

        Raises:
            httpx2.ConnectError: nobody answered; it may be tried again.
            FetchError: its address is never asked.
            HubRefusal: the answer is none that the library should see.
        """
        url = str(request.url)
        size = int(request.headers.get("content-length") or 0)
        try:
            answer = fetch.send(
                request.method,
                url,
                headers=_headers(request.headers, url),
                body=_pieces(request) if size else None,
                seconds=SECONDS + size / BYTES_PER_SECOND,
                max_bytes=MAX_ANSWER_BYTES,
            )
        except FetchError as lost:
            if lost.forbidden:
                raise
            raise httpx2.ConnectError(str(lost), request=request) from lost
        _refuse(answer)
        return httpx2.Response(
            answer.status, headers=dict(answer.headers), content=answer.body, request=request
        )


def _headers(headers: Mapping[str, str], url: str) -> dict[str, str]:
    kept = {name.title(): value for name, value in headers.items() if name.lower() not in _OWN}
    if not url.startswith(f"{settings.HUB_ENDPOINT}/"):
        kept.pop("Authorization", None)
    return kept


def _pieces(request: httpx2.Request) -> Iterator[bytes]:
    return iter(cast(httpx2.SyncByteStream, request.stream))


def _refuse(answer: Response) -> None:
    """Raise HubRefusal for what is no answer of a hub, or asks for more patience than there is."""
    if 300 <= answer.status < 400:
        raise HubRefusal(Message("hub_moved"))
    if answer.status == 409 and _BUSY in answer.body:
        raise HubRefusal(Message("hub_changed"), retry=True)
    seconds = asks_to_wait(answer.status, answer.headers)
    if seconds is not None:
        raise HubRefusal(Message("hub_busy_for", seconds=seconds), retry=True)
