"""Questions to providers that wait for their answers, in the session of the browser that asked."""

from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from annotate.core import clock
from annotate.sso.oidc.asking import Question
from annotate.sso.oidc.faults import NotSignedIn

_KEY = "sso_questions"
# Of tabs opened side by side; the oldest is forgotten.
MOST = 5
LASTS = timedelta(minutes=10)


@dataclass(frozen=True)
class Pending:
    """A question to a provider; `link_to` is whose account it is to be linked with, or nobody's."""

    provider: str
    question: Question
    next: str
    link_to: int | None
    at: float


def keep(
    session: Any, *, provider: str, question: Question, next: str, link_to: int | None
) -> None:
    """Keep a question until its answer comes."""
    asked = Pending(provider, question, next, link_to, clock.now().timestamp())
    session[_KEY] = [*session.get(_KEY, []), asdict(asked)][-MOST:]


def taken(session: Any, *, provider: str, state: str) -> Pending:
    """The question that an answer is to; it is gone then, so that no answer is good twice.

    Raises:
        NotSignedIn: this browser has asked no such thing, or too long ago.
    """
    rows = session.get(_KEY, [])
    found = [row for row in rows if row["question"]["state"] == state]
    if found:  # whoever has asked nothing gets no session for it
        session[_KEY] = [row for row in rows if row not in found]
    asked = [Pending(**{**row, "question": Question(**row["question"])}) for row in found]
    oldest = (clock.now() - LASTS).timestamp()
    if not asked or asked[0].provider != provider or asked[0].at < oldest:
        raise NotSignedIn("expired")
    return asked[0]
