"""Take the rows of answers in, chunk by chunk."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import Max

from annotate import kinds
from annotate.core import clock, errors
from annotate.exchange.answers.accounts import account_of
from annotate.exchange.answers.rows import AnswerRow, AnswerSource, Said, problems_of, storable
from annotate.exchange.imports.ledger import Ledger
from annotate.exchange.imports.rows import Problem
from annotate.exchange.imports.running import Watcher
from annotate.exchange.models import Import, ImportedAnswer
from annotate.kinds.capabilities import Captions
from annotate.messages import Message
from annotate.projects.recipes import StageSpec
from annotate.workflow import answers as given
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation, Purpose, Sample
from annotate.workflow.selectors.names import Names

CHUNK = 50


def run(import_: Import, source: AnswerSource, watcher: Watcher) -> None:
    """Bring in all rows that are not in yet.

    Raises:
        TakenOver: another process has gone on with it.
        UnreadableFile: the file cannot be read any further.
    """
    ledger = Ledger(import_)
    if import_.dry_run:
        ledger.start_over()
    total = source.total()
    Import.objects.filter(pk=import_.pk).update(total=total)
    watcher.report(import_.position, total)
    taker = _Taker(ledger, source.platform)
    for chunk in _chunks(source.rows(import_.position)):
        taker.take(chunk)
        watcher.report(import_.position, total, ledger.so_far())
    Import.objects.filter(pk=import_.pk).update(finished_at=clock.now())
    import_.refresh_from_db()


def _chunks(rows: Iterator[AnswerRow]) -> Iterator[list[AnswerRow]]:
    chunk: list[AnswerRow] = []
    for row in rows:
        chunk.append(storable(row))
        if len(chunk) >= CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


class _Taker:
    """Writes each chunk in one transaction; each row of it is in or out."""

    def __init__(self, ledger: Ledger, platform: str) -> None:
        self._ledger = ledger
        self._import = ledger.import_
        self._project = self._import.project
        self._stage: StageSpec = self._project.recipe.stage(self._import.stage_key)
        self._platform = platform
        self._names = Names(self._project)
        # A rehearsal is rolled back, so it must remember itself what it would have brought in.
        self._rehearsed: set[str] = set()

    def take(self, chunk: Sequence[AnswerRow]) -> None:
        with transaction.atomic():
            added, skipped, problems = self._rows(chunk)
            if self._import.dry_run:
                transaction.set_rollback(True)
            else:
                self._ledger.note(rows=len(chunk), added=added, skipped=skipped, problems=problems)
        if self._import.dry_run:
            with transaction.atomic():
                self._ledger.note(rows=len(chunk), added=added, skipped=skipped, problems=problems)

    def _rows(self, chunk: Sequence[AnswerRow]) -> tuple[int, int, list[Problem]]:
        keys = {said.key for row in chunk for said in row.said}
        stored = ImportedAnswer.objects.filter(project=self._project, key__in=keys)
        there = set(stored.values_list("key", flat=True)) | (keys & self._rehearsed)
        added = skipped = 0
        problems: list[Problem] = []
        for row in chunk:
            if row.problems:
                problems += row.problems
                continue
            mine = {said.key for said in row.said}
            if mine <= there:
                skipped += 1
                continue
            try:
                with transaction.atomic():
                    self._row(row, mine & there)
            except errors.AppError as refused:
                problems += problems_of(row.number, row.name, refused)
            else:
                added += 1
                there |= mine
        if self._import.dry_run:
            self._rehearsed |= there
        return added, skipped, problems

    def _row(self, row: AnswerRow, known: set[str]) -> None:
        if known:
            raise errors.Conflict(Message("partly_there"))
        samples = self._samples(row)
        values = [self._value(place, said) for place, said in enumerate(row.said)]
        if row.worker is None:
            made = [
                self._anonymous(sample, value)
                for sample, value in zip(samples, values, strict=True)
            ]
        else:
            made = self._finished(row, samples, values)
        ImportedAnswer.objects.bulk_create(
            ImportedAnswer(
                project=self._project,
                annotation_id=annotation_id,
                of=None if self._import.dry_run else self._import,
                key=said.key,
                detail=said.detail,
            )
            for annotation_id, said in zip(made, row.said, strict=True)
        )

    def _samples(self, row: AnswerRow) -> list[Sample]:
        ids = [
            self._names.sample_of(said.image, f"answers[{place}].image")
            for place, said in enumerate(row.said)
        ]
        found = Sample.objects.select_related("image").in_bulk(ids)
        return [found[pk] for pk in ids]

    def _value(self, place: int, said: Said) -> dict[str, Any]:
        """The answer in the form of its kind; its shape is all that is asked of it."""
        kind = kinds.able(self._stage.kind_object, Captions)
        value = kind.released(said.value, self._stage.settings, canned=said.canned)
        try:
            parsed = given.parsed(self._stage, value)
        except errors.Invalid as wrong:
            raise errors.Invalid(
                wrong.said,
                fields=[
                    replace(field, path=f"answers[{place}].{field.path}") for field in wrong.fields
                ],
            ) from None
        return dict(self._stage.kind_object.dump(parsed))

    def _finished(
        self, row: AnswerRow, samples: Sequence[Sample], values: Sequence[dict[str, Any]]
    ) -> list[int]:
        """Record one finished HIT of a person; return the ids of its annotations in order."""
        start, end = row.started_at, row.ended_at
        if start is None or end is None or end < start:
            raise errors.Invalid.field("times", Message("times_missing"), code="no_times")
        waiting = [sample for sample in samples if sample.state == Sample.State.WAITING]
        workflow.open_samples(project=self._project, samples=waiting)
        hit = workflow.record_finished(
            project=self._project,
            stage_key=self._stage.key,
            annotator=account_of(
                project=self._project, platform=self._platform, worker=row.worker or ""
            ),
            started_at=start,
            ended_at=end,
            answers=[
                workflow.Finished(
                    sample=sample,
                    value=value,
                    active_seconds=said.active_seconds,
                    started_at=said.started_at or start,
                    ended_at=said.ended_at or end,
                )
                for sample, value, said in zip(samples, values, row.said, strict=True)
            ],
            source=self._import.format,
            page_seconds=row.page_seconds,
        )
        answers = hit.assignments.order_by("position").values_list("answer_id", flat=True)
        return list(answers)

    def _anonymous(self, sample: Sample, value: dict[str, Any]) -> int:
        """Write a caption of somebody unknown beside those that are collected here."""
        kind = self._stage.kind_object
        earlier = Annotation.objects.filter(
            sample=sample, stage_key=self._stage.key, origin=Annotation.Origin.IMPORT
        )
        highest = earlier.aggregate(highest=Max("index"))["highest"] or 0
        made = Annotation.objects.create(
            project=self._project,
            sample=sample,
            stage_key=self._stage.key,
            index=highest + 1,
            kind=self._stage.kind,
            origin=Annotation.Origin.IMPORT,
            purpose=Purpose.WORK,
            producer=self._import.format,
            value=value,
            measures={"self": kind.measure(kind.parse(value))},
        )
        return made.pk
