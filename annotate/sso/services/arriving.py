"""The way back from a provider: whoever comes is signed in, linked, or told why not."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest

from annotate.core import errors, limits
from annotate.core.http import client_address
from annotate.messages import Message
from annotate.people.models import User
from annotate.people.services import PAUSE_SECONDS, Factor, How, sign_in
from annotate.sso import selectors
from annotate.sso.oidc import asking
from annotate.sso.oidc.claims import Claimed, claimed
from annotate.sso.oidc.faults import NotSignedIn
from annotate.sso.selectors import Known
from annotate.sso.services import identities, pending, signing_out
from annotate.sso.services.beginning import client_of
from annotate.sso.services.roles import follow_groups

_LONGEST = 10_000


@dataclass(frozen=True)
class Arrived:
    """Where somebody goes next, and why they were not signed in or linked, if they were not."""

    next: str
    is_linking: bool = False
    problem: str = ""


def arrive(request: HttpRequest, key: str) -> Arrived:
    """Take the answer of a provider, and sign its person in, or link them."""
    guesses = limits.guess(
        "sso",
        client_address(request),
        limit=settings.LOGIN_FAILURES_PER_ADDRESS,
        seconds=PAUSE_SECONDS,
    )
    try:
        guesses.refuse_further(Message("guessed_from_address"))
        said = {name: str(value)[:_LONGEST] for name, value in request.GET.items()}
        asked = pending.taken(request.session, provider=key, state=said.get("state", ""))
    except errors.Throttled:
        return Arrived("/", problem="too_often")
    except NotSignedIn as refused:
        guesses.was_wrong()
        return Arrived("/", problem=refused.reason)
    is_linking = asked.link_to is not None
    try:
        _go_on(request, selectors.active_provider(key), asked, said)
    except NotSignedIn as refused:
        guesses.was_wrong()
        return Arrived(asked.next, is_linking, refused.reason)
    except errors.AppError:  # it was switched off meanwhile, or its secret cannot be read
        return Arrived(asked.next, is_linking, "unavailable")
    return Arrived(asked.next, is_linking)


def _go_on(
    request: HttpRequest, provider: Known, asked: pending.Pending, said: Mapping[str, str]
) -> None:
    if said.get("error"):
        raise NotSignedIn("denied" if said["error"] == "access_denied" else "unavailable")
    answer = asking.answer_to(
        client_of(provider),
        asked.question,
        code=said.get("code", ""),
        issuer=said.get("iss", ""),
        wanted=["email", *([provider.groups_claim] if provider.groups_claim else [])],
    )
    who = claimed(answer.claims, groups_claim=provider.groups_claim)
    identities.refuse_addresses(provider, who)
    if asked.link_to is None:
        _sign_in(request, provider, who, signing_out.kept_of(provider, answer))
        return
    # Whoever asked for it is still the one at this browser.
    if not isinstance(request.user, User) or request.user.pk != asked.link_to:
        raise NotSignedIn("expired")
    identities.link(provider, who, user=request.user)
    follow_groups(provider, request.user, who.groups)


def _sign_in(
    request: HttpRequest, provider: Known, who: Claimed, kept: dict[str, str] | None
) -> None:
    user = identities.person_of(provider, who)
    if not user.is_active:
        raise NotSignedIn("account_closed")
    follow_groups(provider, user, who.groups)
    user = User.objects.get(pk=user.pk)
    trusted: Factor = "provider" if provider.trusts_second_factor else ""
    sign_in(request, user, How.PROVIDER, factor=trusted, provider_session=kept)
