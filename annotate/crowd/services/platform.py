"""What a lead asks of a platform about one visit, or about the secrets of a channel."""

from collections.abc import Callable
from typing import TypeVar

from annotate.core import errors
from annotate.crowd.adapters.base import Client, ClientError
from annotate.crowd.models import Channel, Participation
from annotate.crowd.selectors.channels import client_of
from annotate.crowd.services import visits
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.services import audit

AnswerT = TypeVar("AnswerT")


class PlatformRefused(errors.Conflict):
    code = "platform_refused"


def check(*, channel: Channel) -> Message:
    """Whether the secrets of a channel work.

    Raises:
        PlatformRefused: they do not, or there are none.
    """
    return _ask(channel, lambda client: client.check())


def reject_visit(*, visit: Participation, actor: User, message: str, category: str) -> None:
    """Refuse the work of a visit on its platform, and take it out of what is owed.

    What was handed in stays here: whether it is kept is decided in the review.
    """
    session = visit.external_session
    _ask(visit.channel, lambda client: client.reject(session, message=message, category=category))
    visits.end(visit=visit, state=Participation.State.REJECTED, reason="platform_rejected")
    _note(visit, actor, "visit.rejected", message=message, category=category)


def request_return(*, visit: Participation, actor: User, reasons: list[str]) -> None:
    """Ask the person, on the platform, to give their place back; nothing changes until they do."""
    session = visit.external_session
    _ask(visit.channel, lambda client: client.request_return(session, reasons=reasons))
    _note(visit, actor, "visit.return_requested", reasons=reasons)


def _ask(channel: Channel, act: Callable[[Client], AnswerT]) -> AnswerT:
    client = client_of(channel)
    if client is None:
        raise PlatformRefused(Message("channel_without_api", name=channel.name))
    try:
        return act(client)
    except ClientError as refused:
        raise PlatformRefused(refused.said) from None


def _note(visit: Participation, actor: User, verb: str, **data: object) -> None:
    audit(
        project=visit.channel.project,
        actor=actor,
        verb=verb,
        target=visit.user.username,
        channel=visit.channel.name,
        **data,
    )
