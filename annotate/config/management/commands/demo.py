"""annotate demo: prepare the demo project and serve it, with no other server."""

import gc
import os
import sys
from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.urls import get_resolver

from annotate.config import demo
from annotate.config.demo import past
from annotate.config.restarting import Kept, Say, keep
from annotate.core import logs
from annotate.core.jobs import services as jobs
from annotate.core.tasks import worker_name

log = logs.get(__name__)


class Command(BaseCommand):
    help = (
        "Prepare a demo project with real photographs and serve it on this machine: SQLite, a "
        "worker and a web server, no other server needed. Run again, it keeps what people did."
    )
    # `make check` makes them; nobody who starts the demo could do anything about what they find.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="Port (default: 8000).")
        parser.add_argument("--reset", action="store_true", help="Delete the demo and start over.")
        parser.add_argument(
            "--prepare-only", action="store_true", help="Prepare everything, serve nothing."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("DEMO is set, and not to true: unset it, or set DEMO=true.")
        try:
            _take(settings.DATA_DIR, reset=options["reset"])
        except demo.NotADemo as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write("Preparing the demo …")
        if has_migrations_to_apply():
            call_command("migrate", verbosity=0)
        ready = demo.prepare(
            data_dir=settings.DATA_DIR, photos=settings.BASE_DIR / "deploy" / "demo" / "photos"
        )
        if not os.environ.get("PUBLIC_URL"):
            settings.PUBLIC_URL = f"http://127.0.0.1:{options['port']}"
        if not past.is_there():
            self.stdout.write("Making a project with a past, this once …")
            past.build(lead=ready.lead)
        self._say(ready, options["port"])
        if not options["prepare_only"]:
            sys.exit(_serve(options["port"], self._tell))

    def _say(self, ready: demo.Demo, port: int) -> None:
        lead, *annotators = ready.usernames
        self.stdout.write(
            f"""
  Annotate is at  http://127.0.0.1:{port}/

  lead            {lead}
  annotators      {", ".join(annotators)}
  password        {ready.password}   (the same for all; this installation's own)

  The photographs are being seeded now; sign in as the lead to watch it.
  "{past.NAME}" shows at once what
  rounds, review, a study and a release look like.
  Ctrl-C stops everything; what was done is kept in {settings.DATA_DIR}.
"""
        )
        self.stdout.flush()

    def _tell(self, what: str) -> None:
        self.stdout.write(f"  {what}")
        self.stdout.flush()


def _take(data_dir: Path, *, reset: bool) -> None:
    if reset:
        demo.reset(data_dir)
        for folder in ("in", "processed", "control"):
            (settings.BROKER_DIR / folder).mkdir(parents=True, exist_ok=True)
    demo.claim(data_dir)


def _serve(port: int, say: Say) -> int:
    """Keep web server and worker running until somebody stops us; leave no process behind."""
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    _load_all()
    children = [
        Kept("The web server", partial(_run_web, port), must_start=True),
        Kept("The worker", _run_worker, died=_bury_worker),
    ]
    return keep(children, say)


def has_migrations_to_apply() -> bool:
    """Ask the database's own list: `migrate` takes long to find out that there is nothing."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _load_all() -> None:
    """Load once what web server and worker need; keep nothing open that they would share."""
    _ = get_resolver().url_patterns
    current_app.loader.import_default_modules()
    connections.close_all()
    # None of it is ever garbage: nobody writes to its pages, so they stay shared.
    gc.freeze()


def _run_web(port: int) -> None:
    from gunicorn.app.wsgiapp import WSGIApplication

    sys.argv = [
        *["gunicorn", "annotate.config.wsgi", "--bind", f"127.0.0.1:{port}"],
        *["--workers", "1", "--threads", "8", "--timeout", "120"],
        *["--worker-class", "annotate.config.web.Worker"],
        *["--log-level", "warning", "--no-control-socket"],
    ]
    WSGIApplication("%(prog)s [OPTIONS] [APP_MODULE]").run()


def _run_worker() -> None:
    current_app.start(
        [
            *["--quiet", "worker", "--pool", "solo", "--beat", "--loglevel", "warning"],
            *["--without-gossip", "--without-mingle"],
        ]
    )


def _bury_worker(pid: int) -> None:
    """Pages say at once that no worker is running, and the next one goes on with its job."""
    try:
        jobs.bury(worker_name(pid))
    except Exception:
        log.warning("That the worker has died could not be noted", exc_info=True)
    finally:
        connection.close()
