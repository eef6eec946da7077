"""ID tokens as a provider signs them, and as somebody forges them."""

import base64
import hashlib
import hmac
import json
import time
from typing import Any

from joserfc import jwk, jwt

ISSUER = "https://id.example.org"
CLIENT = "annotate"
NONCE = "the nonce that was sent"


def rsa(kid: str = "k1") -> jwk.RSAKey:
    return jwk.RSAKey.generate_key(2048, {"kid": kid, "use": "sig"})


def published(*keys: jwk.RSAKey | jwk.ECKey) -> dict[str, Any]:
    """What the provider publishes of its keys."""
    return {"keys": [key.as_dict(private=False) for key in keys]}


def claims(**changes: Any) -> dict[str, Any]:
    """Good claims with some changed; None leaves one out."""
    now = int(time.time())
    good = {
        "iss": ISSUER,
        "aud": CLIENT,
        "sub": "subject",
        "iat": now,
        "exp": now + 300,
        "nonce": NONCE,
    }
    return {name: value for name, value in {**good, **changes}.items() if value is not None}


def signed(
    key: jwk.RSAKey | jwk.ECKey | jwk.OctKey,
    said: dict[str, Any],
    algorithm: str = "RS256",
    **header: Any,
) -> str:
    named = {"kid": key.kid} if key.kid else {}
    return jwt.encode({"alg": algorithm, **named, **header}, said, key, algorithms=[algorithm])


def by_secret(secret: bytes, said: dict[str, Any], algorithm: str = "HS256") -> str:
    """Signed with a shared secret, by hand: libraries refuse to sign with a public key as one."""
    parts = ({"alg": algorithm, "kid": "k1"}, said)
    text = b".".join(_coded(json.dumps(part).encode()) for part in parts)
    signature = hmac.new(secret, text, hashlib.sha256).digest()
    return (text + b"." + _coded(signature)).decode()


def _coded(plain: bytes) -> bytes:
    return base64.urlsafe_b64encode(plain).rstrip(b"=")
