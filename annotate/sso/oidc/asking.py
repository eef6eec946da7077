"""The authorization code flow with PKCE: where the browser goes, and what comes of its code."""

import base64
import hashlib
import secrets
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

from annotate.core import fetch, logs
from annotate.sso.oidc import id_tokens
from annotate.sso.oidc.faults import NotSignedIn
from annotate.sso.oidc.metadata import Metadata, Unusable, metadata_of, read_json

log = logs.get(__name__)


@dataclass(frozen=True)
class Client:
    """Us, as a provider knows us."""

    issuer: str
    client_id: str
    client_secret: str


@dataclass(frozen=True)
class Question:
    """What of one request is kept until the answer: none of it is ever used twice."""

    state: str
    nonce: str
    verifier: str
    redirect: str


@dataclass(frozen=True)
class Answer:
    """What a provider said of who came back, and what is needed to end their session there."""

    claims: dict[str, Any]
    id_token: str = field(repr=False)
    end_session_endpoint: str


def new_question(redirect: str) -> Question:
    """Fresh secrets of 256 bits each; `redirect` is where the provider sends people back to."""
    return Question(
        state=secrets.token_urlsafe(32),
        nonce=secrets.token_urlsafe(32),
        verifier=secrets.token_urlsafe(32),
        redirect=redirect,
    )


def metadata(issuer: str) -> Metadata:
    """What a provider says of itself.

    Raises:
        NotSignedIn: it cannot be asked; the log says why.
    """
    try:
        return metadata_of(issuer)
    except Unusable as fault:
        log.warning("An identity provider cannot be used", issuer=issuer, why=str(fault.message))
        raise NotSignedIn("unavailable") from None


def address(client: Client, question: Question, scopes: list[str], *, again: bool) -> str:
    """Where the browser goes; `again` has the provider ask who somebody is, whoever is there.

    Raises:
        NotSignedIn: the provider cannot be asked.
    """
    digest = hashlib.sha256(question.verifier.encode()).digest()
    asked = {
        "response_type": "code",
        "client_id": client.client_id,
        "redirect_uri": question.redirect,
        "scope": " ".join(scopes),
        "state": question.state,
        "nonce": question.nonce,
        "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
        "code_challenge_method": "S256",
        **({"prompt": "select_account"} if again else {}),
    }
    place = metadata(client.issuer).authorization_endpoint
    return f"{place}{'&' if '?' in place else '?'}{urlencode(asked)}"


def answer_to(
    client: Client, question: Question, *, code: str, issuer: str, wanted: list[str]
) -> Answer:
    """What the provider says of who came back with a code.

    Args:
        issuer: whom the answer says it is from; empty where it says nothing.
        wanted: claims for which the provider is asked once more where the ID token lacks one.

    Raises:
        NotSignedIn: the code is not good, what comes for it cannot be trusted, or nobody answers.
    """
    about = metadata(client.issuer)
    # Of two providers the answer of one must not be taken to the other (RFC 9207).
    if (issuer or about.names_itself) and issuer != about.issuer:
        raise NotSignedIn("not_trusted")
    tokens = _redeemed(about, client, question, code)
    id_token = str(tokens.get("id_token") or "")
    claims = id_tokens.verified(
        id_token,
        keys=_read(about.jwks_uri),
        algorithms=about.algorithms,
        issuer=about.issuer,
        client_id=client.client_id,
        nonce=question.nonce,
    )
    if any(name.partition(".")[0] not in claims for name in wanted):
        claims = _completed(about, claims, tokens.get("access_token"))
    return Answer(claims, id_token, about.end_session_endpoint)


def _completed(about: Metadata, claims: dict[str, Any], access: object) -> dict[str, Any]:
    """The claims with those that the provider gives only to who asks for them."""
    if not about.userinfo_endpoint or not isinstance(access, str):
        return claims
    more = _read(about.userinfo_endpoint, Authorization=f"Bearer {access}")
    if more.get("sub") != claims["sub"]:
        raise NotSignedIn("not_trusted")
    return {**more, **claims}


def _redeemed(about: Metadata, client: Client, question: Question, code: str) -> dict[str, Any]:
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": question.redirect,
        "code_verifier": question.verifier,
    }
    headers = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
    if client.client_secret and not about.is_secret_in_body:
        pair = f"{quote(client.client_id, safe='')}:{quote(client.client_secret, safe='')}"
        headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
    else:
        form["client_id"] = client.client_id
        form |= {"client_secret": client.client_secret} if client.client_secret else {}
    try:
        answer = fetch.send(
            "POST", about.token_endpoint, headers=headers, body=urlencode(form).encode()
        )
    except fetch.FetchError as fault:
        log.warning("An identity provider gave no tokens", why=str(fault.message))
        raise NotSignedIn("unavailable") from None
    tokens = answer.json()
    if answer.status != 200 or not isinstance(tokens, dict):
        said = tokens.get("error") if isinstance(tokens, dict) else None
        log.warning(
            "An identity provider gave no tokens", status=answer.status, why=str(said)[:100]
        )
        raise NotSignedIn("not_trusted" if answer.status < 500 else "unavailable")
    return tokens


def _read(place: str, **headers: str) -> dict[str, Any]:
    try:
        return read_json(place, **headers)
    except Unusable as fault:
        log.warning("An identity provider cannot be used", why=str(fault.message))
        raise NotSignedIn("unavailable") from None
