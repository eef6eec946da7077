"""Answers from elsewhere: seeds of models, texts to be judged, and people's finished work."""

import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from annotate.core import errors, rows
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow import answers as given_answers
from annotate.workflow.models import Annotation, Assignment, Hit, JudgeBar, Purpose, Sample, Task
from annotate.workflow.selectors.annotations import annotations_of_many
from annotate.workflow.services import documents
from annotate.workflow.services.leases import starting_text
from annotate.workflow.services.submit import SubmittedAnswer, notify, record
from annotate.workflow.services.transitions import Recorder


def add_seed(
    *,
    project: Project,
    sample: Sample,
    stage_key: str,
    value: Mapping[str, Any],
    producer: str,
    origin: Annotation.Origin = Annotation.Origin.MODEL,
) -> Annotation:
    """Record what a model (or an import) says about a sample as the seed of a stage.

    The newest seed of a stage is the one a first round starts from. A seed never changes what
    somebody who has already started sees: their assignment names the text they started from.

    Raises:
        Invalid: the value is not a valid answer of the stage's kind for this image.
    """
    stage = project.recipe.stage(stage_key)
    answer = given_answers.checked(stage, value, given_answers.View(sample.image))
    seed = _annotation(project, sample, stage, 0, answer, origin=origin, producer=producer)
    with transaction.atomic():
        seed.save()
        documents.refresh([sample.pk])
    return seed


def add_seed_once(
    *, project: Project, sample: Sample, stage_key: str, value: Mapping[str, Any], producer: str
) -> bool:
    """Record a seed unless the newest one of the stage is this very one; return whether it was new.

    Raises:
        Invalid: as `add_seed`.
    """
    earlier = Annotation.objects.filter(sample=sample, stage_key=stage_key, index=0)
    newest = earlier.order_by("-pk").first()
    with transaction.atomic():
        seed = add_seed(
            project=project, sample=sample, stage_key=stage_key, value=value, producer=producer
        )
        is_new = newest is None or (newest.value, newest.producer) != (seed.value, seed.producer)
        if not is_new:
            seed.delete()
            documents.refresh([sample.pk])
    return is_new


def add_external(
    *, project: Project, sample: Sample, stage_key: str, values: Sequence[Mapping[str, Any]]
) -> list[Annotation]:
    """Record the answers of a given stage of one sample, numbered from 1.

    Answers that are there already, the same in number and content, are left as they are: a job
    that was interrupted may say everything again.

    Raises:
        Invalid: people are asked in this stage, or a value is no valid answer of its kind.
        Conflict: other answers are there, or work on the sample has begun.
    """
    stage = project.recipe.stage(stage_key)
    if not stage.given:
        message = Message("stage_asks_people", stage=stage.title)
        raise errors.Invalid.field("stage", message, code="not_given")
    view = given_answers.View(sample.image)
    typed = [given_answers.checked(stage, value, view) for value in values]
    with transaction.atomic():
        locked = Sample.objects.select_for_update(no_key=True).get(pk=sample.pk, project=project)
        earlier = Annotation.objects.filter(
            sample=sample, stage_key=stage.key, origin=Annotation.Origin.IMPORT, index__gt=0
        )
        before = list(earlier.order_by("index"))
        if before and [given_answers.typed(answer) for answer in before] == typed:
            return before
        if before or locked.state != Sample.State.WAITING:
            raise errors.Conflict(Message("given_before", sample=str(sample.pk)))
        annotations = [
            _annotation(project, locked, stage, index, answer)
            for index, answer in enumerate(typed, start=1)
        ]
        rows.insert(annotations)
        documents.refresh([locked.pk])
    return annotations


def _annotation(
    project: Project,
    sample: Sample,
    stage: StageSpec,
    index: int,
    answer: Any,
    *,
    origin: Annotation.Origin = Annotation.Origin.IMPORT,
    producer: str = "",
) -> Annotation:
    kind = stage.kind_object
    return Annotation(
        project=project,
        sample=sample,
        stage_key=stage.key,
        index=index,
        kind=stage.kind,
        origin=origin,
        producer=producer,
        value=kind.dump(answer),
        measures={"self": kind.measure(answer)},
    )


@dataclass(frozen=True, kw_only=True)
class Finished:
    """One answer that somebody gave elsewhere, and how long it took them."""

    sample: Sample
    value: dict[str, Any]
    about: Annotation | None = None
    active_seconds: float = 0.0
    started_at: datetime
    ended_at: datetime


