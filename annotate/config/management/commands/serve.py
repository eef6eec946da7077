"""annotate serve: the web server, as the container image runs it."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import OperationalError, connections

from annotate.config.management.commands.demo import has_migrations_to_apply
from annotate.core.command_line import CommandWithExamples


class Command(CommandWithExamples):
    help = (
        "Serve pages and API with gunicorn, by the same configuration as the container image. "
        "Background jobs need `annotate worker` beside it. Put a proxy that speaks HTTPS in front "
        "before letting others in."
    )
    examples = """
Examples:
  annotate migrate && annotate serve --port 8000
  WEB_PROCESSES=4 annotate serve --host 0.0.0.0
"""
    # As under gunicorn: `annotate check` makes them.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="Default: this machine alone.")
        parser.add_argument(
            *["--port", "-p"],
            type=int,
            default=os.environ.get("PORT", "8000"),
            help="Default: PORT, else 8000.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if _is_behind():
            raise CommandError("The database lacks tables or columns. First run: annotate migrate")
        from gunicorn.app.wsgiapp import WSGIApplication

        sys.argv = [
            *["gunicorn", "--config", str(settings.BASE_DIR / "deploy" / "gunicorn.py")],
            *["--bind", f"{options['host']}:{options['port']}"],
            "annotate.config.wsgi:application",
        ]
        WSGIApplication("%(prog)s [OPTIONS] [APP_MODULE]").run()


def _is_behind() -> bool:
    try:
        return has_migrations_to_apply()
    except OperationalError:
        return False  # it is away: requests say so, and are answered when it is back
    finally:
        connections.close_all()  # the processes that are forked must not share one
