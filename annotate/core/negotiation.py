"""What is answered where what is sent is a file and no JSON."""

from typing import Any

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request


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
