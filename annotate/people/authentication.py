"""Who is asking: the browser's session, or a script's token."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.authentication import SessionAuthentication as DrfSession
from rest_framework.request import Request

from annotate.core import clock, errors
from annotate.core.prepared import Parameter, Prepared
from annotate.messages import Message
from annotate.people.models import ApiToken, User
from annotate.people.services.half_sessions import half_of
from annotate.people.services.sessions import BACKEND, note_seen
from annotate.people.tokens import digest

PAGE_OWNER = "X-Annotate-User"
__all__ = ["BACKEND"]  # known here as well
# Writing the time of every request would cost more than the request.
_NOTE_USE_EVERY = timedelta(minutes=5)

_TOKEN = Prepared(
    lambda: ApiToken.objects.select_related("user").filter(
        digest=Parameter("digest"), user__is_active=True
    )
)


_ACCOUNT = Prepared(lambda: User.objects.filter(pk=Parameter("user"), is_active=True))


class Accounts(ModelBackend):
    """Names and passwords; who a session belongs to is asked at every request of a browser."""

    def authenticate(
        self, request: Any, username: Any = None, password: Any = None, **given: Any
    ) -> User:
        """The account of this name and password.

        Raises:
            PermissionDenied: there is none. No other back end is asked: the one that is named in
                sessions from before there was this one would hash the password again.
        """
        user = super().authenticate(request, username, password, **given)
        if user is None:
            raise PermissionDenied
        return user

    def get_user(self, user_id: int) -> User | None:
        return _ACCOUNT.first(user=user_id)


class OtherUser(errors.NotAuthenticated):
    """A page was opened by one person, and another has signed in in that browser since."""

    code = "other_user"


class SessionAuthentication(DrfSession):
    """The browser's session cookie, with the CSRF check enforced.

    A page says whose it is (`X-Annotate-User`): what one person typed is never sent in the name of
    the next one at the same computer.
    """

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        """Who is signed in.

        Raises:
            OtherUser: the page that asks is somebody else's.
        """
        signed_in = super().authenticate(request)
        owner = request.headers.get(PAGE_OWNER)
        if signed_in is not None and owner is not None and owner != str(signed_in[0].pk):
            raise OtherUser
        if signed_in is not None:
            note_seen(request._request.session)
        return signed_in

    def authenticate_header(self, request: Request) -> str:
        # With a header to offer, DRF answers 401 (sign in) rather than 403 (never).
        return "Session"


class EnrolAuthentication(SessionAuthentication):
    """A browser's session, or one in which somebody has to set up a second factor to get in."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        signed_in = super().authenticate(request)
        half = None if signed_in else half_of(request._request)
        if half is None or half.step != "enrol":
            return signed_in
        self.enforce_csrf(request)
        return half.user, None


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Token <secret>`; only the digest of the secret is stored."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() not in ("token", "bearer") or not secret:
            return None
        now = clock.now()
        token = _TOKEN.first(digest=digest(secret.strip()))
        if token is None or token.expires_at <= now:
            raise errors.NotAuthenticated(Message("token_unknown"))
        if token.last_used_at is None or token.last_used_at < now - _NOTE_USE_EVERY:
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Token"


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "annotate.people.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token from your account."}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "annotate.people.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}


class EnrolScheme(SessionScheme):  # type: ignore[no-untyped-call]
    target_class = "annotate.people.authentication.EnrolAuthentication"
    name = "session_or_enrolling"
