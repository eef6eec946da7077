"""Take the rows of answers in, chunk by chunk."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import Max

from annotate import kinds
from annotate.core import errors
from annotate.exchange.answers.rows import (
    AnswerRow,
    AnswerSource,
    ImageAnswer,
    problems_of,
    storable,
)
from annotate.exchange.imports.ledger import Ledger, Watcher
from annotate.exchange.imports.rows import Problem
from annotate.exchange.models import Import, ImportedAnswer
from annotate.kinds.capabilities import Captions
from annotate.messages import Message
from annotate.people.models import PlatformRecord, User
from annotate.projects.models import Membership, Project, Role
from annotate.projects.recipes import StageSpec
from annotate.workflow import answers as parsing
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
    ledger, total = Ledger(import_), source.total()
    ledger.begin(total, watcher)
    taker = _Taker(ledger, source.platform)
    rows = map(storable, source.rows(import_.position))
    while chunk := list(islice(rows, CHUNK)):
        taker.take(chunk)
        watcher.report(import_.position, total, ledger.so_far())
    ledger.finish()


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
        keys = {answer.key for row in chunk for answer in row.answers}
        stored = ImportedAnswer.objects.filter(project=self._project, key__in=keys)
        there = set(stored.values_list("key", flat=True)) | (keys & self._rehearsed)
        added = skipped = 0
        problems: list[Problem] = []
        for row in chunk:
            if row.problems:
                problems += row.problems
                continue
            mine = {answer.key for answer in row.answers}
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
        values = [self._value(place, answer) for place, answer in enumerate(row.answers)]
        if row.worker is None:
            annotation_ids = list(map(self._anonymous, samples, values))
        else:
            annotation_ids = self._finished(row, samples, values)
        ImportedAnswer.objects.bulk_create(
            ImportedAnswer(
                project=self._project,
                annotation_id=annotation_id,
                of=None if self._import.dry_run else self._import,
                key=answer.key,
                detail=answer.detail,
            )
            for annotation_id, answer in zip(annotation_ids, row.answers, strict=True)
        )

    def _samples(self, row: AnswerRow) -> list[Sample]:
        ids = [
            self._names.sample_of(answer.image, f"answers[{place}].image")
            for place, answer in enumerate(row.answers)
        ]
        samples = Sample.objects.select_related("image").in_bulk(ids)
        return [samples[pk] for pk in ids]

    def _value(self, place: int, answer: ImageAnswer) -> dict[str, Any]:
        """The answer in the form of its kind; its shape is all that is asked of it."""
        kind = kinds.able(self._stage.kind_object, Captions)
        value = kind.released(answer.value, self._stage.settings, canned=answer.canned)
        try:
            parsed = parsing.parsed(self._stage, value)
        except errors.Invalid as wrong:
            raise errors.Invalid(
                wrong.entry,
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
                    active_seconds=answer.active_seconds,
                    started_at=answer.started_at or start,
                    ended_at=answer.ended_at or end,
                )
                for sample, value, answer in zip(samples, values, row.answers, strict=True)
            ],
            source=self._import.format,
            page_seconds=row.page_seconds,
        )
        return list(hit.assignments.order_by("position").values_list("answer_id", flat=True))

    def _anonymous(self, sample: Sample, value: dict[str, Any]) -> int:
        """Write a caption of somebody unknown beside those that are collected here."""
        kind = self._stage.kind_object
        earlier = Annotation.objects.filter(
            sample=sample, stage_key=self._stage.key, origin=Annotation.Origin.IMPORT
        )
        highest = earlier.aggregate(highest=Max("index"))["highest"] or 0
        annotation = Annotation.objects.create(
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
        workflow.refresh_documents([sample.pk])
        return annotation.pk


def account_of(*, project: Project, platform: str, worker: str) -> User:
    """The account of a worker of a platform, made at the first answer of theirs.

    The id in a file proves nothing, so the account belongs to this project alone; who comes to it
    through a channel of that platform is the same person.
    """
    space = f"{platform}:{project.pk}"
    known = (
        PlatformRecord.objects.select_related("user")
        .filter(platform=space, external_id=worker)
        .first()
    )
    user = known.user if known else _new(space, platform, worker)
    Membership.objects.get_or_create(project=project, user=user, defaults={"role": Role.ANNOTATOR})
    return user


def _new(space: str, platform: str, worker: str) -> User:
    mark = secrets.token_hex(4)
    user = User(username=f"{platform}-{mark}", display_name=f"Worker {mark}")
    user.set_unusable_password()
    user.save()
    PlatformRecord.objects.create(user=user, platform=space, external_id=worker)
    return user
