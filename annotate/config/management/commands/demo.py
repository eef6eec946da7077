"""manage.py demo: prepare the demo project and serve it, with no other server."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from annotate.config import demo
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

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="Port (default: 8000).")
        parser.add_argument("--reset", action="store_true", help="Delete the demo and start over.")
        parser.add_argument(
            "--prepare-only", action="store_true", help="Prepare everything, serve nothing."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("Set DEMO=true, or use `make demo`, which does.")
        if options["reset"]:
            try:
                demo.reset(settings.DATA_DIR)
            except demo.NotADemo as refused:
                raise CommandError(str(refused)) from None
            for folder in ("in", "processed", "control"):
                (settings.BROKER_DIR / folder).mkdir(parents=True, exist_ok=True)
        self.stdout.write("Preparing the demo …")
        call_command("migrate", verbosity=0)
        ready = demo.prepare(
            data_dir=settings.DATA_DIR, photos=settings.BASE_DIR / "deploy" / "demo" / "photos"
        )
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
  Ctrl-C stops everything; what was done is kept in {settings.DATA_DIR}.
"""
        )
        self.stdout.flush()

    def _tell(self, what: str) -> None:
        self.stdout.write(f"  {what}")
        self.stdout.flush()


def _serve(port: int, say: Say) -> int:
    """Keep web server and worker running until somebody stops us; leave no process behind."""
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    here = Path(sys.executable).parent
    web = [
        *[str(here / "gunicorn"), "annotate.config.wsgi", "--bind", f"127.0.0.1:{port}"],
        *["--workers", "1", "--threads", "8", "--timeout", "120"],
        *["--worker-class", "annotate.config.web.Worker"],
        *["--log-level", "warning", "--no-control-socket"],
    ]
    worker = [
        *[str(here / "celery"), "--app", "annotate.config", "--quiet", "worker", "--pool", "solo"],
        *["--beat", "--loglevel", "warning", "--without-gossip", "--without-mingle"],
    ]
    children = [
        Kept("The web server", web, must_start=True),
        Kept("The worker", worker, died=_bury_worker),
    ]
    return keep(children, say)


def _bury_worker(pid: int) -> None:
    """Pages say at once that no worker is running, and the next one goes on with its job."""
    try:
        jobs.bury(worker_name(pid))
    except Exception:
        log.warning("That the worker has died could not be noted", exc_info=True)
    finally:
        connection.close()
