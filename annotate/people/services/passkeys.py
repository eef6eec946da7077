"""Passkeys (WebAuthn): made, shown, renamed and taken away. What is signed is checked by `fido2`.

Each ceremony is two requests: the browser is given something to sign, and brings it back. What it
is given is a row, and the answer that deletes the row is the only one there can be.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Literal

from django.db import IntegrityError, transaction
from django.http import HttpRequest
from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    AuthenticatorData,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from annotate.core import clock, errors, logs
from annotate.messages import Message
from annotate.people.models import Challenge, Passkey, User
from annotate.people.passkey_site import Site, site_of
from annotate.people.services.second_factors import added, removed

log = logs.get(__name__)
LASTS = timedelta(minutes=5)
MOST_PASSKEYS = 20
# Under this name a session knows what its browser was given to sign.
_GIVEN = "passkey_challenge"
# `add` makes one; `answer` is the second factor of somebody known; `sign_in` says who it is;
# `confirm` shows once more who one is.
Purpose = Literal["add", "answer", "sign_in", "confirm"]
# What reading bytes that anybody may have sent can end in.
_UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, IndexError, AssertionError)


class PasskeyRefused(errors.Invalid):
    """What the browser brought back is no good."""


def begin_adding(request: HttpRequest, user: User) -> dict[str, Any]:
    """What the browser needs to make a passkey.

    Raises:
        Conflict: there can be none at this address, or there are too many.
    """
    if user.passkeys.count() >= MOST_PASSKEYS:
        raise errors.Conflict(Message("too_many_passkeys", limit=MOST_PASSKEYS))
    options, state = _server(request).register_begin(
        PublicKeyCredentialUserEntity(
            id=str(user.pk).encode(), name=user.username, display_name=user.shown_name
        ),
        credentials=_credentials(user, site_of(request)),
        resident_key_requirement=ResidentKeyRequirement.PREFERRED,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    _give(request, "add", user, state)
    return dict(options)


def add(
    request: HttpRequest, *, user: User, name: str, credential: Mapping[str, Any], but: str | None
) -> list[str]:
    """Keep a passkey that the browser made; see `second_factors.add_totp` for what follows.

    Raises:
        PasskeyRefused: it was made for something else, or twice.
    """
    state = _taken(request, "add", user)
    try:
        made = _server(request).register_complete(state, credential)
    except _UNREADABLE as fault:
        raise _refused(fault) from None
    try:
        with transaction.atomic():
            return added(user, but, lambda: _keep(user, name, made, site_of(request)))
    except IntegrityError:
        raise PasskeyRefused.field("credential", Message("passkey_known")) from None


def begin_signing(request: HttpRequest, purpose: Purpose, user: User | None) -> dict[str, Any]:
    """What the browser is to sign with a passkey of this person, or of whoever has one here.

    Raises:
        Conflict: there can be no passkeys at this address.
    """
    # Where it says who one is, it has to be more than a thing that somebody may have found.
    needed = UserVerificationRequirement.PREFERRED if user else UserVerificationRequirement.REQUIRED
    known = _credentials(user, site_of(request)) if user else None
    options, state = _server(request).authenticate_begin(known, user_verification=needed)
    _give(request, purpose, user, state)
    return dict(options)


def check_signed(
    request: HttpRequest, purpose: Purpose, user: User | None, credential: Mapping[str, Any]
) -> User:
    """Whose passkey has signed what this browser was given.

    Raises:
        PasskeyRefused: it is nobody's, or another person's; or it was used up, or has expired.
    """
    state = _taken(request, purpose, user)
    try:
        signed = AuthenticationResponse.from_dict(credential)
        passkey = _known(signed, user, site_of(request))
        known = AttestedCredentialData(bytes(passkey.credential))
        _server(request).authenticate_complete(state, [known], signed)
    except _UNREADABLE as fault:
        raise _refused(fault) from None
    _count(passkey, signed.response.authenticator_data.counter)
    return passkey.user


def rename(*, passkey: Passkey, name: str) -> None:
    """Call a passkey something else; it goes on working as it did."""
    passkey.name = name
    passkey.save(update_fields=["name"])


def remove(*, passkey: Passkey) -> None:
    """Take a passkey away.

    Raises:
        Conflict: it is the last factor of somebody of whom one is asked.
    """
    with transaction.atomic():
        passkey.delete()
        removed(passkey.user)


def _server(request: HttpRequest) -> Fido2Server:
    site = site_of(request)
    if site.hindrance is not None:
        raise errors.Conflict(site.hindrance)
    here = PublicKeyCredentialRpEntity(id=site.host, name="Annotate")
    return Fido2Server(here, verify_origin=lambda origin: origin in site.origins)


def _credentials(user: User, site: Site) -> list[AttestedCredentialData]:
    rows = user.passkeys.filter(host=site.host).values_list("credential", flat=True)
    return [AttestedCredentialData(bytes(row)) for row in rows]


def _give(request: HttpRequest, purpose: Purpose, user: User | None, state: Any) -> None:
    now = clock.now()
    Challenge.objects.filter(expires_at__lte=now).delete()
    kept = {name: None if value is None else str(value) for name, value in state.items()}
    given = Challenge.objects.create(purpose=purpose, user=user, state=kept, expires_at=now + LASTS)
    request.session[_GIVEN] = given.pk


def _taken(request: HttpRequest, purpose: Purpose, user: User | None) -> dict[str, Any]:
    """What was given, used up: of two answers one finds it."""
    given = Challenge.objects.filter(
        pk=request.session.pop(_GIVEN, None),
        purpose=purpose,
        user=user,
        expires_at__gt=clock.now(),
    )
    row = given.first()
    if row is None or not Challenge.objects.filter(pk=row.pk).delete()[0]:
        raise PasskeyRefused.field("credential", Message("passkey_challenge_over"))
    state: dict[str, Any] = row.state
    return state


def _keep(user: User, name: str, made: AuthenticatorData, site: Site) -> None:
    credential = made.credential_data
    assert credential is not None  # noqa: S101 - `register_complete` has seen to it
    Passkey.objects.create(
        user=user,
        name=name,
        credential_id=websafe_encode(credential.credential_id),
        credential=bytes(credential),
        host=site.host,
        sign_count=made.counter,
    )


def _known(signed: AuthenticationResponse, user: User | None, site: Site) -> Passkey:
    found = Passkey.objects.select_related("user").filter(
        credential_id=websafe_encode(signed.raw_id), host=site.host, user__is_active=True
    )
    passkey = found.first() if user is None else found.filter(user=user).first()
    handle = signed.response.user_handle
    if passkey is None or (handle and handle != str(passkey.user_id).encode()):
        raise ValueError("Unknown passkey.")
    return passkey


def _count(passkey: Passkey, signed: int) -> None:
    """Note how often the device has signed: less than before, and there are two of it.

    Raises:
        PasskeyRefused: it counts, and has not counted on.
    """
    rows = Passkey.objects.filter(pk=passkey.pk)
    rows = rows.filter(sign_count__lt=signed) if signed else rows.filter(sign_count=0)
    if not rows.update(sign_count=signed, last_used_at=clock.now()):
        log.warning("A passkey has not counted on: it may have been copied", passkey=passkey.pk)
        raise PasskeyRefused.field("credential", Message("passkey_copied"))


def _refused(fault: Exception) -> errors.Invalid:
    log.info("A passkey was refused", why=str(fault)[:200])
    return PasskeyRefused.field("credential", Message("passkey_refused"))
