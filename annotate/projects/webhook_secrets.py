"""The secrets that sign what endpoints are told: sealed, and two of them for a day after a change.

Signatures by both stand in one header, separated by a space (https://www.standardwebhooks.com), so
that a receiver may take over the new secret whenever it suits within `OVERLAP`.
"""

import base64
import secrets
from datetime import datetime, timedelta

from annotate.core.secret_store import SecretStore, Unreadable
from annotate.projects.models import WebhookEndpoint

SECRETS = SecretStore("annotate.projects.webhooks")
# How long the secret before signs beside a new one.
OVERLAP = timedelta(hours=24)


def new_secret() -> str:
    """Draw a secret of 32 bytes, in the form that libraries of the Standard Webhooks take."""
    return f"whsec_{base64.b64encode(secrets.token_bytes(32)).decode()}"


def replace(endpoint: WebhookEndpoint, *, at: datetime, keep_old: bool) -> str:
    """Give an endpoint another secret, without saving it; return the secret.

    Args:
        keep_old: whether the one before goes on signing for `OVERLAP`. One that cannot be read
            any more signs nothing either way.
    """
    secret = new_secret()
    before = current(endpoint) if keep_old else None
    kept = {"before": before} if before else {}
    endpoint.secrets = SECRETS.seal({"signing": secret, **kept})
    endpoint.old_secret_until = at + OVERLAP if before else None
    return secret


def signing(endpoint: WebhookEndpoint, *, at: datetime) -> list[str]:
    """The secrets that sign at this time, the newest first.

    Raises:
        Unreadable: they were encrypted with another key.
    """
    known = SECRETS.unseal(endpoint.secrets)
    until = endpoint.old_secret_until
    if "before" in known and until is not None and at < until:
        return [known["signing"], known["before"]]
    return [known["signing"]]


def current(endpoint: WebhookEndpoint) -> str | None:
    """The newest secret; None where it cannot be read and has to be made anew."""
    try:
        return SECRETS.unseal(endpoint.secrets).get("signing")
    except Unreadable:
        return None
