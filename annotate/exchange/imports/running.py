"""Take the rows of a source in, chunk by chunk."""

import hashlib
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing

from django.db import transaction

from annotate.core import traces
from annotate.core.rows import analyze_tables
from annotate.core.threads import read_ahead
from annotate.exchange.imports import texts
from annotate.exchange.imports.fetching import fetched
from annotate.exchange.imports.givers import giver_of
from annotate.exchange.imports.ledger import Ledger, Watcher
from annotate.exchange.imports.preparing import (
    Known,
    Prepared,
    planned,
    prepare,
    settled,
    with_stored,
)
from annotate.exchange.imports.rows import Problem, Row, Source
from annotate.exchange.imports.seeds import Giver, Plan, Planned
from annotate.exchange.imports.stored import with_originals
from annotate.exchange.models import Import
from annotate.images import services as images
from annotate.images.models import Image
from annotate.images.services import NewImage, Outcome
from annotate.messages import Message
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample

# Rows without pixels are quick, so many go together; rows with pixels are cut off by the time,
# so that a job shows progress and never outlives its lease within a chunk.
CHUNK = 2000
CHUNK_SECONDS = 5.0
ANALYZE_FROM = 10_000
# A row that says much of its picture counts for as many: a chunk is held in memory.
_WEIGHT_OF_SAID = 10


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
    about = source.about()
    ledger.understood.begin(about)
    chunk_writer = (_Rehearsal if import_.dry_run else _Writer)(ledger, about.format)
    known = Known(import_.project)
    rows = with_originals(source.rows(import_.position), project_ids)
    chunks = _chunks(fetched(rows, ledger), dry=import_.dry_run)
    # While the chunk before is written; what that one may have brought in is looked up again.
    looked_up = (with_stored(chunk, project_ids) for chunk in chunks)
    with closing(read_ahead(looked_up)) as prepared:
        for chunk in prepared:
            with traces.step("bring in rows", count=len(chunk)):
                chunk_writer.take(known.looked_up(settled(chunk, project_ids)))
            watcher.report(import_.position, total, ledger.so_far())
    if import_.added >= ANALYZE_FROM:
        analyze_tables(Image, Sample, also_embedded=True)
    with transaction.atomic():
        texts.make_file(import_)
        ledger.finish()


def _chunks(rows: Iterator[Row], *, dry: bool) -> Iterator[list[Prepared]]:
    chunk: list[Prepared] = []
    started, weight = time.monotonic(), 0
    for row in rows:
        chunk.append(prepare(row, dry=dry))
        weight += _WEIGHT_OF_SAID if row.said else 1
        if weight >= CHUNK or time.monotonic() - started > CHUNK_SECONDS:
            yield chunk
            chunk, started, weight = [], time.monotonic(), 0
    if chunk:
        yield chunk


class _Writer:
    """Writes each chunk in one transaction: images, samples, problems and how far it came."""

    def __init__(self, ledger: Ledger, format_: str = "") -> None:
        self.ledger = ledger
        self.import_ = ledger.import_
        self.project = self.import_.project
        self.giver = giver_of(self.import_, format_)

    def take(self, chunk: list[Prepared]) -> None:
        for item in chunk:
            self.ledger.understood.saw(item.row, item.facts)
        chunk = [planned(self.giver, item) for item in chunk]
        with transaction.atomic():
            outcomes = self.outcomes(self._new(chunk))
            added = [outcome.image for outcome in outcomes if outcome.image is not None]
            waiting = self.add_samples(added)
            self._give([item.plan for item in chunk if item.facts is not None], outcomes)
            # Behind what comes with them, so that nobody is asked for what is there.
            workflow.open_new(project=self.project, sample_ids=waiting)
            skipped = sum(outcome.present is not None for outcome in outcomes)
            self.ledger.note(
                rows=len(chunk),
                added=len(added),
                skipped=skipped,
                problems=self._problems(chunk, outcomes),
            )

    def outcomes(self, new: list[NewImage]) -> list[Outcome]:
        return images.add_images(project=self.project, new=new)

    def add_samples(self, new: list[Image]) -> list[int]:
        return workflow.add_new(project=self.project, new=new)

    def _give(self, plans: Sequence[Plan | None], outcomes: Sequence[Outcome]) -> None:
        """Give what rows say of pictures that are in: those of now, and those there already."""
        understood = self.ledger.understood
        new: list[tuple[int, Plan]] = []
        present: list[tuple[int, Plan]] = []
        for plan, outcome in zip(plans, outcomes, strict=True):
            image = outcome.image or outcome.present
            if plan is not None and image is not None:
                understood.left.update(plan.left)
                (new if outcome.image else present).append((image.pk, plan))
        if self.giver is not None and (new or present):
            understood.gave(self.given(self.giver, new, present))

    def given(self, giver: Giver, new: Planned, present: Planned) -> Counter[str]:
        return giver.give([*new, *present])

    def _new(self, chunk: list[Prepared]) -> list[NewImage]:
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

    def _problems(self, chunk: list[Prepared], outcomes: list[Outcome]) -> list[Problem]:
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

    def __init__(self, ledger: Ledger, format_: str = "") -> None:
        super().__init__(ledger, format_)
        # Rows of earlier chunks are not in the database to be compared with.
        self._seen: dict[bytes, str] = {}

    def outcomes(self, new: list[NewImage]) -> list[Outcome]:
        return list(map(self._remembered, images.preview_images(project=self.project, new=new)))

    def add_samples(self, new: list[Image]) -> list[int]:
        return []

    def given(self, giver: Giver, new: Planned, present: Planned) -> Counter[str]:
        """Give what pictures that are there would get, and take it back."""
        with transaction.atomic():
            counts = giver.give(present)
            transaction.set_rollback(True)
        return counts + Counter(given=sum(not plan.is_empty for _, plan in new))

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
