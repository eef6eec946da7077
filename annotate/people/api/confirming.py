"""Who is in, who is in the door, and whether they have shown lately who they are."""

from rest_framework.request import Request

from annotate.core import errors
from annotate.messages import Message
from annotate.people import schemas, selectors, services
from annotate.people.models import User


class ConfirmFirst(errors.Conflict):
    """Somebody may have walked up to a browser that was left open: show once more who you are."""

    code = "confirm_first"


def session_of(request: Request) -> schemas.Session:
    """Who is signed in, and who has a question open."""
    user = request._request.user
    if isinstance(user, User):
        return schemas.Session(user=schemas.Me.of(user))
    half = services.half_of(request._request)
    if half is None:
        return schemas.Session(user=None)
    pending = schemas.Pending(
        step=half.step,
        username=half.user.username,
        has_app=selectors.has_app(half.user),
        has_passkeys=half.user.passkeys.exists(),
    )
    return schemas.Session(user=None, pending=pending)


def refuse_unconfirmed(request: Request) -> None:
    """Let those go on who have shown in the last quarter of an hour who they are.

    Who has a second factor still to set up has just given their password.

    Raises:
        ConfirmFirst: they have not.
    """
    if services.half_of(request._request) is None and not services.was_confirmed(request.session):
        raise ConfirmFirst


def refuse_without_factor(request: Request, user: User) -> None:
    """Let nobody make a lasting key who has not come in by all that is asked of them.

    Raises:
        Forbidden: a script asks.
        ConfirmFirst: the person has a second factor, and this session has not seen it.
    """
    if request.auth is not None:
        raise errors.Forbidden(Message("only_in_a_browser"))
    if not request.session.get(services.FACTOR) and selectors.has_second_factor(user):
        raise ConfirmFirst
