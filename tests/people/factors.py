"""What tests of second factors do again and again: an app, and a device that holds passkeys."""

import hashlib
import json
import struct
from base64 import b32decode
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA1, SHA256
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from rest_framework.test import APIClient

from annotate.core import clock
from annotate.people.models import User
from tests.conftest import PASSWORD

HERE = "http://localhost"
_MADE, _PRESENT, _VERIFIED = 0x40, 0x01, 0x04


def browser(host: str = "localhost", **more: Any) -> APIClient:
    return APIClient(SERVER_NAME=host, **more)


def sign_in(user: User, client: APIClient | None = None, password: str = PASSWORD) -> APIClient:
    """Give name and password; what is asked further stays open."""
    client = client or browser()
    body = {"username": user.username, "password": password}
    answer = client.post("/api/v1/session", body, format="json")
    assert answer.status_code == 200, answer.content
    return client


def code(secret: str, *, steps: int = 0) -> str:
    """What an app shows now, or that many steps of 30 seconds later."""
    at = int(clock.now().timestamp()) + 30 * steps
    return TOTP(b32decode(secret), 6, SHA1(), 30).generate(at).decode()  # noqa: S303


def add_app(client: APIClient) -> tuple[str, list[str]]:
    """Set up an app; return its secret, and the recovery codes that were shown."""
    secret = client.post("/api/v1/me/second-factors/app").json()["secret"]
    confirm = "/api/v1/me/second-factors/app/confirm"
    answer = client.post(confirm, {"code": code(secret)}, format="json")
    assert answer.status_code == 200, answer.content
    return secret, answer.json()["recovery_codes"]


def answer_code(client: APIClient, given: str) -> Any:
    return client.post("/api/v1/session/code", {"code": given}, format="json")


@dataclass
class Device:
    """Signs as an authenticator does (WebAuthn, ES256, no attestation)."""

    origin: str = HERE
    host: str = "localhost"
    is_verified: bool = True
    count: int = 0
    handle: bytes = b""
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    @property
    def credential_id(self) -> bytes:
        numbers = self.key.public_key().public_numbers()
        return hashlib.sha256(str(numbers.x).encode()).digest()

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        asked = options["publicKey"]
        self.handle = websafe_decode(asked["user"]["id"])
        public = cbor.encode(dict(ES256.from_cryptography_key(self.key.public_key())))  # type: ignore[no-untyped-call]
        size = struct.pack(">H", len(self.credential_id))
        made = self._data(_MADE) + bytes(16) + size + self.credential_id + public
        attestation = cbor.encode({"fmt": "none", "attStmt": {}, "authData": made})
        said = self._said("webauthn.create", asked["challenge"])
        return self._credential(clientDataJSON=said, attestationObject=attestation)

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        said = self._said("webauthn.get", options["publicKey"]["challenge"])
        data = self._data(0)
        signature = self.key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            clientDataJSON=said,
            authenticatorData=data,
            signature=signature,
            userHandle=self.handle,
        )

    def _said(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, flags: int) -> bytes:
        flags |= _PRESENT | (_VERIFIED if self.is_verified else 0)
        return hashlib.sha256(self.host.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _credential(self, **parts: bytes) -> dict[str, Any]:
        name = websafe_encode(self.credential_id)
        response = {part: websafe_encode(value) for part, value in parts.items()}
        return {"id": name, "rawId": name, "type": "public-key", "response": response}


def add_passkey(client: APIClient, device: Device, name: str = "Laptop") -> Any:
    begun = client.post("/api/v1/me/second-factors/passkeys/begin")
    assert begun.status_code == 200, begun.content
    body = {"name": name, "credential": device.make(begun.json()["options"])}
    return client.post("/api/v1/me/second-factors/passkeys", body, format="json")


def begin(client: APIClient) -> dict[str, Any]:
    """What the door gives a browser to sign."""
    answer = client.post("/api/v1/session/passkey/begin")
    assert answer.status_code == 200, answer.content
    options: dict[str, Any] = answer.json()["options"]
    return options


def bring(client: APIClient, credential: dict[str, Any]) -> Any:
    return client.post("/api/v1/session/passkey", {"credential": credential}, format="json")
