"""What is told about people."""

from django.db.models import QuerySet

from annotate.core import clock, errors
from annotate.people.models import ApiToken, User


def people() -> QuerySet[User]:
    """Return everybody with an account, newest first."""
    return User.objects.order_by("-id")


def person(user_id: int) -> User:
    """Return one account, or raise NotFound."""
    found = User.objects.filter(pk=user_id).first()
    if found is None:
        raise errors.NotFound
    return found


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """Return a person's tokens that still work, newest first."""
    return user.tokens.filter(expires_at__gt=clock.now()).order_by("-id")
