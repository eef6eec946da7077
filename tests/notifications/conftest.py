"""An installation that sends mail, to people who have addresses."""

import pytest
from pytest_django import Settings

from annotate.people.models import User
from tests.conftest import Cast


@pytest.fixture
def addresses(people: Cast, settings: Settings) -> None:
    """Everybody has an address, and there is a mail server."""
    settings.EMAIL_URL = "smtp://mail.example.org"
    settings.PUBLIC_URL = "https://annotate.example.org"
    for user in User.objects.all():
        user.email = f"{user.username}@example.org"
        user.save()
    for user in vars(people).values():
        user.refresh_from_db()
