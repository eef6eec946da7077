"""Who may do what with accounts and with the whole installation."""

from annotate.core import errors
from annotate.people.models import User


def oneself(user: User) -> User:
    """What `operation` grants where people act on their own account."""
    return user


def admin(user: User) -> User:
    """Let admins of the platform in.

    Raises:
        Forbidden: they are none.
    """
    if not user.is_admin:
        raise errors.Forbidden
    return user
