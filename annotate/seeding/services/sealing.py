"""What a connection keeps sealed, and the servers for which it was given."""

from collections.abc import Mapping
from typing import Any

from annotate import backends
from annotate.analysis.text import clean_line
from annotate.core import errors
from annotate.messages import Message
from annotate.seeding.models import Connection, SharedConnection
from annotate.seeding.selectors.connections import SECRETS, secrets_of

MAX_SECRET = 4000


def cleaned_name(name: str) -> str:
    """A name as it is shown; raises Invalid where nothing is left of it."""
    cleaned = clean_line(name)[:100]
    if not cleaned:
        raise errors.Invalid.field("name", Message("connection_name_missing"), code="required")
    return cleaned


def change_secrets(
    connection: Connection | SharedConnection,
    backend: backends.Backend,
    secrets: Mapping[str, str | None],
    settings: Mapping[str, Any],
) -> None:
    """Set the secrets that go with these complete settings, without saving."""
    stored, origins = secrets_of(connection), origins_of(backend, settings)
    others = sorted(set(origins) - set(connection.secrets_for))
    wanted = sorted(stored.keys() - secrets.keys()) if others else []
    if wanted:
        message = Message("secret_of_another_server", servers=others)
        raise errors.Invalid(
            Message("secrets_refused"),
            code="invalid",
            fields=[errors.FieldError.about(f"secrets.{name}", message) for name in wanted],
        )
    if secrets or others:
        connection.secrets = SECRETS.seal(kept_secrets(backend, secrets, kept=stored))
    if others:
        connection.secrets_for = origins


def origins_of(backend: backends.Backend, settings: Mapping[str, Any]) -> list[str]:
    """The servers that complete settings lead to."""
    return sorted(backend.settings.model_validate(settings).origins())


def kept_secrets(
    backend: backends.Backend, raw: Mapping[str, str | None], *, kept: Mapping[str, str]
) -> dict[str, str]:
    """The secrets as they are from now on. One of null or "" is taken away."""
    known = {secret.name: secret for secret in backend.secrets}
    wrong = [
        errors.FieldError.about(f"secrets.{name}", problem)
        for name, value in raw.items()
        if (problem := _problem(value, is_known=name in known))
    ]
    merged = {**kept, **{name: (value or "").strip() for name, value in raw.items()}}
    wrong += [
        errors.FieldError.about(f"secrets.{name}", Message("secret_missing"), code="required")
        for name, secret in known.items()
        if secret.required and not merged.get(name)
    ]
    if wrong:
        raise errors.Invalid(Message("secrets_refused"), code="invalid", fields=wrong)
    return {name: value for name, value in merged.items() if value}


def _problem(value: str | None, *, is_known: bool) -> Message | None:
    if not is_known:
        return Message("unknown_secret")
    cleaned = (value or "").strip()
    # They travel in headers of HTTP.
    if len(cleaned) > MAX_SECRET or not (cleaned.isascii() and cleaned.isprintable()):
        return Message("not_a_key", limit=MAX_SECRET)
    return None
