"""Signing out at the provider by which somebody signed in, where admins have chosen so.

What that takes is kept in the session and nowhere else: a sign-out asks no other server, so that
none can hold it up, and with the session everything is gone (decision 0077).
"""

from django.http import HttpRequest

from annotate.core import errors
from annotate.core.secret_store import SecretStore, Unreadable
from annotate.people.services import PROVIDER_SESSION
from annotate.sso.oidc import asking, logout
from annotate.sso.selectors import Known, known_provider

SECRETS = SecretStore("sessions at identity providers")
_ID_TOKEN = "id_token"  # noqa: S105 - the name of one
# It is sent in an address, and servers take those of 8,000 characters; with hundreds of groups in
# it a token is longer than that.
LONGEST_HINT = 4000


def signed_out_address(request: HttpRequest) -> str:
    """Where a provider sends people back to whom it has signed out: our sign-in page."""
    return request.build_absolute_uri("/login")


def kept_of(provider: Known, answer: asking.Answer) -> dict[str, str] | None:
    """What is kept of an answer to end the session at the provider; None where nothing is."""
    if not provider.signs_out_at_provider or not answer.end_session_endpoint:
        return None
    fits = len(answer.id_token) <= LONGEST_HINT
    return {
        "provider": provider.key,
        "issuer": provider.issuer,
        "endpoint": answer.end_session_endpoint,
        "id_token": SECRETS.seal({_ID_TOKEN: answer.id_token}) if fits else "",
    }


def logout_address(request: HttpRequest) -> str:
    """Where this browser goes to be signed out at its provider; empty where it has none."""
    kept: dict[str, str] = request.session.get(PROVIDER_SESSION) or {}
    provider = _provider_of(kept) if kept else None
    if provider is None:
        return ""
    return logout.address(
        kept["endpoint"],
        client_id=provider.client_id,
        id_token=_unsealed(kept["id_token"]),
        redirect=signed_out_address(request),
    )


def _provider_of(kept: dict[str, str]) -> Known | None:
    """The provider, if people still sign out there and it is the one of before."""
    try:
        provider = known_provider(kept["provider"])
    except errors.NotFound:
        return None
    is_same = provider.issuer == kept["issuer"]
    return provider if is_same and provider.signs_out_at_provider else None


def _unsealed(sealed: str) -> str:
    try:
        return SECRETS.unseal(sealed).get(_ID_TOKEN, "")
    except Unreadable:  # nobody is kept from signing out
        return ""
