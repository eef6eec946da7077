"""manage.py add_member PROJECT USERNAME...: make people members at once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from annotate.core import errors
from annotate.projects import selectors, services
from annotate.projects.models import Role


class Command(BaseCommand):
    help = (
        "Make people who have accounts members of a project without asking them: the operator of "
        "an installation has their word. Leads invite people on the project's page instead."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", metavar="PROJECT", help="The project's id or name.")
        parser.add_argument("usernames", metavar="USERNAME", nargs="+")
        parser.add_argument("--role", choices=Role.values, default=Role.ANNOTATOR.value)

    def handle(self, *args: Any, **options: Any) -> None:
        role = options["role"]
        try:
            project = selectors.by_id_or_name(options["project"])
            with transaction.atomic():
                for username in options["usernames"]:
                    services.add_member(project=project, actor=None, username=username, role=role)
        except errors.AppError as refused:
            reasons = " ".join(field.message for field in refused.fields) or refused.message
            raise CommandError(reasons) from None
        self.stdout.write(f"{', '.join(options['usernames'])}: now in {project.name} as {role}.")
