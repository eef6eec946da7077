"""The one door by which people come in, and who stands in it with a question still open.

A session is begun after the second factor and never before. Until then the browser has a session
that belongs to nobody: to every operation it is a stranger, and only those that answer the
question look at whose it may become. It lasts ten minutes, and not past a change of the password.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.middleware.csrf import rotate_token
from django.utils.crypto import constant_time_compare

from annotate.core import clock
from annotate.people import selectors
from annotate.people.models import User
from annotate.people.services.sessions import Factor, How, open_session, refuse_way

HALF = "half_session"
LASTS_SECONDS = 10 * 60
# What has to be done before a session begins: answer with a factor, or set one up.
Step = Literal["answer", "enrol"]


@dataclass(frozen=True)
class Half:
    """Whose session this will be once the step is taken."""

    user: User
    how: How
    step: Step
    provider_session: Mapping[str, str] | None = None


def sign_in(
    request: HttpRequest,
    user: User,
    how: How,
    *,
    factor: Factor = "",
    provider_session: Mapping[str, str] | None = None,
) -> Literal["", "answer", "enrol"]:
    """Let a person in who has shown who they are: every way to sign in ends here.

    Returns what is still asked of them; empty where the session has begun.

    Args:
        factor: the second factor that was shown with it, such as a passkey that asked for a
            fingerprint.
        provider_session: what is kept as long as the session, to end the provider's with it.

    Raises:
        OnlyByProvider: this installation does not have this way.
    """
    refuse_way(how, user.username)
    step = None if factor else _step(user, how)
    if step is None:
        open_session(request, user, how, factor=factor, provider_session=provider_session)
        return ""
    # Whoever was signed in here before is no longer.
    request.session.flush()
    request.user = AnonymousUser()
    rotate_token(request)
    request.session[HALF] = {
        "user": user.pk,
        "how": how.value,
        "step": step,
        "hash": user.get_session_auth_hash(),
        "at": clock.now().timestamp(),
        **({"provider_session": dict(provider_session)} if provider_session else {}),
    }
    return step


def half_of(request: HttpRequest) -> Half | None:
    """Whose question is open in this browser; None where none is, or its time is over."""
    found = request.session.get(HALF)
    if not found or clock.now().timestamp() - found["at"] > LASTS_SECONDS:
        return None
    user = User.objects.filter(pk=found["user"], is_active=True).first()
    if user is None or not constant_time_compare(found["hash"], user.get_session_auth_hash()):
        return None
    # Or a password would be enough to add a factor to those that were set up meanwhile.
    if found["step"] == "enrol" and selectors.has_second_factor(user):
        return None
    return Half(user, How(found["how"]), found["step"], found.get("provider_session"))


def finish(request: HttpRequest, half: Half, factor: Factor) -> None:
    """Begin the session after the question was answered, or the factor set up."""
    request.session.pop(HALF, None)
    open_session(
        request, half.user, half.how, factor=factor, provider_session=half.provider_session
    )


def give_up(request: HttpRequest) -> None:
    """Forget the open question, as where somebody goes back to the name and the password."""
    request.session.pop(HALF, None)


def _step(user: User, how: How) -> Step | None:
    if selectors.has_second_factor(user):
        return "answer"
    # People of crowd platforms have no account to keep: their link is all they have.
    if how in (How.LINK, How.CROWD):
        return None
    return "enrol" if selectors.needs_second_factor(user) else None
