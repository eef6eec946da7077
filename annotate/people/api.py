"""Signing in and out, one's own account, tokens, and the accounts that admins make."""

from typing import Any

from django.conf import settings
from django.contrib import auth
from django.middleware.csrf import get_token
from django.urls import path
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors, limits, mail
from annotate.core.http import client_address
from annotate.core.operations import operation, paginate
from annotate.core.schemas import Page, PageQuery
from annotate.messages import Message
from annotate.people import schemas, selectors, services
from annotate.people.authentication import SessionAuthentication
from annotate.people.models import User
from annotate.people.services import PAUSE_SECONDS

# Links that may be asked for from one address in a quarter of an hour: a room full of people.
LINKS_PER_ADDRESS = 20


class WrongCredentials(errors.AppError):
    code = "wrong_credentials"
    status = 401


class SessionApi(APIView):
    """Who is signed in; sign in; sign out."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [permissions.AllowAny]

    @operation("sessionRead")
    def get(self, request: Request) -> schemas.Session:
        get_token(request)
        user = request.user
        return schemas.Session(user=schemas.Me.of(user) if isinstance(user, User) else None)

    @operation("signIn")
    def post(self, request: Request, body: schemas.Login) -> schemas.Session:
        address = client_address(request._request)
        limit = settings.LOGIN_FAILURES_PER_ADDRESS
        guesses = limits.guess("sign-in", address, limit=limit, seconds=PAUSE_SECONDS)
        guesses.refuse_further(Message("guessed_from_address"))
        user = auth.authenticate(request._request, username=body.username, password=body.password)
        if user is None:
            guesses.was_wrong()
            # Where there were too many attempts, the middleware of django-axes puts
            # `core.http.locked_out` in the place of this answer.
            raise WrongCredentials
        auth.login(request._request, user)
        get_token(request)
        return schemas.Session(user=schemas.Me.of(user))

    @operation("signOut")
    def delete(self, request: Request) -> None:
        auth.logout(request._request)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method == "POST":
            # DRF checks CSRF only for people already signed in; a log-in needs it as well.
            SessionAuthentication().enforce_csrf(request)


class PasswordResetsApi(APIView):
    """Forgotten passwords: whether a link is to be had, and asking for one."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [permissions.AllowAny]

    @operation("passwordResetsRead")
    def get(self, request: Request) -> schemas.PasswordResets:
        get_token(request)
        return schemas.PasswordResets(available=mail.is_set_up())

    @operation("passwordResetsAsk")
    def post(self, request: Request, body: schemas.ForgottenPassword) -> None:
        _allow_asking(request, "password-link", limit=LINKS_PER_ADDRESS).was_wrong()
        services.ask_for_link(account=body.account)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method == "POST":
            SessionAuthentication().enforce_csrf(request)


class PasswordLinkApi(APIView):
    """Use a link that came by mail: the secret is the permission."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [permissions.AllowAny]

    @operation("passwordResetsUse")
    def post(self, request: Request, body: schemas.NewPassword) -> None:
        guesses = _allow_asking(
            request, "password-token", limit=settings.LOGIN_FAILURES_PER_ADDRESS
        )
        try:
            services.set_password(token=body.token, new=body.new_password)
        except errors.NotFound:
            guesses.was_wrong()
            raise

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        SessionAuthentication().enforce_csrf(request)


def _allow_asking(request: Request, act: str, *, limit: int) -> limits.Guesses:
    """Let nobody try many accounts or secrets, one after the other, from one address."""
    address = client_address(request._request)
    guesses = limits.guess(act, address, limit=limit, seconds=PAUSE_SECONDS)
    guesses.refuse_further(Message("links_asked_from_address"))
    return guesses


def oneself(user: User) -> User:
    """What `operation` grants where people act on their own account."""
    return user


class MeApi(APIView):
    @operation("meUpdate", allow=oneself)
    def patch(self, granted: User, body: schemas.ProfileChanges) -> schemas.Me:
        return schemas.Me.of(services.update_profile(user=granted, **dict(body)))


class PasswordApi(APIView):
    @operation("passwordChange", allow=oneself)
    def post(self, request: Request, granted: User, body: schemas.PasswordChange) -> None:
        services.change_password(user=granted, current=body.current_password, new=body.new_password)
        auth.update_session_auth_hash(request._request, granted)


class TokensApi(APIView):
    @operation("tokensList", allow=oneself)
    def get(self, granted: User) -> list[schemas.Token]:
        return [schemas.Token.from_row(token) for token in selectors.tokens_of(granted)]

    @operation("tokensCreate", allow=oneself, status=201)
    def post(self, granted: User, body: schemas.NewToken) -> schemas.CreatedToken:
        token, secret = services.create_token(
            user=granted, name=body.name, expires_in_days=body.expires_in_days
        )
        return schemas.CreatedToken.from_row(token, token=secret)


class TokenApi(APIView):
    @operation("tokensRevoke", allow=oneself)
    def delete(self, granted: User, token_id: int) -> None:
        services.revoke_token(user=granted, token_id=token_id)


def admin(user: User) -> User:
    """Let admins of the platform in.

    Raises:
        Forbidden: they are none.
    """
    if not user.is_admin:
        raise errors.Forbidden
    return user


class UserApi(APIView):
    @operation("usersUpdate", allow=admin)
    def patch(self, granted: User, user_id: int, body: schemas.UserChanges) -> schemas.User:
        user = selectors.person(user_id)
        return schemas.User.of(services.change_user(user=user, actor=granted, **dict(body)))


class UsersApi(APIView):
    @operation("usersList", allow=admin)
    def get(self, request: Request, query: PageQuery) -> Page[schemas.User]:
        return paginate(request, selectors.people(), schemas.User.of)

    @operation("usersCreate", allow=admin, status=201)
    def post(self, body: schemas.NewUser) -> schemas.User:
        return schemas.User.of(services.create_user(**dict(body)))


urlpatterns = [
    path("session", SessionApi.as_view()),
    path("password-resets", PasswordResetsApi.as_view()),
    path("password-resets/use", PasswordLinkApi.as_view()),
    path("me", MeApi.as_view()),
    path("me/password", PasswordApi.as_view()),
    path("me/tokens", TokensApi.as_view()),
    path("me/tokens/<int:token_id>", TokenApi.as_view()),
    path("users", UsersApi.as_view()),
    path("users/<int:user_id>", UserApi.as_view()),
]
