"""ID tokens: who somebody is, signed by the provider for us alone (OpenID Connect Core 3.1.3.7)."""

import hmac
from collections.abc import Sequence
from typing import Any

import jwt

from annotate.sso.oidc.faults import NotSignedIn

# Clocks of two servers may differ by so many seconds.
LEEWAY = 60
_NEEDED = ["iss", "sub", "aud", "exp", "iat"]
LONGEST_SUBJECT = 255


def verified(
    token: str,
    *,
    keys: dict[str, Any],
    algorithms: Sequence[str],
    issuer: str,
    client_id: str,
    nonce: str,
) -> dict[str, Any]:
    """The claims of an ID token.

    Args:
        keys: the provider's JSON Web Key Set.
        nonce: what was sent with the request that this is the answer to.

    Raises:
        NotSignedIn: the signature, issuer, audience, time or nonce is not what it must be.
    """
    try:
        header = jwt.get_unverified_header(token)
        algorithm = header.get("alg")
        if not isinstance(algorithm, str) or algorithm not in algorithms:
            raise NotSignedIn("not_trusted")
        claims: dict[str, Any] = jwt.decode(
            token,
            key=_key(keys, header.get("kid"), algorithm),
            algorithms=[algorithm],
            audience=client_id,
            issuer=issuer,
            leeway=LEEWAY,
            options={"require": _NEEDED},
        )
    except (jwt.PyJWTError, ValueError, TypeError, RecursionError):
        raise NotSignedIn("not_trusted") from None
    _check_party(claims, client_id)
    _check_nonce(claims, nonce)
    subject = claims["sub"]
    if not isinstance(subject, str) or not 0 < len(subject) <= LONGEST_SUBJECT or "\x00" in subject:
        raise NotSignedIn("not_trusted")
    return claims


def _key(keys: dict[str, Any], kid: object, algorithm: str) -> jwt.PyJWK:
    """The key that a token names; the only one that fits, where it names none."""
    family = {"R": "RSA", "P": "RSA", "E": "OKP" if algorithm == "EdDSA" else "EC"}[algorithm[0]]
    rows = keys.get("keys")
    fitting = [
        row
        for row in (rows if isinstance(rows, list) else [])
        if isinstance(row, dict)
        and row.get("kty") == family
        and row.get("use", "sig") == "sig"
        and row.get("alg", algorithm) == algorithm
        and (kid is None or row.get("kid") == kid)
    ]
    if len(fitting) != 1:
        raise NotSignedIn("not_trusted")
    return jwt.PyJWK(fitting[0], algorithm=algorithm)


def _check_party(claims: dict[str, Any], client_id: str) -> None:
    """Refuse a token that was made for several, unless it names us as who asked for it."""
    several = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
    party = claims.get("azp")
    if (several or party is not None) and party != client_id:
        raise NotSignedIn("not_trusted")


def _check_nonce(claims: dict[str, Any], nonce: str) -> None:
    said = claims.get("nonce")
    if not isinstance(said, str) or not hmac.compare_digest(said.encode(), nonce.encode()):
        raise NotSignedIn("not_trusted")
