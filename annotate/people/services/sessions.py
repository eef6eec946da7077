"""Sessions in browsers: begun at a sign-in, seen now and then, ended at will."""

import logging
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from importlib import import_module
from typing import Any, Literal

from django.conf import settings
from django.contrib import auth
from django.db import OperationalError, transaction
from django.http import HttpRequest

from annotate.core import clock, errors
from annotate.core.http import client_address
from annotate.people import hooks
from annotate.people.models import SignIn, User

log = logging.getLogger(__name__)
# Who signs somebody in without asking for a password names it in the session.
BACKEND = "annotate.people.authentication.Accounts"
# A second factor: `provider` is one that an identity provider has asked for itself.
Factor = Literal["", "totp", "passkey", "recovery", "provider"]
# What a session knows: its row, how it began, the second factor that was shown in it, and when its
# person last showed who they are, in seconds since 1970.
MARK, HOW, FACTOR, CONFIRMED = "sign_in", "signed_in_by", "second_factor", "confirmed_at"
CONFIRMED_SECONDS = 15 * 60
# What `sso` keeps there to end the session at the provider by which this one began.
PROVIDER_SESSION = "provider_session"
# Writing the time of every request would cost more than the request.
NOTE_SEEN_EVERY = timedelta(minutes=5)
_MOST_REMEMBERED = 10_000
# When this process last noted a sign-in.
_noted: OrderedDict[int, datetime] = OrderedDict()


class How(StrEnum):
    """What somebody has shown to be signed in."""

    PASSWORD = "password"  # noqa: S105 - a way in, not a secret
    PASSKEY = "passkey"
    LINK = "link"  # one that is handed over or mailed to somebody without a password
    CROWD = "crowd"  # that a platform sent them
    INVITATION = "invitation"
    PROVIDER = "provider"  # what an identity provider says


# Ways that an installation with `SIGN_IN_ONLY_BY_PROVIDER` does not have, and those of them that
# are left to whom `SIGN_IN_WITH_PASSWORD` names.
_OWN_WAYS = (How.PASSWORD, How.PASSKEY, How.LINK, How.INVITATION)
_IN_EMERGENCY = (How.PASSWORD, How.PASSKEY)


class OnlyByProvider(errors.Forbidden):
    """This installation lets people in by an identity provider alone."""

    code = "only_by_provider"


def refuse_way(how: How, username: str = "") -> None:
    """Refuse a way in that this installation does not have.

    Raises:
        OnlyByProvider: it is none of a provider or a platform, and not that of somebody who is to
            get in where no provider answers (`SIGN_IN_WITH_PASSWORD`).
    """
    if not settings.SIGN_IN_ONLY_BY_PROVIDER or how not in _OWN_WAYS:
        return
    listed = {name.casefold() for name in settings.SIGN_IN_WITH_PASSWORD}
    if how not in _IN_EMERGENCY or username.casefold() not in listed:
        raise OnlyByProvider


def open_session(
    request: HttpRequest,
    user: User,
    how: How,
    *,
    factor: Factor = "",
    provider_session: Mapping[str, str] | None = None,
) -> None:
    """Begin a session in the browser that asks. Ways to sign in end in `sign_in`, never here."""
    auth.login(request, user, backend=BACKEND)
    request.session[HOW] = how.value
    # Of a sign-in before this one nothing is left.
    request.session.pop(PROVIDER_SESSION, None)
    if provider_session:
        request.session[PROVIDER_SESSION] = dict(provider_session)
    note_factor(request, user, factor)
    note_sign_in(request, user)


def sign_out(request: HttpRequest) -> str:
    """End the session of this browser; where it goes next to end another, empty for nowhere."""
    place = hooks.logout_address(request)
    auth.logout(request)
    return place


def note_sign_in(request: HttpRequest, user: User) -> None:
    """Write down that the session of this browser is this person's."""
    if request.session.session_key is None:
        request.session.save()
    now = clock.now()
    agent = request.headers.get("User-Agent", "").replace("\x00", "")[:300]
    row, _ = SignIn.objects.update_or_create(
        session_id=request.session.session_key,
        defaults={
            "user": user,
            "user_agent": agent,
            "address": client_address(request)[:45],
            "how": request.session.get(HOW, ""),
            "second_factor": request.session.get(FACTOR, ""),
            "created_at": now,
            "seen_at": now,
        },
    )
    request.session[MARK] = row.pk
    _remember(row.pk, now)


def note_factor(request: HttpRequest, user: User, factor: Factor) -> None:
    """Write down that this session's person has just shown who they are, and by what."""
    request.session[CONFIRMED] = clock.now().timestamp()
    if factor:
        request.session[FACTOR] = factor
        if MARK in request.session:
            user.sign_ins.filter(pk=request.session[MARK]).update(second_factor=factor)


def was_confirmed(session: Any) -> bool:
    """Whether somebody has shown who they are in this session in the last quarter of an hour."""
    at = session.get(CONFIRMED, 0)
    return bool(clock.now().timestamp() - at <= CONFIRMED_SECONDS)


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
        ended = end_session_rows(rows)
        if actor is not None and actor != user:
            hooks.note(actor, "sessions.ended", user, sessions=ended)
    return ended


def end_session_rows(rows: Iterable[SignIn]) -> int:
    """End sessions, whoever's they are; returns how many."""
    ended = 0
    for row in rows:
        _end(row)
        ended += 1
    return ended


def _end(row: SignIn) -> None:
    """Delete the session, from the cache of sessions as well; its row goes with it."""
    engine = import_module(settings.SESSION_ENGINE)
    engine.SessionStore(row.session_id).delete()
