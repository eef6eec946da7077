"""Write answers down as annotations, and let their samples go on."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from annotate.core import rows
from annotate.projects.models import Project
from annotate.projects.recipes import Decision, StageSpec, stop_after_round
from annotate.workflow import answers, hooks
from annotate.workflow.models import Annotation, Assignment, Purpose, Task
from annotate.workflow.selectors.annotations import is_rejected
from annotate.workflow.services import advancing, figures
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


@dataclass(frozen=True)
class _Texts:
    """What an answer is compared with: where it started, the seed, and the round before."""

    base: Annotation | None
    seed: Annotation | None
    previous: Annotation | None
    rounds_before: int


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
        figures.count_submission(annotation, finished=finished)


def tell(given: Sequence[Given]) -> None:
    """Tell whoever listens of the submissions; the last act of their transaction."""
    hooks.tell_submitted([each.held.pk for each in given])
    known = [each.held.pk for each in given if each.held.task.purpose != Purpose.WORK]
    if known:
        hooks.tell_compared(known)


def _decided(
    project: Project, stage: StageSpec, given: Given, known: list[Annotation], at: datetime
) -> tuple[Annotation, Decision]:
    held, task = given.held, given.held.task
    texts = _texts(held, stage, known)
    decision = _decide(stage, held, given.answer, texts)
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
        measures=_measures(stage, given.answer, texts),
        decision={"open_next": decision.open_next, "reason": decision.reason, **decision.numbers},
        active_seconds=given.seconds,
        created_at=at,
    )
    return annotation, decision


def _texts(held: Assignment, stage: StageSpec, known: list[Annotation]) -> _Texts:
    earlier = [a for a in known if a.stage_key == stage.key]
    by_id = {annotation.pk: annotation for annotation in earlier}
    base = by_id.get(held.base_id) if held.base_id else None
    rounds = [
        a
        for a in earlier
        if a.origin == Annotation.Origin.PERSON and a.index < held.task.index and not is_rejected(a)
    ]
    return _Texts(
        base=base,
        seed=_seed_seen(by_id, base),
        previous=max(rounds, key=lambda annotation: annotation.index, default=None),
        rounds_before=len(rounds),
    )


def _seed_seen(by_id: dict[int, Annotation], base: Annotation | None) -> Annotation | None:
    """Follow the lineage to the seed the first round saw; one that nobody saw does not count."""
    current = base
    while current is not None and current.parent_id is not None:
        current = by_id.get(current.parent_id)
    return current if current is not None and current.index == 0 else None


def _decide(stage: StageSpec, held: Assignment, parsed: Any, texts: _Texts) -> Decision:
    """Ask the pure stopping rule; only texts of two people count as two rounds (IIW §3.3)."""
    if stage.mode == "parallel" or stage.about is not None or held.task.purpose != Purpose.WORK:
        return Decision(open_next=False, reason="replica", numbers={})
    similarity = None
    if stage.stop is not None and stage.stop.enabled and texts.previous is not None:
        kind = stage.kind_object
        similarity = kind.similarity(answers.typed(texts.previous), parsed, n=stage.stop.n)
    rounds = stage.rounds_for(held.sample.image.split)
    # A rejected round is done again under a number of its own, and counts for nothing.
    number = texts.rounds_before + 1
    return stop_after_round(
        index=number,
        # A lead may have lowered the number of rounds while this one was being written.
        rounds=max(rounds, number),
        similarity=similarity,
        stop=stage.stop,
    )


def _measures(stage: StageSpec, parsed: Any, texts: _Texts) -> dict[str, Any]:
    kind = stage.kind_object
    compared = {"from_base": texts.base, "from_seed": texts.seed}
    same = texts.base is not None and texts.base == texts.seed
    measures: dict[str, Any] = {"self": kind.measure(parsed)}
    for name, before in compared.items():
        if before is None:
            measures[name] = None
        elif name == "from_seed" and same:
            measures[name] = measures["from_base"]
        else:
            measures[name] = kind.changes(answers.typed(before), parsed)
    return measures
