"""annotate worker: run background jobs, as the container image does."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from celery import current_app

from annotate.core.command_line import CommandWithExamples


class Command(CommandWithExamples):
    help = "Run background jobs: imports, seeds, exports, trainings. Any number of workers may run."
    examples = """
Examples:
  annotate worker --clock                           # the only worker, or one of several
  annotate worker --processes 4
  annotate worker --queues training --processes 1   # see TRAINING_QUEUE
"""
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--clock",
            action="store_true",
            help="Run the clock as well, which takes up lost jobs and ends expired leases. Exactly "
            "one worker should.",
        )
        parser.add_argument(
            "--processes",
            type=int,
            default=os.environ.get("WORKER_PROCESSES", "2"),
            help="How many jobs run at once. Default: WORKER_PROCESSES, else 2.",
        )
        parser.add_argument("--queues", default="", help="Names, joined by commas; default: all.")

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(current_app.start(arguments(**options)))


def arguments(*, clock: bool, processes: int, queues: str, **_: Any) -> list[str]:
    """What Celery's own command line is told."""
    return [
        *["worker", "--loglevel", "INFO", "--concurrency", str(processes)],
        *(["--beat"] if clock else []),
        *(["--queues", queues] if queues else []),
    ]
