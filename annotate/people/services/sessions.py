"""Sessions in browsers: begun at a sign-in, seen now and then, ended at will."""

import logging
from collections import OrderedDict
from datetime import datetime, timedelta
from enum import StrEnum
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib import auth
from django.db import OperationalError, transaction
from django.http import HttpRequest

from annotate.core import clock, errors
from annotate.people import hooks
from annotate.people.models import SignIn, User

log = logging.getLogger(__name__)
# Under this name a session knows its row.
MARK = "sign_in"
# Whoever is signed in without a password has a session of this back end.
BACKEND = "annotate.people.authentication.Accounts"
# Writing the time of every request would cost more than the request.
NOTE_SEEN_EVERY = timedelta(minutes=5)
_MOST_REMEMBERED = 10_000
# When this process last noted a sign-in.
_noted: OrderedDict[int, datetime] = OrderedDict()


class How(StrEnum):
    """What somebody has shown to be signed in."""

    PASSWORD = "password"  # noqa: S105 - a way in, not a secret
    LINK = "link"  # of an invitation, or one that is handed over
    CROWD = "crowd"  # that a platform sent them
    PROVIDER = "provider"  # what an identity provider says
    # The same, of one that has asked for a second factor already.
    TRUSTED_PROVIDER = "trusted_provider"


class OnlyByProvider(errors.Forbidden):
    """This installation lets people in by an identity provider alone."""

    code = "only_by_provider"


def refuse_way(how: How, username: str = "") -> None:
    """Refuse a way in that this installation does not have.

    Raises:
        OnlyByProvider: it is a password's or a link's, and not that of somebody who is to get in
            where no provider answers (`SIGN_IN_WITH_PASSWORD`).
    """
    if not settings.SIGN_IN_ONLY_BY_PROVIDER or how not in (How.PASSWORD, How.LINK):
        return
    listed = {name.casefold() for name in settings.SIGN_IN_WITH_PASSWORD}
    if how is How.LINK or username.casefold() not in listed:
        raise OnlyByProvider


def sign_in(request: HttpRequest, user: User, how: How) -> None:
    """Begin a session of this person in the browser that asks: the one door, whichever the way.

    Raises:
        OnlyByProvider: this installation does not have this way.
    """
    refuse_way(how, user.username)
    auth.login(request, user, backend=BACKEND)
    note_sign_in(request, user)


def note_sign_in(request: HttpRequest, user: User) -> None:
    """Write down that the session of this browser is this person's."""
    if request.session.session_key is None:
        request.session.save()
    now = clock.now()
    agent = request.headers.get("User-Agent", "").replace("\x00", "")[:300]
    row, _ = SignIn.objects.update_or_create(
        session_id=request.session.session_key,
        defaults={"user": user, "user_agent": agent, "created_at": now, "seen_at": now},
    )
    request.session[MARK] = row.pk
    _remember(row.pk, now)


def note_seen(session: Any) -> None:
    """Note that a session is in use, unless that was done in the last few minutes."""
    sign_in_id = session.get(MARK)
    now = clock.now()
    if sign_in_id is None or _noted.get(sign_in_id, now - NOTE_SEEN_EVERY) > now - NOTE_SEEN_EVERY:
        return
    _remember(sign_in_id, now)
    old = SignIn.objects.filter(pk=sign_in_id, seen_at__lte=now - NOTE_SEEN_EVERY)
    try:
        old.update(seen_at=now)
    except OperationalError:
        # Nobody is kept from reading where nothing can be written just now.
        log.warning("That a session is in use could not be noted", exc_info=True)


def _remember(sign_in_id: int, at: datetime) -> None:
    _noted[sign_in_id] = at
    _noted.move_to_end(sign_in_id)
    if len(_noted) > _MOST_REMEMBERED:
        _noted.popitem(last=False)


def end_session(*, user: User, session_id: int, actor: User) -> None:
    """Sign a person out of one browser.

    Raises:
        NotFound: it is no open session of this person's.
    """
    row = errors.existing(user.sign_ins.filter(pk=session_id).first())
    with transaction.atomic():
        _end(row)
        if actor != user:
            hooks.note(actor, "session.ended", user)


def end_sessions(*, user: User, actor: User | None = None, but: str | None = None) -> int:
    """Sign a person out everywhere, or everywhere but in the session of the key ``but``.

    Returns how many sessions ended. An ``actor`` who is somebody else is written down.
    """
    rows = user.sign_ins.exclude(session_id=but) if but else user.sign_ins.all()
    with transaction.atomic():
        ended = 0
        for row in rows:
            _end(row)
            ended += 1
        if actor is not None and actor != user:
            hooks.note(actor, "sessions.ended", user, sessions=ended)
    return ended


def _end(row: SignIn) -> None:
    """Delete the session, from the cache of sessions as well; its row goes with it."""
    engine = import_module(settings.SESSION_ENGINE)
    engine.SessionStore(row.session_id).delete()
