"""Signing in by identity providers, the identities of an account, and what admins set up."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.urls import path
from django.views.decorators.http import require_GET
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.http import client_address
from annotate.core.operations import operation
from annotate.messages import Message
from annotate.people.access import admin
from annotate.people.authentication import SessionAuthentication
from annotate.people.models import User
from annotate.sso import models, schemas, selectors, services
from annotate.sso.services.signing_out import signed_out_address


def redirect_address(request: HttpRequest, provider_key: str) -> str:
    """Where a provider sends people back to: under the name by which they reach us."""
    return request.build_absolute_uri(f"/sign-in/{provider_key}/back")


def oneself(user: User) -> User:
    """What `operation` grants where people act on their own account."""
    return user


class WaysApi(APIView):
    """What the sign-in page offers."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [permissions.AllowAny]

    @operation("signInWays")
    def get(self, request: Request) -> schemas.Ways:
        get_token(request)
        return selectors.ways()


class BeginApi(APIView):
    """Begin to sign in by a provider."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [permissions.AllowAny]

    @operation("signInBegin")
    def post(self, request: Request, provider_key: str, body: schemas.Beginning) -> schemas.Away:
        return _begin(request, provider_key, next=body.next)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        SessionAuthentication().enforce_csrf(request)


def _begin(
    request: Request, provider_key: str, *, next: str, link_to: int | None = None
) -> schemas.Away:
    return schemas.Away(
        address=services.begin(
            request._request.session,
            selectors.active_provider(provider_key),
            redirect=redirect_address(request._request, provider_key),
            next=next,
            address=client_address(request._request),
            link_to=link_to,
        )
    )


@require_GET
def come_back(request: HttpRequest, provider_key: str) -> HttpResponse:
    """Where providers send people back to; whatever came of it is said on a page of the client."""
    arrived = services.arrive(request, provider_key)
    if arrived.problem:
        page = "/account/security" if arrived.is_linking else "/login"
        said = {"problem": arrived.problem}
        said |= {"next": arrived.next} if page == "/login" and arrived.next != "/" else {}
        response = HttpResponseRedirect(f"{page}?{urlencode(said)}")
    elif request.user.is_authenticated:
        response = HttpResponseRedirect(arrived.next)
    else:  # something is still to be asked of them
        response = HttpResponseRedirect(f"/login?{urlencode({'next': arrived.next})}")
    response["Cache-Control"] = "no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response


class IdentitiesApi(APIView):
    @operation("identitiesList", allow=oneself)
    def get(self, granted: User) -> list[schemas.Identity]:
        """Accounts at providers by which one signs in."""
        return selectors.describe(selectors.identities_of(granted))


class IdentityApi(APIView):
    @operation("identitiesUnlink", allow=oneself)
    def delete(self, granted: User, identity_id: int) -> None:
        """Take one off; who has it cannot sign in to this account by it any more."""
        row = selectors.identities_of(granted).filter(pk=identity_id).first()
        services.unlink(user=granted, identity=errors.existing(row))


class LinkApi(APIView):
    @operation("identitiesLink", allow=oneself)
    def post(self, request: Request, granted: User, provider_key: str) -> schemas.Away:
        """Begin to link who one is at a provider; in a browser only."""
        if request.auth is not None:
            raise errors.Conflict(Message("sso_only_in_browsers"))
        return _begin(request, provider_key, next="/account/security", link_to=granted.pk)


class ProvidersApi(APIView):
    @operation("identityProvidersList", allow=admin)
    def get(self, request: Request, granted: User) -> list[schemas.Provider]:
        return [_shown(request, one) for one in selectors.known_providers()]

    @operation("identityProvidersCreate", allow=admin, status=201)
    def post(self, request: Request, granted: User, body: schemas.NewProvider) -> schemas.Provider:
        services.make(actor=granted, wanted=body)
        return _shown(request, selectors.known_provider(body.key))


class ProviderApi(APIView):
    @operation("identityProvidersRead", allow=admin)
    def get(self, request: Request, granted: User, provider_key: str) -> schemas.Provider:
        return _shown(request, selectors.known_provider(provider_key))

    @operation("identityProvidersUpdate", allow=admin)
    def patch(
        self, request: Request, granted: User, provider_key: str, body: schemas.ProviderChanges
    ) -> schemas.Provider:
        services.change(provider=_changeable(provider_key), actor=granted, changes=body)
        return _shown(request, selectors.known_provider(provider_key))

    @operation("identityProvidersDelete", allow=admin)
    def delete(self, granted: User, provider_key: str) -> None:
        services.delete(provider=_changeable(provider_key), actor=granted)


class TrialApi(APIView):
    @operation("identityProvidersTry", allow=admin)
    def post(self, granted: User, provider_key: str) -> schemas.ProviderTrial:
        """Read the provider's discovery document and keys, and say what is wrong."""
        return services.try_out(selectors.known_provider(provider_key))


def _changeable(provider_key: str) -> models.Provider:
    """The row of a provider that admins may change.

    Raises:
        Conflict: it was set at deployment.
        NotFound: there is none.
    """
    if selectors.known_provider(provider_key).is_deployed:
        raise errors.Conflict(Message("sso_set_at_deployment"))
    return selectors.provider_row(provider_key)


def _shown(request: Request, known: selectors.Known) -> schemas.Provider:
    fields = known.model_dump(exclude={"secrets", "is_deployed"})
    return schemas.Provider(
        **fields,
        has_secret=bool(known.secrets),
        is_deployed=known.is_deployed,
        redirect_address=redirect_address(request._request, known.key),
        signed_out_address=signed_out_address(request._request),
    )


_A = "admin/identity-providers"

urlpatterns = [
    path("sign-in", WaysApi.as_view()),
    path("sign-in/<slug:provider_key>/begin", BeginApi.as_view()),
    path("me/identities", IdentitiesApi.as_view()),
    path("me/identities/<int:identity_id>", IdentityApi.as_view()),
    path("me/identities/<slug:provider_key>/begin", LinkApi.as_view()),
    path(_A, ProvidersApi.as_view()),
    path(f"{_A}/<slug:provider_key>", ProviderApi.as_view()),
    path(f"{_A}/<slug:provider_key>/try", TrialApi.as_view()),
]
page_patterns = [path("sign-in/<slug:provider_key>/back", come_back)]
