"""How far an import came, and what was wrong with its rows; written with each chunk."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from django.db.models import F

from annotate.core import clock, errors
from annotate.exchange.imports.rows import Problem
from annotate.exchange.imports.understood import Understood
from annotate.exchange.imports.unused import UnusedFile
from annotate.exchange.models import Import, ImportProblem
from annotate.messages import Message


class Watcher(Protocol):
    """Is told after every chunk; may raise to stop."""

    def report(self, done: int, total: int, note: Message | None = None) -> None: ...


class TakenOver(errors.Conflict):
    """Another process went on with this import; this one must write nothing more."""

    code = "taken_over"


class Ledger:
    """Keeps the account of one import; each call belongs to the transaction of its chunk."""

    def __init__(self, import_: Import) -> None:
        self.import_ = import_
        self._room = ImportProblem.KEPT - import_.problems.count()
        self.understood = Understood(import_.understood)

    def begin(self, total: int, watcher: Watcher) -> None:
        """Go on where a killed run stopped; a rehearsal left nothing to build on."""
        import_ = self.import_
        if import_.dry_run:
            import_.problems.all().delete()
            self._room = ImportProblem.KEPT
            import_.position = import_.added = import_.skipped = import_.failed = 0
            import_.save(update_fields=["position", "added", "skipped", "failed"])
            self.understood = Understood({})
        Import.objects.filter(pk=import_.pk).update(total=total)
        watcher.report(import_.position, total)

    def note_unused(self, files: Iterable[UnusedFile]) -> None:
        """Keep which files are not used; a run that goes on finds the same."""
        unused = list(files)
        kept = [
            {"name": _held(file.name, 500), "code": file.code} for file in unused[: Import.KEPT]
        ]
        self.import_.unused_count, self.import_.unused = len(unused), kept
        self.import_.save(update_fields=["unused_count", "unused"])

    def finish(self) -> None:
        Import.objects.filter(pk=self.import_.pk).update(
            finished_at=clock.now(), understood=self.understood.to_json()
        )
        self.import_.refresh_from_db()

    def note(self, *, rows: int, added: int, skipped: int, problems: Sequence[Problem]) -> None:
        """Move on by one conditional UPDATE: two processes can never both count this chunk."""
        failed = rows - added - skipped
        moved = Import.objects.filter(pk=self.import_.pk, position=self.import_.position).update(
            position=F("position") + rows,
            added=F("added") + added,
            skipped=F("skipped") + skipped,
            failed=F("failed") + failed,
            understood=self.understood.to_json(),
        )
        if moved != 1:
            raise TakenOver
        self.import_.position += rows
        self.import_.added += added
        self.import_.skipped += skipped
        self.import_.failed += failed
        kept = problems[: max(0, self._room)]
        ImportProblem.objects.bulk_create(
            ImportProblem(of=self.import_, **vars(problem)) for problem in map(_bounded, kept)
        )
        self._room -= len(kept)

    def so_far(self) -> Message:
        row = self.import_
        return Message("import_so_far", added=row.added, skipped=row.skipped, refused=row.failed)


def _bounded(problem: Problem) -> Problem:
    """Cut what people wrote to what the columns hold."""
    return replace(
        problem,
        name=_held(problem.name, 500),
        field=_held(problem.field, 200),
        code=_held(problem.code, 60),
        message=_held(problem.message, 1000),
        remedy=_held(problem.remedy, 500) if problem.remedy else None,
        params=_held_in(problem.params),
    )


def _held_in(value: Any) -> Any:
    """Values of a message with their texts as a database can hold them."""
    if isinstance(value, str):
        return _held(value, 1000)
    if isinstance(value, Mapping):
        return {name: _held_in(part) for name, part in value.items()}
    return [_held_in(part) for part in value] if isinstance(value, list) else value


def _held(text: str, most: int) -> str:
    """A text as a database can hold it: without NUL and without halves of characters."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode()[:most]
