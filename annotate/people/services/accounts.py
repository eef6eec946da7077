"""Make accounts, change them, and give out tokens."""

from datetime import timedelta

from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from annotate.core import clock, errors, limits
from annotate.messages import Message
from annotate.people import hooks
from annotate.people import preferences as prefer
from annotate.people.models import ApiToken, User
from annotate.people.services.addresses import change_address, send_confirmation
from annotate.people.services.sessions import end_sessions
from annotate.people.tokens import new_secret

# Who guesses passwords waits until the next quarter of an hour.
PAUSE_SECONDS = 15 * 60
WRONG_PASSWORDS = 8


class UsernameTaken(errors.Invalid):
    """Somebody has this name, in whatever case."""


def create_user(
    *,
    username: str,
    password: str,
    display_name: str = "",
    email: str = "",
    is_admin: bool = False,
    may_create_projects: bool = False,
    is_confirmed: bool = False,
    actor: User | None = None,
) -> User:
    """Make an account; an admin who does so is written down.

    Args:
        email: where a link is mailed by which it is confirmed; no other mail goes there before.
        is_confirmed: that the address is the person's is known already, as where an invitation was
            mailed there, or their identity provider says so.

    Raises:
        UsernameTaken: case does not count.
        Invalid: the password is too weak.
    """
    user = User(
        username=username,
        display_name=display_name,
        email=email if is_confirmed else "",
        unconfirmed_email="" if is_confirmed else email,
        is_staff=is_admin,
        may_create_projects=may_create_projects,
    )
    # The password first: with a bad one nobody asks for free whether a name is taken.
    check_password(user, password, path="password")
    if User.objects.filter(username__iexact=username).exists():
        raise UsernameTaken.field(
            "username", Message("username_taken", name=username), code="taken"
        )
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
            if actor is not None:
                hooks.note(actor, "account.created", user, is_admin=is_admin)
            if user.unconfirmed_email:
                send_confirmation(user)
    except IntegrityError:  # somebody else took it since we looked
        raise _taken(username) from None
    return user


def create_user_without_password(*, username: str, display_name: str) -> User:
    """Make an account to which nobody can sign in, such as that of somebody simulated.

    Raises:
        UsernameTaken: case does not count.
    """
    user = User(username=username, display_name=display_name)
    user.set_unusable_password()
    if User.objects.filter(username__iexact=username).exists():
        raise _taken(username)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:  # somebody else took it since we looked
        raise _taken(username) from None
    return user


def _taken(username: str) -> errors.Invalid:
    message = Message("username_taken", name=username)
    return UsernameTaken.field("username", message, code="taken")


def change_user(
    *,
    user: User,
    actor: User,
    is_admin: bool | None = None,
    may_create_projects: bool | None = None,
    is_active: bool | None = None,
    password: str | None = None,
    email: str | None = None,
) -> User:
    """Change what an account may do and where it is reached, close it, or give it a new password.

    None leaves a thing. A new password ends the sessions and tokens of the person, as of somebody
    else who may have known the old one.

    Raises:
        Conflict: admins cannot take their own rights away or close their own account: another
            admin must, so that one always remains.
        Invalid: the password is too weak.
    """
    if user == actor and (is_admin is False or is_active is False):
        raise errors.Conflict(Message("own_account"))
    changes = {
        "is_staff": is_admin,
        "may_create_projects": may_create_projects,
        "is_active": is_active,
    }
    for name, value in changes.items():
        if value is not None:
            setattr(user, name, value)
    if password is not None:
        check_password(user, password, path="password")
        user.set_password(password)
    with transaction.atomic():
        user.save()
        if email is not None:
            change_address(user=user, address=email)
        if password is not None or is_active is False:
            end_sessions(user=user)
        said: dict[str, bool | int] = {
            name: value for name, value in changes.items() if value is not None
        }
        # Of an address only that it was changed: the audit trail is read by all admins.
        said |= {"email": True} if email is not None else {}
        if password is not None:
            said |= {"tokens_ended": user.tokens.all().delete()[0]}
        hooks.note(actor, "account.changed", user, **said, password=password is not None)
    return user


