"""What a provider says of itself in its discovery document."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from annotate.core import fetch
from annotate.messages import Message

PATH = "/.well-known/openid-configuration"
# Signatures by a key that only the provider has. Never `none`, never a shared secret: who knows
# the public key, or the client's secret, could sign.
ALGORITHMS = (
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"
)  # fmt: skip
_NEEDED = ("authorization_endpoint", "token_endpoint", "jwks_uri")


class Unusable(Exception):
    """Nobody can sign in by this provider now; the message is for admins."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True)
class Metadata:
    """The addresses of a provider, and how it signs and wants to be asked."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str
    # Where browsers go to sign out; empty where there is none, or none to send anybody to.
    end_session_endpoint: str
    algorithms: tuple[str, ...]
    is_secret_in_body: bool
    names_itself: bool


def read_document(issuer: str) -> dict[str, Any]:
    """The discovery document of an issuer, unchecked.

    Raises:
        Unusable: there is none.
    """
    return read_json(f"{issuer.rstrip('/')}{PATH}")


def read_json(address: str, **headers: str) -> dict[str, Any]:
    """An object of JSON.

    Raises:
        Unusable: nobody answers there, or with something else.
    """
    try:
        answer = fetch.send("GET", address, headers={"Accept": "application/json", **headers})
    except fetch.FetchError as fault:
        raise Unusable(fault.message) from None
    if answer.status != 200:
        raise Unusable(Message("sso_try_status", address=address, status=str(answer.status)))
    document = answer.json()
    if not isinstance(document, dict):
        raise Unusable(Message("sso_try_no_document", address=address))
    return document


def metadata_of(issuer: str) -> Metadata:
    """What a provider says of itself, read and checked.

    Raises:
        Unusable: it cannot be reached, or what it says will not do.
    """
    document = read_document(issuer)
    for wrong in faults_of(document, issuer):
        raise Unusable(wrong)
    # The default of the specification, where nothing is said, is the header.
    methods = _texts(document, "token_endpoint_auth_methods_supported")
    userinfo = document.get("userinfo_endpoint")
    return Metadata(
        issuer=issuer,
        authorization_endpoint=document["authorization_endpoint"],
        token_endpoint=document["token_endpoint"],
        jwks_uri=document["jwks_uri"],
        userinfo_endpoint=userinfo if isinstance(userinfo, str) else "",
        end_session_endpoint=_end_session(document),
        algorithms=_algorithms(document),
        is_secret_in_body="client_secret_post" in methods and "client_secret_basic" not in methods,
        names_itself=document.get("authorization_response_iss_parameter_supported") is True,
    )


def faults_of(document: dict[str, Any], issuer: str) -> Iterator[Message]:
    """Why nobody can sign in by what a document says; nothing where all is well."""
    said = document.get("issuer")
    if said != issuer:
        yield Message("sso_try_other_issuer", issuer=str(said)[:500])
    for name in _NEEDED:
        if not isinstance(document.get(name), str):
            yield Message("sso_try_missing", name=name)
    address = document.get("authorization_endpoint")
    if isinstance(address, str) and not _is_safe(address):
        yield Message("sso_try_unsafe_address", address=address[:500])
    kinds = _texts(document, "response_types_supported")
    if kinds and "code" not in kinds:
        yield Message("sso_try_no_code")
    if not _algorithms(document):
        yield Message("sso_try_no_algorithm")


def remarks_of(
    document: dict[str, Any], scopes: list[str], *, signs_out: bool
) -> Iterator[Message]:
    """What is worth knowing and keeps nobody out; `signs_out`: people are to sign out there."""
    if "S256" not in _texts(document, "code_challenge_methods_supported"):
        yield Message("sso_try_no_pkce")
    offered = _texts(document, "scopes_supported")
    for scope in scopes if offered else ():
        if scope not in offered:
            yield Message("sso_try_scope", scope=scope)
    if signs_out and not _end_session(document):
        yield Message("sso_try_no_sign_out")


def _end_session(document: dict[str, Any]) -> str:
    address = document.get("end_session_endpoint")
    return address if isinstance(address, str) and _is_safe(address) else ""


def _algorithms(document: dict[str, Any]) -> tuple[str, ...]:
    said = _texts(document, "id_token_signing_alg_values_supported") or ["RS256"]
    return tuple(name for name in ALGORITHMS if name in said)


def _is_safe(address: str) -> bool:
    """Whether a browser may be sent there: encrypted, or to a server the operator has named."""
    try:
        parts = urlsplit(address)
        named = f"{parts.hostname}:{parts.port or 80}" in settings.FETCH_PRIVATE_HOSTS
    except ValueError:
        return False
    return bool(parts.hostname) and (parts.scheme == "https" or (parts.scheme == "http" and named))


def _texts(document: dict[str, Any], name: str) -> list[str]:
    values = document.get(name)
    return [one for one in values if isinstance(one, str)] if isinstance(values, list) else []
