"""Take the rows of a source in, chunk by chunk."""

import hashlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import connection, transaction

from annotate.core import errors
from annotate.exchange.imports.ledger import Ledger, Watcher
from annotate.exchange.imports.rows import Problem, Row, Source, problem_of
from annotate.exchange.models import Import
from annotate.images import services as images
from annotate.images.archives import RowError
from annotate.images.intake import Facts
from annotate.images.models import Image
from annotate.images.selectors import stored_facts
from annotate.images.services import NewImage, Outcome
from annotate.messages import Message
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample

# Rows without pixels are quick, so many go together; rows with pixels are cut off by the time,
# so that a job shows progress and never outlives its lease within a chunk.
CHUNK = 2000
CHUNK_SECONDS = 5.0
ANALYZE_FROM = 10_000


@dataclass(frozen=True)
class _Prepared:
    row: Row
    facts: Facts | None = None
    problems: tuple[Problem, ...] = ()


def run(
    import_: Import, source: Source, watcher: Watcher, *, project_ids: Sequence[int] | None
) -> None:
    """Bring in all rows that are not in yet.

    Args:
        project_ids: the projects whose stored pictures may be named by their digest; None: all.

    Raises:
        TakenOver: another process has gone on with it.
        BadArchive: the source cannot be read any further.
    """
    ledger, total = Ledger(import_), source.total()
    ledger.begin(total, watcher)
    ledger.note_unused(source.unused())
    chunk_writer = (_Rehearsal if import_.dry_run else _Writer)(ledger)
    for chunk in _chunks(source.rows(import_.position), dry=import_.dry_run):
        chunk_writer.take(_with_stored(chunk, project_ids))
        watcher.report(import_.position, total, ledger.so_far())
    if import_.added >= ANALYZE_FROM:
        _analyze()
    ledger.finish()


def _analyze() -> None:
    """Tell the query planner at once that the tables have grown; it would learn of it too late."""
    with connection.cursor() as cursor:
        for model in (Image, Sample):
            cursor.execute(f"ANALYZE {connection.ops.quote_name(model._meta.db_table)}")


def _chunks(rows: Iterator[Row], *, dry: bool) -> Iterator[list[_Prepared]]:
    chunk: list[_Prepared] = []
    started = time.monotonic()
    for row in rows:
        chunk.append(_prepare(row, dry=dry))
        if len(chunk) >= CHUNK or time.monotonic() - started > CHUNK_SECONDS:
            yield chunk
            chunk, started = [], time.monotonic()
    if chunk:
        yield chunk


def _prepare(row: Row, *, dry: bool) -> _Prepared:
    """Read and verify the pixels of a row. Storing them before the row is in harms nothing."""
    if row.problems or row.read is None:
        return _Prepared(row, problems=row.problems)
    try:
        data = row.read()
        digest = hashlib.sha256(data).hexdigest()
        facts = images.examine(data) if dry else images.store(data, digest=digest)
    except RowError as error:
        return _Prepared(row, problems=(problem_of(row.number, row.name, error),))
    except errors.AppError as error:
        problem = Problem.of_error(row.number, row.name, error, field="file")
        return _Prepared(row, problems=(problem,))
    return _Prepared(row, facts)


def _with_stored(chunk: list[_Prepared], project_ids: Sequence[int] | None) -> list[_Prepared]:
    """Look up the content that rows name by its digest, for the whole chunk at once."""
    digests = [item.row.sha256 for item in chunk if item.row.sha256 is not None]
    known = stored_facts(digests, project_ids=project_ids) if digests else {}
    return [
        item if item.row.sha256 is None else _stored(item.row, known.get(item.row.sha256))
        for item in chunk
    ]


def _stored(row: Row, facts: Facts | None) -> _Prepared:
    if facts is not None:
        return _Prepared(row, facts)
    problem = Problem.about(row.number, row.name, "sha256", Message("not_stored"))
    return _Prepared(row, problems=(problem,))


class _Writer:
    """Writes each chunk in one transaction: images, samples, problems and how far it came."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.import_ = ledger.import_
        self.project = self.import_.project

    def take(self, chunk: list[_Prepared]) -> None:
        with transaction.atomic():
            outcomes = self.outcomes(self._new(chunk))
            added = [outcome.image for outcome in outcomes if outcome.image is not None]
            self.add_samples(added)
            skipped = sum(outcome.present is not None for outcome in outcomes)
            self.ledger.note(
                rows=len(chunk),
                added=len(added),
                skipped=skipped,
                problems=self._problems(chunk, outcomes),
            )

    def outcomes(self, new: list[NewImage]) -> list[Outcome]:
        return images.add_images(project=self.project, new=new)

    def add_samples(self, new: list[Image]) -> None:
        workflow.take_in(project=self.project, new=new)

    def _new(self, chunk: list[_Prepared]) -> list[NewImage]:
        split = self.import_.split
        return [
            NewImage(
                item.row.name,
                item.facts,
                item.row.details
                if item.row.details.split or not split
                else item.row.details.model_copy(update={"split": split}),
            )
            for item in chunk
            if item.facts is not None
        ]

    def _problems(self, chunk: list[_Prepared], outcomes: list[Outcome]) -> list[Problem]:
        sound = [item.row for item in chunk if item.facts is not None]
        return sorted(
            [problem for item in chunk for problem in item.problems]
            + [
                Problem.of_error(row.number, row.name, outcome.refusal, field=_field_of(outcome))
                for row, outcome in zip(sound, outcomes, strict=True)
                if outcome.refusal is not None
            ],
            key=lambda problem: problem.row,
        )


class _Rehearsal(_Writer):
    """Says what would happen, and brings nothing in."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger)
        # Rows of earlier chunks are not in the database to be compared with.
        self._seen: dict[bytes, str] = {}

    def outcomes(self, new: list[NewImage]) -> list[Outcome]:
        return list(map(self._remembered, images.preview_images(project=self.project, new=new)))

    def add_samples(self, new: list[Image]) -> None:
        return None

    def _remembered(self, outcome: Outcome) -> Outcome:
        image = outcome.image
        if image is None:
            return outcome
        keys = [bytes.fromhex(image.sha256)[:12], _short(image.external_id)]
        for key in keys:
            if key in self._seen:
                known = self._seen[key]
                message = Message("picture_in_earlier_row", name=known)
                return Outcome(refusal=images.DuplicateImage(message))
        self._seen.update(dict.fromkeys(keys, image.external_id))
        return outcome


def _short(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=12).digest()


def _field_of(outcome: Outcome) -> str:
    taken = outcome.refusal is not None and outcome.refusal.error_code == "external_id_taken"
    return "external_id" if taken else "file"
