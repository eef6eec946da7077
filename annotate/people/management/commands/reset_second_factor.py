"""manage.py reset_second_factor USERNAME: let somebody in who has lost their second factor."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotate.core import errors
from annotate.people.models import User
from annotate.people.services import reset_factors


class Command(BaseCommand):
    help = (
        "Take all second factors of an account away: its app, passkeys and recovery codes. Meant "
        "for an admin who is locked out; for others an admin does it on the page of the account. "
        "The person is signed out everywhere and told by mail."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", metavar="USERNAME", help="Whose second factor it is.")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username__iexact=options["username"]).first()
        if user is None:
            raise CommandError(f"Nobody has the name {options['username']}.")
        try:
            reset_factors(user=user, actor=None)
        except errors.AppError as refused:
            raise CommandError(refused.message) from None
        self.stdout.write(f"{user.username} signs in by the password alone now.")
