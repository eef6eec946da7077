"""The way to a provider: what is asked, and what of it is kept until the answer."""

import re
from typing import Any

from annotate.core import limits
from annotate.messages import Message
from annotate.people.services import PAUSE_SECONDS
from annotate.sso.oidc import asking
from annotate.sso.selectors import Known
from annotate.sso.services import pending

# Ways to a provider that one address may begin in a quarter of an hour: a room full of people.
BEGUN_PER_ADDRESS = 200
# Only addresses of this installation: "//elsewhere" and "https://elsewhere" are not.
_OWN = re.compile(r"/(?![/\\])[^\x00-\x20\\]*")


def own_address(next: str) -> str:
    """An address of this installation; the first page for any other.

    >>> own_address("/projects/3"), own_address("//elsewhere.example")
    ('/projects/3', '/')
    """
    return next if _OWN.fullmatch(next) else "/"


def begin(
    session: Any,
    provider: Known,
    *,
    redirect: str,
    next: str,
    address: str,
    link_to: int | None = None,
) -> str:
    """Where the browser goes to sign in by a provider, or to link who they are there.

    Args:
        redirect: where the provider sends people back to.
        next: where they go afterwards.
        address: from where this is asked.
        link_to: the account that is to have the identity, of whoever is signed in.

    Raises:
        NotSignedIn: the provider cannot be asked.
        Throttled: too much was begun from this address.
    """
    begun = limits.guess("sso-begin", address, limit=BEGUN_PER_ADDRESS, seconds=PAUSE_SECONDS)
    begun.refuse_further(Message("guessed_from_address"))
    begun.was_wrong()
    question = asking.new_question(redirect)
    client = client_of(provider)
    place = asking.address(client, question, provider.scopes, again=link_to is not None)
    pending.keep(
        session,
        provider=provider.key,
        question=question,
        next=own_address(next),
        link_to=link_to,
    )
    return place


def client_of(provider: Known) -> asking.Client:
    """Us, as this provider knows us.

    Raises:
        Unreadable: its secret was sealed with another SECRET_KEY.
    """
    return asking.Client(provider.issuer, provider.client_id, provider.client_secret())
