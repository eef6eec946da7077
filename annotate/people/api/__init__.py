"""Signing in and out, one's own account, tokens, and the accounts that admins make."""

from typing import Any

from django.conf import settings
from django.contrib import auth
from django.middleware.csrf import get_token
from django.urls import path
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors, limits
from annotate.core.http import client_address
from annotate.core.operations import operation, paginate_together
from annotate.core.schemas import Page
from annotate.messages import Message
from annotate.people import hooks, schemas, selectors, services
from annotate.people.access import admin, oneself
from annotate.people.api import addresses, passkeys, second_factors
from annotate.people.api.confirming import refuse_without_factor, session_of
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
        return session_of(request)

    @operation("signIn")
    def post(self, request: Request, body: schemas.Login) -> schemas.Session:
        address = client_address(request._request)
        limit = settings.LOGIN_FAILURES_PER_ADDRESS
        guesses = limits.guess("sign-in", address, limit=limit, seconds=PAUSE_SECONDS)
        guesses.refuse_further(Message("guessed_from_address"))
        services.refuse_way(services.How.PASSWORD, body.username)
        user = auth.authenticate(request._request, username=body.username, password=body.password)
        if user is None:
            guesses.was_wrong()
            # Where there were too many attempts, the middleware of django-axes puts
            # `core.http.locked_out` in the place of this answer.
            raise WrongCredentials
        services.sign_in(request._request, user, services.How.PASSWORD)
        get_token(request)
        return session_of(request)

    @operation("signOut")
    def delete(self, request: Request) -> schemas.SignedOut:
        """Sign out here; whoever came by an identity provider may have to be sent there, too."""
        return schemas.SignedOut(address=services.sign_out(request._request) or None)

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
        return schemas.PasswordResets(available=services.has_links())

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
            services.set_password(
                token=body.token, new=body.new_password, end_tokens=body.end_tokens
            )
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


class MeApi(APIView):
    @operation("meUpdate", allow=oneself)
    def patch(self, granted: User, body: schemas.ProfileChanges) -> schemas.Me:
        return schemas.Me.of(services.update_profile(user=granted, **dict(body)))


class PasswordApi(APIView):
    @operation("passwordChange", allow=oneself)
    def post(self, request: Request, granted: User, body: schemas.PasswordChange) -> None:
        services.change_password(
            user=granted,
            current=body.current_password,
            new=body.new_password,
            end_tokens=body.end_tokens,
        )
        services.end_sessions(user=granted, but=request.session.session_key)
        auth.update_session_auth_hash(request._request, granted)
        services.note_sign_in(request._request, granted)


class TokensApi(APIView):
    @operation("tokensList", allow=oneself)
    def get(self, granted: User) -> list[schemas.Token]:
        return [schemas.Token.from_row(token) for token in selectors.tokens_of(granted)]

    @operation("tokensCreate", allow=oneself, status=201)
    def post(self, request: Request, granted: User, body: schemas.NewToken) -> schemas.CreatedToken:
        refuse_without_factor(request, granted)
        token, secret = services.create_token(
            user=granted, name=body.name, expires_in_days=body.expires_in_days
        )
        return schemas.CreatedToken.from_row(token, token=secret)


class TokenApi(APIView):
    @operation("tokensRevoke", allow=oneself)
    def delete(self, granted: User, token_id: int) -> None:
        services.revoke_token(user=granted, token_id=token_id)


class SessionsApi(APIView):
    @operation("sessionsList", allow=oneself)
    def get(self, request: Request, granted: User) -> list[schemas.OpenSession]:
        key = _session_key(request)
        return [schemas.OpenSession.of(row, key) for row in selectors.sessions_of(granted)]

    @operation("sessionsEndOthers", allow=oneself)
    def delete(self, request: Request, granted: User) -> None:
        services.end_sessions(user=granted, but=_session_key(request))


class OneSessionApi(APIView):
    @operation("sessionsEnd", allow=oneself)
    def delete(self, granted: User, session_id: int) -> None:
        services.end_session(user=granted, session_id=session_id, actor=granted)


def _session_key(request: Request) -> str | None:
    """The key of the session in which this is asked; None where a script asks with a token."""
    return None if request.auth else request.session.session_key


class UserApi(APIView):
    @operation("usersRead", allow=admin)
    def get(self, granted: User, user_id: int) -> schemas.UserDetail:
        user = selectors.person(user_id)
        number = hooks.projects_of([user.pk]).get(user.pk, 0)
        return schemas.UserDetail(
            **dict(schemas.ListedUser.listed(user, number, selectors.has_second_factor(user))),
            tokens=[schemas.Token.from_row(token) for token in selectors.tokens_of(user)],
            sessions=[schemas.OpenSession.of(row) for row in selectors.sessions_of(user)],
        )

    @operation("usersUpdate", allow=admin)
    def patch(self, granted: User, user_id: int, body: schemas.UserChanges) -> schemas.User:
        user = selectors.person(user_id)
        return schemas.User.of(services.change_user(user=user, actor=granted, **dict(body)))


class UserTokenApi(APIView):
    @operation("usersTokensRevoke", allow=admin)
    def delete(self, granted: User, user_id: int, token_id: int) -> None:
        user = selectors.person(user_id)
        services.revoke_token(user=user, token_id=token_id, actor=granted)


class UserSessionsApi(APIView):
    @operation("usersSessionsEndAll", allow=admin)
    def delete(self, granted: User, user_id: int) -> None:
        services.end_sessions(user=selectors.person(user_id), actor=granted)


class UserSessionApi(APIView):
    @operation("usersSessionsEnd", allow=admin)
    def delete(self, granted: User, user_id: int, session_id: int) -> None:
        user = selectors.person(user_id)
        services.end_session(user=user, session_id=session_id, actor=granted)


class UsersApi(APIView):
    @operation("usersList", allow=admin)
    def get(self, request: Request, query: schemas.UsersQuery) -> Page[schemas.ListedUser]:
        found = selectors.people(words=query.q, rights=query.rights, state=query.state)
        return paginate_together(request, found, _listed)

    @operation("usersCreate", allow=admin, status=201)
    def post(self, granted: User, body: schemas.NewUser) -> schemas.User:
        return schemas.User.of(services.create_user(**dict(body), actor=granted))


def _listed(users: list[User]) -> list[schemas.ListedUser]:
    ids = [user.pk for user in users]
    numbers, having = hooks.projects_of(ids), selectors.with_second_factor(ids)
    return [
        schemas.ListedUser.listed(user, numbers.get(user.pk, 0), user.pk in having)
        for user in users
    ]


urlpatterns = [
    *second_factors.urlpatterns,
    *passkeys.urlpatterns,
    *addresses.urlpatterns,
    path("session", SessionApi.as_view()),
    path("password-resets", PasswordResetsApi.as_view()),
    path("password-resets/use", PasswordLinkApi.as_view()),
    path("me", MeApi.as_view()),
    path("me/password", PasswordApi.as_view()),
    path("me/tokens", TokensApi.as_view()),
    path("me/tokens/<int:token_id>", TokenApi.as_view()),
    path("me/sessions", SessionsApi.as_view()),
    path("me/sessions/<int:session_id>", OneSessionApi.as_view()),
    path("users", UsersApi.as_view()),
    path("users/<int:user_id>", UserApi.as_view()),
    path("users/<int:user_id>/tokens/<int:token_id>", UserTokenApi.as_view()),
    path("users/<int:user_id>/sessions", UserSessionsApi.as_view()),
    path("users/<int:user_id>/sessions/<int:session_id>", UserSessionApi.as_view()),
]