@dataclass
class _Places:
    """The open tasks that are left per (sample, answer judged)."""

    left: dict[tuple[int, int | None], list[Task]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def take(self, finished: Finished) -> Task:
        waiting = self.left[finished.sample.pk, finished.about.pk if finished.about else None]
        if not waiting:
            message = Message("sample_has_all_answers", sample=str(finished.sample.pk))
            raise errors.Conflict(message, code="nothing_open")
        return waiting.pop(0)


def record_finished(
    *,
    project: Project,
    stage_key: str,
    annotator: User,
    started_at: datetime,
    ended_at: datetime,
    answers: Sequence[Finished],
    source: str,
    page_seconds: float | None = None,
) -> Hit:
    """Record a finished HIT: each answer takes an open task of its sample, and the sample goes on.

    The answers need the shape of their kind and no more: what was accepted elsewhere is evidence,
    also where it breaks rules of here. Whoever listens to submissions hears of these as well.

    Args:
        page_seconds: how long the page of the HIT was open by its own clock, where that is known.

    Raises:
        Invalid: a value has not the shape of an answer.
        Conflict: a sample wants no more answers, or this person has worked on it already.
    """
    stage = project.recipe.stage(stage_key)
    try:
        with transaction.atomic():
            recorder = Recorder(actor_id=annotator.pk, at=ended_at)
            hit = _hit(project, stage, annotator, started_at, ended_at, page_seconds)
            known = annotations_of_many([finished.sample.pk for finished in answers])
            places = _places(project, stage, answers)
            submitted = [
                _submitted_answer(recorder, stage, hit, place, finished, places, known, source)
                for place, finished in enumerate(answers, start=1)
            ]
            record(recorder, project, stage, submitted, known)
            notify(submitted)
    except IntegrityError as clash:
        if "annotator" not in str(clash) and "nobody_works_twice" not in str(clash):
            raise
        raise errors.Conflict(Message("worked_before", name=annotator.shown_name)) from None
    return hit


def _hit(
    project: Project,
    stage: StageSpec,
    annotator: User,
    started_at: datetime,
    ended_at: datetime,
    page_seconds: float | None,
) -> Hit:
    return Hit.objects.create(
        project=project,
        stage_key=stage.key,
        annotator=annotator,
        state=Hit.State.SUBMITTED,
        deadline=ended_at,
        submit_key=uuid.uuid4(),
        started_at=started_at,
        ended_at=ended_at,
        page_seconds=page_seconds,
    )


def _places(project: Project, stage: StageSpec, answers: Sequence[Finished]) -> _Places:
    """Lock the samples and their open tasks, in the order in which everybody locks."""
    keys = sorted({finished.sample.pk for finished in answers})
    samples = Sample.objects.select_for_update(no_key=True, of=("self",)).filter(
        project=project, pk__in=keys
    )
    by_id = {sample.pk: sample for sample in samples.select_related("image").order_by("pk")}
    if len(by_id) < len(keys):
        raise errors.NotFound(Message("sample_of_another_project"))
    free = Task.objects.select_for_update(no_key=True, of=("self",)).filter(
        sample__in=keys,
        stage_key=stage.key,
        purpose=Purpose.WORK,
        state__in=[Task.State.OPEN, Task.State.PARKED],
    )
    places = _Places()
    for task in free.select_related("about").order_by("sample", "about", "index"):
        task.project, task.sample = project, by_id[task.sample_id]
        places.left[task.sample_id, task.about_id].append(task)
    return places


def _submitted_answer(
    recorder: Recorder,
    stage: StageSpec,
    hit: Hit,
    position: int,
    finished: Finished,
    places: _Places,
    known: dict[int, list[Annotation]],
    source: str,
) -> SubmittedAnswer:
    task = places.take(finished)
    recorder.move(task, Task.State.HELD, reason="imported")
    held = Assignment(
        project=hit.project,
        task=task,
        sample=task.sample,
        annotator=hit.annotator,
        exclusion_group=task.exclusion_group,
        hit=hit,
        position=position,
        base=starting_text(task, known.get(task.sample_id, [])),
        lease_expires_at=finished.ended_at,
        started_at=finished.started_at,
    )
    rows.insert([held])
    recorder.created([held], reason="imported")
    return SubmittedAnswer(
        held=held,
        answer=given_answers.parsed(stage, finished.value),
        key=uuid.uuid4(),
        seconds=finished.active_seconds,
        producer=source,
    )


def bar_from_judging(*, answer: Annotation, user_ids: Collection[int]) -> None:
    """Give an answer to none of these people to judge; said again it changes nothing."""
    JudgeBar.objects.bulk_create(
        (JudgeBar(annotation=answer, user_id=user_id) for user_id in sorted(user_ids)),
        ignore_conflicts=True,
    )
