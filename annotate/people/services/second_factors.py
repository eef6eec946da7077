"""Second factors: apps that show codes, and codes for the day the phone is lost.

Codes of apps are those of RFC 6238, made and compared by `cryptography`. One step before and after
the present one is taken, for clocks that are off; none is taken twice.
"""

import base64
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor import InvalidToken
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.db import transaction

from annotate.core import clock, errors, mail
from annotate.core.secret_store import SecretStore
from annotate.messages import Message
from annotate.people import hooks, selectors
from annotate.people.models import (
    AccountMail,
    RecoveryCode,
    SecondFactorRule,
    Totp,
    User,
    WrongCode,
)
from annotate.people.services.mail_queue import write
from annotate.people.services.sessions import Factor, end_session_rows, end_sessions
from annotate.people.tokens import digest

STEP_SECONDS = 30
_DIGITS = 6
_SECRET_BYTES = 20
_RECOVERY_CODES = 10
_RECOVERY_BYTES = 10
# So many wrong codes in a quarter of an hour, and in a day: of a million codes three are right.
WRONG_CODES = ((8, timedelta(minutes=15)), (30, timedelta(days=1)))
_STORE = SecretStore("people.totp")
_CODE = re.compile(r"\d{6}")


class WrongSecondFactor(errors.Invalid):
    """What was given is no code of this person's, or was used before."""


@dataclass(frozen=True)
class NewTotp:
    """A secret that is shown once; ``sealed`` is what is kept until a code confirms it."""

    secret: str
    address: str
    sealed: str


def new_totp(user: User) -> NewTotp:
    """A new secret for an app, as text and as the address that stands in a QR code."""
    key = secrets.token_bytes(_SECRET_BYTES)
    secret = base64.b32encode(key).decode()
    # Which installation this is: apps list the accounts of many.
    issuer = f"Annotate ({urlsplit(mail.link('')).hostname})"
    address = _totp(key).get_provisioning_uri(user.username, issuer)
    return NewTotp(secret, address, _STORE.seal({"secret": secret}))


def add_totp(*, user: User, sealed: str, code: str, but: str | None) -> list[str]:
    """Set up an app, after it has shown a code; another one that there was gives way.

    Returns recovery codes where there were none before. The first factor of a person ends their
    other sessions, those but ``but``: nobody stays in who has not shown it.

    Raises:
        WrongSecondFactor: the app shows another code.
    """
    key = base64.b32decode(_STORE.unseal(sealed)["secret"])
    step = _step_of(key, code)
    if step is None:
        raise WrongSecondFactor.field("code", Message("totp_not_confirmed"))
    with transaction.atomic():
        return added(user, but, lambda: _keep_totp(user, sealed, step))


def added(user: User, but: str | None, keep: Callable[[], object]) -> list[str]:
    """Keep a new factor; see `add_totp` for what follows from the first one."""
    is_first = not selectors.has_second_factor(user)
    keep()
    if is_first:
        end_sessions(user=user, but=but)
    return [] if selectors.recovery_codes_left(user) else new_recovery_codes(user=user)


def _keep_totp(user: User, sealed: str, step: int) -> None:
    values = {"secret": sealed, "last_step": step, "created_at": clock.now(), "last_used_at": None}
    Totp.objects.update_or_create(user=user, defaults=values)


def check_code(*, user: User, code: str) -> Factor:
    """Take a code of the person's app, or one of their recovery codes; each is taken once.

    Raises:
        WrongSecondFactor: it is none.
        Throttled: too many were wrong; says how long to wait.
    """
    tried = _count_try(user)
    given = "".join(code.split()).replace("-", "").lower()
    factor: Factor = "totp" if _CODE.fullmatch(given) else "recovery"
    is_right = _use_totp(user, given) if factor == "totp" else _use_recovery(user, given)
    if not is_right:
        raise WrongSecondFactor.field("code", Message("second_factor_wrong"))
    user.wrong_codes.filter(pk__lte=tried.pk).delete()
    return factor


def _count_try(user: User) -> WrongCode:
    """Write a try down before it is made, so that none escapes by being made at the same time."""
    now = clock.now()
    WrongCode.objects.filter(at__lte=now - WRONG_CODES[-1][1]).delete()
    tried = WrongCode.objects.create(user=user, at=now)
    for most, within in WRONG_CODES:
        recent = user.wrong_codes.filter(at__gt=now - within).order_by("-at", "-pk")
        times = list(recent.values_list("at", flat=True)[: most + 1])
        if len(times) > most:
            tried.delete()
            # One may try again when the oldest that counts no longer does.
            wait = max(1, int((times[most] + within - now).total_seconds()) + 1)
            raise _too_many(wait)
    return tried


