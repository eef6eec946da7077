"""In which form an answer goes out: JSON, or where a file is sent, as that is."""

from collections.abc import Iterable
from typing import Any

from rest_framework.negotiation import BaseContentNegotiation, DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request


class PlainFirst(DefaultContentNegotiation):
    """What DRF decides, without its weighing where there is nothing to weigh.

    That is nearly always: who asks takes JSON or anything, there is one renderer, and no parameter
    that could name another.
    """

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        [*others, first] = renderers
        asked = request.META.get("HTTP_ACCEPT", "*/*")
        is_plain = not (others or format_suffix or request.META.get("QUERY_STRING"))
        if is_plain and asked in ("*/*", first.media_type):
            return first, first.media_type
        weighed: tuple[BaseRenderer, str] = super().select_renderer(
            request, renderers, format_suffix
        )
        return weighed


class AnyAccept(BaseContentNegotiation):
    """Take every `Accept`: browsers ask for image/*, and the file is what it is.

    Refusals come as JSON, whatever was asked for.
    """

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return JSONRenderer(), "application/json"
