"""What the commands of this package share: their progress, and how they report an import."""

import sys
import time
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, TextIO

from django.core.management.base import CommandError

from annotate.core.command_line import CommandWithExamples, in_words
from annotate.exchange.models import Import, ImportProblem
from annotate.messages import Message
from annotate.projects import selectors as projects
from annotate.projects.models import Project


class Meter:
    """Writes one line that is overwritten on a terminal, and a line every ten seconds elsewhere."""

    def __init__(self, verb: str, *, quiet: bool = False, stream: TextIO | None = None) -> None:
        self._verb = verb
        self._quiet = quiet
        self._stream = stream or sys.stderr
        self._terminal = self._stream.isatty()
        self._started = self._written = time.monotonic()

    def report(self, done: int, total: int, note: Message | None = None) -> None:
        """Show how far it is; called after every chunk."""
        now = time.monotonic()
        if self._quiet or (not self._terminal and now - self._written < 10 and done < total):
            return
        self._written = now
        speed = done / max(now - self._started, 0.001)
        line = f"{self._verb} {done:,} of {total:,} ({speed:,.0f}/s) {note or ''}".rstrip()
        self._stream.write(f"\r\x1b[K{line}" if self._terminal else f"{line}\n")
        self._stream.flush()

    def close(self) -> None:
        """End the line that was overwritten."""
        if self._terminal and not self._quiet:
            self._stream.write("\n")


def understood_lines(import_: Import) -> Iterator[str]:
    """What came with images, where anything did, and what of it was left out."""
    kept = import_.understood
    counts = kept.get("counts", {})
    if not counts:
        return
    yield (
        f"Read as {kept['format']}: {counts.get('objects', 0):,} objects and "
        f"{counts.get('texts', 0):,} texts, given to {counts.get('given', 0):,} pictures as "
        f"{import_.given_as}."
    )
    if repaired := counts.get("repaired"):
        yield f"Boxes whose corners were put in order: {repaired:,}."
    for code, count in sorted(kept["left"].items()):
        yield f"Left out: {Message(code)}: {count:,}."


class ImportCommand(CommandWithExamples):
    """Brings something in and names what was refused; then its exit status is 1."""

    # What is counted, and what every refused row is to be told, which is said once, at the end.
    rows: str
    counted = ""
    repeat: Message

    @abstractmethod
    def bring_in(self, project: Project, meter: Meter, options: dict[str, Any]) -> Import:
        """Do it, with the options of the command line."""

    def handle(self, *args: Any, **options: Any) -> None:
        verb = "checked" if options["dry_run"] else "read"
        meter = Meter(verb, quiet=options["verbosity"] == 0)
        try:
            with in_words():
                project = projects.by_id_or_name(options["project"])
                import_ = self.bring_in(project, meter, options)
        finally:
            meter.close()
        for problem in import_.problems.order_by("row", "id")[: ImportProblem.KEPT]:
            place = f"row {problem.row}" + (f", {problem.name}" if problem.name else "")
            field = f", {problem.field}" if problem.field else ""
            advice = f" {problem.remedy}" if problem.remedy not in (None, str(self.repeat)) else ""
            self.stderr.write(f"{place}{field}: {problem.message} [{problem.code}]{advice}")
        for file in import_.unused:
            unused = Message(file["code"])
            self.stderr.write(f"{file['name']} not used: {unused} {unused.remedy() or ''}".rstrip())
        for line in understood_lines(import_):
            self.stdout.write(line)
        added = "would be added" if import_.dry_run else "added"
        self.stdout.write(
            f"{import_.added:,} {self.counted}{added}, {import_.skipped:,} there already, "
            f"{import_.failed:,} refused."
            + (f" Files not used: {import_.unused_count:,}." if import_.unused_count else "")
        )
        if import_.failed:
            message = f"Some {self.rows} were refused; they are named above. {self.repeat}"
            raise CommandError(message)
