"""The HTTP edge: one error shape, one pagination, one way to declare an operation."""

import sys
from collections.abc import Mapping
from typing import IO, Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    TooManyFilesSent,
    ValidationError,
)
from django.db import DataError
from django.http import Http404, HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from rest_framework import exceptions, pagination, parsers, status
from rest_framework.response import Response

from annotate.core import errors, logs
from annotate.core.outages import AGAIN_AFTER, outage
from annotate.messages import Message

log = logs.get(__name__)

ResponseT = TypeVar("ResponseT", bound=HttpResponseBase)


def _validation_fields(detail: Any, path: str = "") -> list[errors.FieldError]:
    """Flatten DRF's nested validation errors into paths like `files[2].name`."""
    if isinstance(detail, dict):
        pairs = [(f"{path}.{key}" if path else str(key), value) for key, value in detail.items()]
        return [field for name, value in pairs for field in _validation_fields(value, name)]
    if isinstance(detail, list) and detail and not isinstance(detail[0], exceptions.ErrorDetail):
        pairs = [(f"{path}[{index}]", value) for index, value in enumerate(detail)]
        return [field for name, value in pairs for field in _validation_fields(value, name)]
    details = detail if isinstance(detail, list) else [detail]
    return [
        errors.FieldError(
            path.removesuffix(".non_field_errors"), getattr(d, "code", "invalid"), str(d)
        )
        for d in details
    ]


def _from_drf(exc: exceptions.APIException) -> errors.AppError:
    """Say in our shape what DRF said in its own."""
    match exc:
        case exceptions.ValidationError():
            return errors.Invalid(fields=_validation_fields(exc.detail))
        case exceptions.ParseError():
            return errors.Invalid(Message("malformed"))
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            return errors.NotAuthenticated()
        case exceptions.PermissionDenied():
            if "CSRF" in str(exc.detail):
                return _csrf_error()
            return errors.Forbidden()
        case exceptions.NotFound():
            return errors.NotFound()
        case exceptions.Throttled():
            wait = getattr(exc, "wait", None)
            return errors.Throttled(details={"retry_after": wait}, retry=True)
    plain = errors.AppError(
        Message("unexpected_refusal", reason=str(exc.detail)), code=str(exc.default_code)
    )
    plain.status = exc.status_code  # type: ignore[misc]
    return plain


def _csrf_error() -> errors.AppError:
    return errors.Forbidden(Message("csrf"))


def handle_exception(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Turn every expected exception into the one error shape; leave the rest to Django (500)."""
    match exc:
        case errors.AppError():
            known = exc
        case exceptions.APIException():
            known = _from_drf(exc)
        case Http404():
            known = errors.NotFound()
        case PermissionDenied():
            known = errors.Forbidden()
        case RequestDataTooBig() | TooManyFilesSent():
            known = errors.TooLarge(Message("request_too_large"))
        case _ if passing := outage(exc):
            log.exception("An outage")
            known = passing
        case _:
            return None
    headers = {}
    if known.status == status.HTTP_401_UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Token"
    if "retry_after" in known.details:
        headers["Retry-After"] = str(int(known.details["retry_after"] or 1))
    return Response(known.body(), status=known.status, headers=headers)


def csrf_failure(request: HttpRequest, reason: str = "") -> JsonResponse:
    """Answer a failed CSRF check of plain Django views in the same shape."""
    return JsonResponse(_csrf_error().body(), status=403)


def server_error(request: HttpRequest) -> JsonResponse:
    """Answer an unexpected fault without telling its inside; the log has the trace."""
    # Django calls this while it handles the fault.
    passing = outage(sys.exception())
    if passing is not None:
        headers = {"Retry-After": str(AGAIN_AFTER)}
        return JsonResponse(passing.body(), status=passing.status, headers=headers)
    return JsonResponse(errors.ServerError(retry=True).body(), status=500)


def bad_request(request: HttpRequest, exception: Exception) -> JsonResponse:
    """Answer a request that Django itself refuses (a host that is not ours, say)."""
    return JsonResponse(errors.AppError(Message("bad_request")).body(), status=400)


def locked_out(request: HttpRequest, credentials: Any = None, *_: Any, **__: Any) -> JsonResponse:
    """Answer who guessed passwords too often; called by django-axes."""
    wait = int(settings.AXES_COOLOFF_TIME * 3600)
    error = errors.Throttled(
        Message("locked_out", count=wait // 60),
        details={"retry_after": wait},
        retry=True,
    )
    return JsonResponse(error.body(), status=429, headers={"Retry-After": str(wait)})


def client_address(request: HttpRequest) -> str:
    """Where a request came from; behind our own proxy, what the proxy saw.

    Each proxy appends what it saw, so only the last entry is not the client's own invention.
    """
    forwarded = request.headers.get("X-Forwarded-For", "").rsplit(",", 1)[-1].strip()
    if settings.TRUST_PROXY and forwarded:
        return forwarded
    return str(request.META.get("REMOTE_ADDR", ""))


def forbidden(request: HttpRequest, exception: Exception) -> JsonResponse:
    """Answer a refusal outside the API's own views in the one error shape."""
    return JsonResponse(errors.Forbidden().body(), status=403)


class JsonParser(parsers.JSONParser):
    """JSON bodies. One that is nested too deep is malformed, not a fault of ours."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise exceptions.ParseError from None


class CursorPage(pagination.CursorPagination):
    """Cursor pages, so that a list stays right while rows are added.

    The answer is `{"next": cursor|null, "previous": cursor|null, "results": [...]}` with the bare
    cursors rather than whole links: a client behind a proxy never has to repair a host name.
    """

    page_size = 50
    max_page_size = 100
    page_size_query_param = "page_size"
    ordering: Any = "-id"

    def paginate_queryset(self, queryset: Any, request: Any, view: Any = None) -> Any:
        try:
            return super().paginate_queryset(queryset, request, view)
        except (ValueError, ValidationError, DataError):
            # The cursor was taken apart well, yet what is in it is no value of the column.
            raise errors.NotFound(Message("unknown_cursor")) from None

    def get_next_link(self) -> str | None:
        return self._bare(super().get_next_link())

    def get_previous_link(self) -> str | None:
        return self._bare(super().get_previous_link())

    def _bare(self, link: str | None) -> str | None:
        return parse_qs(urlsplit(link).query)[self.cursor_query_param][0] if link else None


def as_attachment(response: ResponseT, name: str) -> ResponseT:
    """Have it saved under a name; nobody on the way keeps a copy."""
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response


def not_found(request: HttpRequest, exception: Exception) -> JsonResponse:
    """Answer an unknown address in the one error shape."""
    return JsonResponse(errors.NotFound(Message("unknown_address")).body(), status=404)
