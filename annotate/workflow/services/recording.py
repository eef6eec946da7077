"""Write answers down as annotations, and let their samples go on."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from annotate.core import rows
from annotate.projects.models import Project
from annotate.projects.recipes import Decision, StageSpec
from annotate.workflow import hooks
from annotate.workflow.models import Annotation, Assignment, Purpose, Task
from annotate.workflow.services import (
    advancing,
    comparing,
    distributions,
    figures,
    vocabulary,
)
from annotate.workflow.services.settling import settle
from annotate.workflow.services.transitions import Recorder


@dataclass(frozen=True, kw_only=True)
class Given:
    """One answer, checked and typed, to a task that is held; its sample is locked."""

    held: Assignment
    answer: Any
    key: uuid.UUID
    seconds: float
    scratch_reason: str = ""
    producer: str = ""


def record(
    recorder: Recorder,
    project: Project,
    stage: StageSpec,
    given: Sequence[Given],
    known: Mapping[int, list[Annotation]],
) -> list[Annotation]:
    """Turn answers to tasks of one stage into annotations, and open what comes next.

    Args:
        known: the annotations of each sample as they were before.
    """
    decided = [
        _decided(project, stage, each, known.get(each.held.sample_id, []), recorder.at)
        for each in given
    ]
    made = [annotation for annotation, _ in decided]
    rows.insert(made)
    for each, annotation in zip(given, made, strict=True):
        recorder.move(
            each.held,
            Assignment.State.SUBMITTED,
            submit_key=each.key,
            answer=annotation,
            active_seconds=each.seconds,
            ended_at=recorder.at,
        )
        recorder.move(each.held.task, Task.State.DONE, reason="submitted")
    work = [
        (each.held, annotation, decision)
        for each, (annotation, decision) in zip(given, decided, strict=True)
        if annotation.purpose == Purpose.WORK
    ]
    judged = {held.task.about_id for held, _, _ in work if held.task.about_id is not None}
    if judged:
        settle(recorder, stage, judged)
    _go_on(recorder, project, stage, work, known)
    return made


def _go_on(
    recorder: Recorder,
    project: Project,
    stage: StageSpec,
    work: Sequence[tuple[Assignment, Annotation, Decision]],
    known: Mapping[int, list[Annotation]],
) -> None:
    """Let each sample go on once, after the last of its answers, and count every answer."""
    last = {held.sample_id: annotation.pk for held, annotation, _ in work}
    counted: list[tuple[Annotation, bool]] = []
    for held, annotation, decision in work:
        finished = last[held.sample_id] == annotation.pk and advancing.advance(
            recorder,
            project,
            held.sample,
            stage,
            held.task.index,
            decision,
            known.get(held.sample_id, []),
        )
        counted.append((annotation, finished))
    figures.count_submissions(counted)


def tell(given: Sequence[Given]) -> None:
    """Tell whoever listens of the submissions, and the dashboards; the end of their transaction."""
    hooks.tell_submitted([each.held.pk for each in given])
    known = [each.held.pk for each in given if each.held.task.purpose != Purpose.WORK]
    if known:
        hooks.tell_compared(known)
    work = [each.held.answer for each in given if each.held.task.purpose == Purpose.WORK]
    made = [answer for answer in work if answer is not None]
    distributions.count(made)
    vocabulary.count(made)


def _decided(
    project: Project, stage: StageSpec, given: Given, known: list[Annotation], at: datetime
) -> tuple[Annotation, Decision]:
    held, task = given.held, given.held.task
    texts = comparing.texts_of(held, stage, known)
    decision = comparing.decide(stage, held, given.answer, texts)
    annotation = Annotation(
        project=project,
        sample=held.sample,
        stage_key=task.stage_key,
        index=task.index,
        kind=stage.kind,
        origin=Annotation.Origin.PERSON,
        purpose=task.purpose,
        about_id=task.about_id,
        author_id=held.annotator_id,
        producer=given.producer,
        parent=texts.base,
        value=stage.kind_object.dump(given.answer),
        from_scratch=bool(given.scratch_reason),
        scratch_reason=given.scratch_reason,
        measures=comparing.measures(stage, given.answer, texts),
        decision={"open_next": decision.open_next, "reason": decision.reason, **decision.numbers},
        active_seconds=given.seconds,
        created_at=at,
    )
    return annotation, decision