def change_password(*, user: User, current: str, new: str, end_tokens: bool = False) -> None:
    """Change a password; other sessions of the person end with it, and tokens where that is said.

    Raises:
        Invalid: the current password is wrong or the new one too weak.
        Throttled: the current one was wrong too often, as where somebody else sits at this page.
    """
    refuse_wrong_password(user, current, path="current_password")
    check_password(user, new, path="new_password")
    user.set_password(new)
    with transaction.atomic():
        user.save(update_fields=["password"])
        if end_tokens:
            user.tokens.all().delete()


def refuse_wrong_password(user: User, password: str, *, path: str) -> None:
    """Let somebody go on who knows the password of this account.

    Raises:
        Invalid: says of the field `path` that it is wrong.
        Throttled: it was wrong too often.
    """
    guesses = limits.guess("password", user.pk, limit=WRONG_PASSWORDS, seconds=PAUSE_SECONDS)
    guesses.refuse_further(Message("guessed_password"))
    if not user.check_password(password):
        guesses.was_wrong()
        raise errors.Invalid.field(path, Message("wrong_password"))


def check_password(user: User, password: str, *, path: str) -> None:
    """Refuse a password that is too easy to guess.

    Raises:
        Invalid: says of the field `path` what is wrong with it.
    """
    try:
        password_validation.validate_password(password, user)
    except ValidationError as weak:
        raise errors.Invalid(
            Message("weak_password"),
            fields=[
                errors.FieldError.about(path, _weakness(reason), code="weak_password")
                for reason in weak.error_list
            ],
        ) from None


def _weakness(reason: ValidationError) -> Message:
    """What one of Django's validators says of a password, in words of ours."""
    match reason.code, reason.params or {}:
        case "password_too_short", {"min_length": int(fewest)}:
            return Message("password_too_short", count=fewest)
        case "password_too_similar", _:
            return Message("password_too_similar")
        case "password_entirely_numeric", _:
            return Message("password_entirely_numeric")
    return Message("password_too_common")


def update_profile(
    *,
    user: User,
    display_name: str | None = None,
    email: str | None = None,
    preferences: prefer.PreferenceChanges | None = None,
) -> User:
    """Change how a person is shown and reached, and what they prefer; None leaves a value.

    A new address waits to be confirmed; see `addresses.change_address`.
    """
    changed: dict[str, object] = {} if display_name is None else {"display_name": display_name}
    with transaction.atomic():
        if preferences is not None:
            # Locked, so that of two tabs that change different preferences neither loses its own.
            locked = User.objects.select_for_update().get(pk=user.pk)
            chosen = prefer.changed(prefer.read(locked.preferences), preferences)
            changed["preferences"] = chosen.model_dump()
        for name, value in changed.items():
            setattr(user, name, value)
        user.save(update_fields=list(changed))
        if email is not None:
            change_address(user=user, address=email)
    return user


def create_token(*, user: User, name: str, expires_in_days: int) -> tuple[ApiToken, str]:
    """Make a token for scripts; the secret is returned here and nowhere again."""
    secret = new_secret()
    now = clock.now()
    with transaction.atomic():
        token = ApiToken.objects.create(
            user=user,
            name=name,
            prefix=secret.prefix,
            digest=secret.digest,
            created_at=now,
            expires_at=now + timedelta(days=expires_in_days),
        )
    return token, secret.text


def revoke_token(*, user: User, token_id: int, actor: User | None = None) -> None:
    """End a token at once; NotFound if it is not this person's.

    An ``actor`` who is somebody else is written down.
    """
    with transaction.atomic():
        token = errors.existing(user.tokens.filter(pk=token_id).first())
        token.delete()
        if actor is not None and actor != user:
            hooks.note(actor, "token.ended", user, token=token.name)