def _too_many(wait: int) -> errors.Throttled:
    message = Message("second_factor_guessed", count=-(-wait // 60))
    return errors.Throttled(message, retry=True, details={"retry_after": wait})


def _use_totp(user: User, code: str) -> bool:
    totp = Totp.objects.filter(user=user).first()
    if totp is None:
        return False
    step = _step_of(base64.b32decode(_STORE.unseal(totp.secret)["secret"]), code)
    if step is None:
        return False
    unused = Totp.objects.filter(pk=totp.pk, last_step__lt=step)
    return bool(unused.update(last_step=step, last_used_at=clock.now()))


def _use_recovery(user: User, code: str) -> bool:
    unused = user.recovery_codes.filter(digest=digest(code), used_at=None)
    return bool(unused.update(used_at=clock.now()))


def _step_of(key: bytes, code: str) -> int | None:
    """Which step a code belongs to, of the present one and its neighbours."""
    totp, present = _totp(key), int(clock.now().timestamp()) // STEP_SECONDS
    given = "".join(code.split()).encode()
    for step in (present, present - 1, present + 1):
        try:
            totp.verify(given, step * STEP_SECONDS)
        except InvalidToken:
            continue
        return step
    return None


def _totp(key: bytes) -> TOTP:
    # SHA-1 is what every app knows; for this use nothing is known against it.
    return TOTP(key, _DIGITS, SHA1(), STEP_SECONDS)  # noqa: S303


def new_recovery_codes(*, user: User) -> list[str]:
    """Make recovery codes in place of those there were; they are said here and nowhere again."""
    codes = [_recovery_code() for _ in range(_RECOVERY_CODES)]
    with transaction.atomic():
        user.recovery_codes.all().delete()
        RecoveryCode.objects.bulk_create(
            RecoveryCode(user=user, digest=digest(code)) for code in codes
        )
    return ["-".join(re.findall("....", code)) for code in codes]


def _recovery_code() -> str:
    return base64.b32encode(secrets.token_bytes(_RECOVERY_BYTES)).decode().lower()


def remove_totp(*, user: User) -> None:
    """Take the app away.

    Raises:
        NotFound: there is none.
        Conflict: it is the last factor of somebody of whom one is asked.
    """
    with transaction.atomic():
        totp = errors.existing(Totp.objects.filter(user=user).first())
        totp.delete()
        removed(user)


def removed(user: User) -> None:
    """See to what follows when a factor was taken away, in the same transaction.

    Raises:
        Conflict: it was the last factor of somebody of whom one is asked.
    """
    if selectors.has_second_factor(user):
        return
    if selectors.needs_second_factor(user):
        raise errors.Conflict(Message("second_factor_needed"))
    user.recovery_codes.all().delete()


def reset_factors(*, user: User, actor: User | None) -> None:
    """Take all second factors of a person away, who is told by mail and signed out everywhere.

    Their tokens end with it. An admin who does so is written down; ``actor`` is None on the command
    line.

    Raises:
        Conflict: there are none.
    """
    with transaction.atomic():
        if not selectors.has_second_factor(user):
            raise errors.Conflict(Message("no_second_factor"))
        Totp.objects.filter(user=user).delete()
        user.passkeys.all().delete()
        user.recovery_codes.all().delete()
        user.wrong_codes.all().delete()
        end_sessions(user=user)
        tokens = user.tokens.all().delete()[0]
        hooks.note(actor, "second_factor.reset", user, tokens_ended=tokens)
        if user.email:
            write(AccountMail.Purpose.FACTORS, user)


def require_factors(*, required_for: str, actor: User) -> None:
    """Say of whom a second factor is asked; who has none and needs one now is signed out.

    Raises:
        Conflict: the admin who asks this has none: one who does not know how it is set up must not
            keep everybody out.
    """
    with transaction.atomic():
        if required_for != SecondFactorRule.For.NOBODY and not selectors.has_second_factor(actor):
            raise errors.Conflict(Message("set_up_your_own_first"))
        SecondFactorRule.objects.update_or_create(pk=1, defaults={"required_for": required_for})
        ended = end_session_rows(selectors.sign_ins_without_factor(required_for))
        hooks.note(actor, "second_factor.required", actor, of=required_for, sessions=ended)
