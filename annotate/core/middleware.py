"""What all answers get: a request id, a content security policy. And addresses that cannot be."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import structlog
from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

_SAFE = re.compile(r"[A-Za-z0-9-]{8,64}")


class RequestIdMiddleware:
    """Take `X-Request-Id` if it is well formed, else make one; return it with the answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        header = request.headers.get("X-Request-Id", "")
        request_id = header if _SAFE.fullmatch(header) else uuid.uuid4().hex
        structlog.contextvars.bind_contextvars(request_id=request_id)
        try:
            response = self.get_response(request)
        finally:
            structlog.contextvars.unbind_contextvars("request_id")
        response["X-Request-Id"] = request_id
        return response


class PolicyMiddleware(CSPMiddleware):
    """The content security policy, built once for all answers that ask for nothing of their own.

    What is different goes the way of django-csp, which builds it for each answer.
    """

    _OWN = "_csp_exempt", "_csp_config", "_csp_update", "_csp_replace"

    def __init__(self, get_response: Callable[..., Any]) -> None:
        super().__init__(get_response)
        self._policy = build_policy()

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Set the header, unless there is one."""
        is_usual = not any(hasattr(response, name) for name in self._OWN)
        if settings.DEBUG or not is_usual or hasattr(request, "_csp_nonce"):
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self._policy)
        return response


class PossibleIdsMiddleware:
    """Answer "not found" to a number in an address that no column of ours can hold."""

    LARGEST = 2**63 - 1

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: tuple[Any, ...], values: dict[str, Any]
    ) -> None:
        """Refuse before any view asks a database, which would fail with an error of its own."""
        if any(isinstance(value, int) and value > self.LARGEST for value in values.values()):
            raise Http404
