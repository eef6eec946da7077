"""Pixels as responses: kept by the browser of one person, who asks each time whether they may.

An image that is withdrawn, or a person who is blocked, gets nothing from that moment on. To ask
costs the look-ups of `allow` and no file: what the browser has is answered with 304. Where an
object store may show pictures itself (`STORAGE_SIGNED_SECONDS`), both hold after that time.
"""

from collections.abc import Callable
from typing import IO, Any, cast

from django.conf import settings
from django.http import FileResponse, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header, parse_etags
from rest_framework.request import Request

from annotate.core.negotiation import AnyAccept as AnyAccept
from annotate.images import intake, services, storage
from annotate.images.intake import Facts
from annotate.images.schemas import Size

# Part of the ETag: raise it when the way copies are made changes.
_COPIES_VERSION = 1


def picture(request: Request, facts: Facts, size: Size, *, name: str) -> HttpResponseBase:
    """A copy of stored content."""
    etag = f'"{facts.sha256[:32]}-{size}-{_COPIES_VERSION}"'
    return sent(request, etag, f"{name}-{size}.jpg", lambda: services.open_stored(facts, size))


def sent(request: Request, etag: str, name: str, opened: Callable[[], IO[Any]]) -> HttpResponseBase:
    """Send a picture, or nothing where the browser has it already."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if etag in known or f"W/{etag}" in known:
        return _protected(HttpResponse(status=304), etag)
    file = opened()
    shown_as = content_disposition_header(False, name) or "inline"
    address = storage.signed_address(file, content_type=intake.DERIVATIVE_TYPE, shown_as=shown_as)
    if address is not None:
        file.close()
        return _elsewhere(address)
    response = FileResponse(cast(Any, file), content_type=intake.DERIVATIVE_TYPE)
    response["Content-Disposition"] = shown_as
    return _protected(response, etag)


def _elsewhere(address: str) -> HttpResponseBase:
    """Where the store shows a picture for a while to whoever has the address.

    The browser keeps the address for half of that time: each new one would be downloaded anew.
    """
    response = HttpResponseRedirect(address)
    response["Cache-Control"] = f"private, max-age={settings.STORAGE_SIGNED_SECONDS // 2}"
    return response


def _protected(response: HttpResponseBase, etag: str) -> HttpResponseBase:
    """Whatever a browser makes of these bytes, they can run nothing and stay with one person."""
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    return response
