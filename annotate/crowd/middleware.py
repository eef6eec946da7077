"""What differs for people who came through a crowd platform: frames, cookies and reach.

See docs/decisions/0022: only the pages of an entry that a platform shows in a frame may be framed,
by that platform alone, and only then do cookies travel in frames.
"""

from collections.abc import Callable
from dataclasses import dataclass
from http import cookies
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse

from annotate.core import errors
from annotate.messages import Message

# Python 3.14 knows this attribute of cookies; before, it has to be told.
_MORSEL: Any = cookies.Morsel
_MORSEL._reserved.setdefault("partitioned", "Partitioned")
_MORSEL._flags.add("partitioned")

# What the session of somebody who came through a channel holds.
SESSION_KEY = "crowd"


@dataclass(frozen=True)
class Frame:
    """Who may show a page in a frame, and where its forms may be sent."""

    ancestors: tuple[str, ...]
    form_targets: tuple[str, ...]
    # Whether it is in a frame now: only then do its cookies need to travel in one.
    is_inside: bool

    @classmethod
    def of(cls, request: HttpRequest, ancestors: list[str], form_targets: list[str]) -> "Frame":
        """The frame of a page that the browser asks for.

        Opened in a window of its own, the page gets ordinary cookies: two of one name, of which
        one is for frames, would hide each other when the same person signs in to an account.
        """
        is_inside = request.headers.get("Sec-Fetch-Dest", "iframe") != "document"
        return cls(tuple(ancestors), tuple(form_targets), is_inside)


def show_in(request: HttpRequest, frame: Frame | None) -> None:
    """Let the answer to this request be shown in a frame (and its cookies travel there)."""
    request.crowd_frame = frame  # type: ignore[attr-defined]


class FramedEntryMiddleware:
    """Relax framing and cookies for entries through an adapter that needs it, and for no other."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        frame = getattr(request, "crowd_frame", None) or self._of_session(request)
        if frame is not None:
            self._relax(response, frame)
        return response

    def _of_session(self, request: HttpRequest) -> Frame | None:
        session = getattr(request, "session", None)
        if session is None or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        frame = session.get(SESSION_KEY, {}).get("frame")
        return Frame(**frame) if frame else None

    def _relax(self, response: HttpResponse, frame: Frame) -> None:
        response._csp_replace = {  # type: ignore[attr-defined]
            "frame-ancestors": list(frame.ancestors),
            "form-action": ["'self'", *frame.form_targets],
        }
        response.headers.pop("X-Frame-Options", None)
        for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME):
            if frame.is_inside and name in response.cookies:
                response.cookies[name]["samesite"] = "None"
                response.cookies[name]["secure"] = True
                response.cookies[name]["partitioned"] = True


class WorkersOnlyWorkMiddleware:
    """Keep sessions that began with a link to work: no tokens, no passwords, no other project.

    Identifiers in a link are not a proof of identity. Whoever comes in by one must not be able to
    turn that into a lasting key or into more than the work the link is for.
    """

    CLOSED = ("/api/v1/me", "/api/v1/invitations/")

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(self.CLOSED) and self._is_worker(request):
            return JsonResponse(errors.Forbidden(Message("worker_session")).body(), status=403)
        return self.get_response(request)

    def _is_worker(self, request: HttpRequest) -> bool:
        return settings.SESSION_COOKIE_NAME in request.COOKIES and SESSION_KEY in request.session
