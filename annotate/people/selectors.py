"""What is told about people."""

from django.db.models import QuerySet

from annotate.core import clock, errors
from annotate.people.models import ApiToken, User


def people() -> QuerySet[User]:
    return User.objects.order_by("-id")


def person(user_id: int) -> User:
    return errors.existing(User.objects.filter(pk=user_id).first())


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """Those that still work, newest first."""
    return user.tokens.filter(expires_at__gt=clock.now()).order_by("-id")
