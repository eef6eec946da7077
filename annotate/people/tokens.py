"""Secrets that are shown once and kept only as a digest."""

import hashlib
import secrets
from dataclasses import dataclass


@dataclass(frozen=True)
class Secret:
    """A new secret: the text to show once, its first characters to recognise it, its digest."""

    text: str
    prefix: str
    digest: str


def digest(text: str) -> str:
    """The SHA-256 of a secret; 256 random bits need no salt and no stretching."""
    return hashlib.sha256(text.encode()).hexdigest()


def new_secret() -> Secret:
    text = secrets.token_urlsafe(32)
    return Secret(text=text, prefix=text[:8], digest=digest(text))
