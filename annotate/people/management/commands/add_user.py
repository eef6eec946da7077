"""manage.py add_user USERNAME: make an account, above all the first admin's."""

import getpass
import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotate.core import errors
from annotate.people.services import create_user


class Command(BaseCommand):
    help = (
        "Make an account. With --admin it may manage all people and projects; the first account "
        "of an installation should be one. The password is asked for, or read from the "
        "environment variable NEW_USER_PASSWORD where nobody is there to ask."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", metavar="USERNAME", help="Letters, digits, @ . + - _")
        parser.add_argument("--name", default="", help="How the person is shown to others.")
        parser.add_argument("--email", default="", help="E-mail address.")
        parser.add_argument("--admin", action="store_true", help="Make a platform admin.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            user = create_user(
                username=options["username"],
                password=_password(),
                display_name=options["name"],
                email=options["email"],
                is_admin=options["admin"],
                # Whoever has the command line answers for it.
                is_confirmed=True,
            )
        except errors.AppError as refused:
            reasons = " ".join(field.message for field in refused.fields) or refused.message
            raise CommandError(reasons) from None
        kind = "admin" if user.is_admin else "account"
        self.stdout.write(f"The {kind} {user.username} has been made.")


def _password() -> str:
    if password := os.environ.get("NEW_USER_PASSWORD"):
        return password
    if not sys.stdin.isatty():
        raise CommandError("No password: set NEW_USER_PASSWORD, or run this in a terminal.")
    first = getpass.getpass("Password: ")
    if first != getpass.getpass("Once more: "):
        raise CommandError("The two passwords differ.")
    return first
