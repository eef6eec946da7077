"""What claims say of a person, in the few words that are needed here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

_LONGEST_EMAIL = 254


@dataclass(frozen=True)
class Claimed:
    """Who somebody is at a provider.

    `email` is empty where none was given or it is none; `groups` is None where the provider did
    not say which they are, as one does that has too many to name.
    """

    subject: str
    email: str
    is_email_verified: bool
    name: str
    username: str
    groups: frozenset[str] | None

    @property
    def shown_as(self) -> str:
        return self.email or self.username or self.name or self.subject[:100]


def claimed(claims: Mapping[str, Any], *, groups_claim: str) -> Claimed:
    """Read the claims of a verified ID token; what is not of the right type is as if absent."""
    email = _text(claims, "email", _LONGEST_EMAIL)
    return Claimed(
        subject=claims["sub"],
        email=email if _is_email(email) else "",
        # Some providers write it as a text.
        is_email_verified=claims.get("email_verified") in (True, "true"),
        name=_text(claims, "name", 100),
        username=_text(claims, "preferred_username", 150),
        groups=_groups(claims, groups_claim) if groups_claim else frozenset(),
    )


def _groups(claims: Mapping[str, Any], path: str) -> frozenset[str] | None:
    """The groups under a name, or under names that lead inside, as `realm_access.roles` does."""
    elsewhere = claims.get("_claim_names")
    if isinstance(elsewhere, Mapping) and path in elsewhere:
        return None
    value: Any = claims.get(path)
    if value is None:
        value = claims
        for part in path.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
    rows = [value] if isinstance(value, str) else value
    if not isinstance(rows, list):
        return frozenset()
    return frozenset(one for one in rows if isinstance(one, str))


def _text(claims: Mapping[str, Any], name: str, most: int) -> str:
    value = claims.get(name)
    return " ".join(value.replace("\x00", "").split())[:most] if isinstance(value, str) else ""


def _is_email(address: str) -> bool:
    try:
        validate_email(address)
    except ValidationError:
        return False
    return True
