"""Where a browser goes to end the session at the provider (RP-Initiated Logout 1.0)."""

import secrets
from urllib.parse import urlencode


def address(endpoint: str, *, client_id: str, id_token: str, redirect: str) -> str:
    """The request to sign out.

    Args:
        endpoint: the `end_session_endpoint` of the provider's discovery document.
        id_token: says whose session it is; without it the provider asks for the person's consent.
        redirect: where the provider sends people back to, as it is registered there.
    """
    asked = {
        # One of the two: a provider that gets both must compare them, and not all do it alike.
        **({"id_token_hint": id_token} if id_token else {"client_id": client_id}),
        "post_logout_redirect_uri": redirect,
        "state": secrets.token_urlsafe(16),
    }
    return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(asked)}"
