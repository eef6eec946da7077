"""manage.py move_to DATABASE_URL: from the SQLite of a first try to PostgreSQL, with everything."""

import os
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any

import environ
from django.conf import settings
from django.core.management.base import CommandError
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.migrations.executor import MigrationExecutor

from annotate.core import moving
from annotate.core.command_line import CommandWithExamples, in_words

OTHER = "other"


class Command(CommandWithExamples):
    help = (
        "Move every row of this installation from SQLite to an empty PostgreSQL database: "
        "accounts, projects, work, releases, numbers and all. Files stay where they are. Stop the "
        "web server, the workers and the clock first. All or nothing: where it is cut off or "
        "refused, the other database holds empty tables at most, this one is as it was, and the "
        "same command begins anew."
    )
    examples = """
Examples:
  manage.py move_to postgres://annotate:PASSWORD@127.0.0.1:5432/annotate
  MOVE_TO=postgres://… manage.py move_to        # so that no list of processes shows the password
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "address",
            metavar="DATABASE_URL",
            nargs="?",
            help="Of the empty database; left out: what MOVE_TO in the environment says.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        address = options["address"] or os.environ.get("MOVE_TO", "")
        self._add(address)
        with in_words():
            self._refuse_what_is_unfinished()
        try:
            moving.refuse_unless_empty(OTHER)
            _make_tables(address)
            moved = moving.move(OTHER, lambda table: self._say(table, options["verbosity"]))
        except moving.Refused as refused:
            raise CommandError(f"{refused} Nothing was moved.") from refused
        finally:
            connections[OTHER].close()
        rows = sum(table.rows for table in moved)
        self.stdout.write(
            f"Moved {rows:,} rows of {len(moved)} tables, and read them back: both are equal.\n"
            "Start the product with DATABASE_URL set to the new address, with the same DATA_DIR, "
            "and with SECRET_KEY as it was"
            f" (where it is not set: what {settings.DATA_DIR / 'secret_key'} holds)."
        )

    def _add(self, address: str) -> None:
        """Let Django know the other database.

        Raises:
            CommandError: it is none that one can move to, or does not answer.
        """
        if not settings.IS_EMBEDDED:
            raise CommandError(
                "This installation is not on SQLite. From one PostgreSQL to another: "
                "deploy/backup.sh and deploy/restore.sh."
            )
        if not address.startswith(("postgres://", "postgresql://")):
            raise CommandError("Say where to: postgres://NAME:PASSWORD@HOST:PORT/DATABASE")
        connections.settings[OTHER] = connections.configure_settings(
            {DEFAULT_DB_ALIAS: {}, OTHER: environ.Env.db_url_config(address)}
        )[OTHER]
        try:
            connections[OTHER].ensure_connection()
        except DatabaseError as fault:
            raise CommandError(f"The other database does not answer: {fault}") from fault

    def _refuse_what_is_unfinished(self) -> None:
        executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise CommandError("This database is of another version: run `migrate` first.")

    def _say(self, table: moving.Table, verbosity: int) -> None:
        if verbosity > 1 or (verbosity and table.rows):
            self.stdout.write(f"  {table.rows:>10,}  {table.name}")


def _make_tables(address: str) -> None:
    """Migrate the other database, in a process for which it is the only one.

    A migration of data would otherwise look into this one.
    """
    made = subprocess.run(
        [sys.executable, "-m", "annotate", "migrate", "--no-input", "--verbosity", "0"],
        env={**os.environ, "DATABASE_URL": address},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if made.returncode:
        raise CommandError(f"The tables could not be made:\n{made.stdout[-2000:]}")
