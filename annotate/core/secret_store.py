"""Secrets: encrypted at rest, decrypted only where they are used, never shown.

A copy of the database alone must not let anybody spend a lead's money. The key is derived from
SECRET_KEY; when that changes, secrets have to be entered again, and whoever needs them says so.
"""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from annotate.core import errors


class Unreadable(errors.Conflict):
    code = "secrets_unreadable"


@dataclass(frozen=True)
class SecretStore:
    """Secrets of one purpose; those of another purpose have another key and cannot be read here.

    A purpose is never renamed: what was encrypted for it could not be read any more.
    """

    purpose: str

    def seal(self, secrets: Mapping[str, str]) -> str:
        """Encrypt secrets by name; none give an empty text."""
        return self._box().encrypt(json.dumps(dict(secrets)).encode()).decode() if secrets else ""

    def unseal(self, sealed: str) -> dict[str, str]:
        """The secrets by name.

        Raises:
            Unreadable: they were encrypted with another key.
        """
        if not sealed:
            return {}
        try:
            opened: dict[str, str] = json.loads(self._box().decrypt(sealed.encode()))
        except InvalidToken:
            raise Unreadable from None
        return opened

    def _box(self) -> Fernet:
        derive = HKDF(algorithm=SHA256(), length=32, salt=None, info=self.purpose.encode())
        return Fernet(base64.urlsafe_b64encode(derive.derive(settings.SECRET_KEY.encode())))
