"""Submit an answer: check it, write it down as an annotation, and let the sample go on."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from annotate.core import clock, columns, errors, rows
from annotate.core.prepared import Parameter, Prepared
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.projects.recipes import Decision, StageSpec
from annotate.projects.services import webhooks
from annotate.workflow import answers, hooks, looks
from annotate.workflow.models import Annotation, Assignment, Purpose, Task
from annotate.workflow.selectors.annotations import annotations_of
from annotate.workflow.services import comparison, documents, leases, rounds
from annotate.workflow.services.counters import daily_stats, histograms, labels
from annotate.workflow.services.draft import counted_seconds, lost
from annotate.workflow.services.leases import NotHeld
from annotate.workflow.services.locking import wait_for_membership
from annotate.workflow.services.outcomes import aggregate
from annotate.workflow.services.release import PartOfHit
from annotate.workflow.services.transitions import Recorder


@dataclass(frozen=True, kw_only=True)
class SubmittedAnswer:
    """One answer, checked and typed, to a task that is held; all of it is locked."""

    held: Assignment
    answer: Any
    key: uuid.UUID
    seconds: float
    scratch_reason: str = ""
    producer: str = ""
    # What of the starting text was passed on unread; None where that is not known.
    looked: dict[str, int] | None = None


def record(
    recorder: Recorder,
    project: Project,
    stage: StageSpec,
    submitted: Sequence[SubmittedAnswer],
    known: Mapping[int, list[Annotation]],
) -> list[Annotation]:
    """Turn answers to tasks of one stage into annotations, open what comes next, and write it down.

    Args:
        known: the annotations of each sample as they were before.
    """
    decided = [
        _decided(project, stage, answer, known.get(answer.held.sample_id, []), recorder.at)
        for answer in submitted
    ]
    work = [
        (answer.held, annotation, decision)
        for answer, (annotation, decision) in zip(submitted, decided, strict=True)
        if annotation.purpose == Purpose.WORK
    ]
    judged = {held.task.about_id for held, _, _ in work if held.task.about_id is not None}
    annotations = [annotation for annotation, _ in decided]
    with rows.together():
        rows.insert(annotations)
        for answer, annotation in zip(submitted, annotations, strict=True):
            _hand_in(recorder, answer, annotation)
        if judged:
            aggregate(recorder, stage, judged)
        _keep_findable([annotation for _, annotation, _ in work], known)
        _go_on(recorder, project, stage, work, known)
        recorder.write()
    return annotations


def _hand_in(recorder: Recorder, answer: SubmittedAnswer, annotation: Annotation) -> None:
    recorder.move(
        answer.held,
        Assignment.State.SUBMITTED,
        is_locked=True,
        submit_key=answer.key,
        answer=annotation,
        active_seconds=answer.seconds,
        ended_at=recorder.at,
    )
    recorder.move(answer.held.task, Task.State.DONE, reason="submitted", is_locked=True)


def _keep_findable(given: Sequence[Annotation], known: Mapping[int, list[Annotation]]) -> None:
    """Bring what samples are found and ordered by up to date with these new answers."""
    samples = {annotation.sample_id: annotation.sample for annotation in given}
    said = {
        pk: [*known.get(pk, []), *(row for row in given if row.sample_id == pk)] for pk in samples
    }
    documents.write(list(samples.values()), said)


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
        finished = last[held.sample_id] == annotation.pk and rounds.advance(
            recorder,
            project,
            held.sample,
            stage,
            held.task.index,
            decision,
            known.get(held.sample_id, []),
        )
        counted.append((annotation, finished))
    daily_stats.count_submissions(counted)


def notify(submitted: Sequence[SubmittedAnswer]) -> None:
    """Tell whoever listens of the submissions, and the dashboards; the end of their transaction."""
    with rows.together():
        _tell(submitted)


def _tell(submitted: Sequence[SubmittedAnswer]) -> None:
    project = submitted[0].held.project
    hooks.notify_of_work(hooks.submitted, project, [answer.held for answer in submitted])
    known = [answer.held.pk for answer in submitted if answer.held.task.purpose != Purpose.WORK]
    if known:
        hooks.notify(hooks.compared, known)
    over = [answer.held.pk for answer in submitted if answer.scratch_reason]
    if over:
        hooks.notify(hooks.started_over, over)
    work = [answer.held.answer for answer in submitted if answer.held.task.purpose == Purpose.WORK]
    annotations = [annotation for annotation in work if annotation is not None]
    if annotations:
        told = [
            {"annotation": each.pk, "sample": each.sample_id, "stage": each.stage_key}
            for each in annotations
        ]
        webhooks.note(annotations[0].project, "annotation.submitted", *told)
    histograms.count(annotations)
    labels.count(annotations)


def _decided(
    project: Project,
    stage: StageSpec,
    submitted: SubmittedAnswer,
    known: list[Annotation],
    at: datetime,
) -> tuple[Annotation, Decision]:
    held, task = submitted.held, submitted.held.task
    texts = comparison.texts_of(held, stage, known)
    decision = comparison.decide(stage, held, submitted.answer, texts)
    annotation = columns.new(
        Annotation,
        project=project,
        sample=held.sample,
        stage_key=task.stage_key,
        index=task.index,
        kind=stage.kind,
        origin=Annotation.Origin.PERSON,
        purpose=task.purpose,
        about_id=task.about_id,
        author_id=held.annotator_id,
        producer=submitted.producer,
        parent=texts.base,
        value=stage.kind_object.dump(submitted.answer),
        from_scratch=bool(submitted.scratch_reason),
        scratch_reason=submitted.scratch_reason,
        measures=comparison.measures(stage, submitted.answer, texts)
        | ({} if submitted.looked is None else {"looked": submitted.looked}),
        decision={"open_next": decision.open_next, "reason": decision.reason, **decision.numbers},
        active_seconds=submitted.seconds,
        created_at=at,
    )
    answers.keep_typed(annotation, submitted.answer)
    return annotation, decision


@dataclass(frozen=True)
class Submitted:
    """The assignment as submitted; `repeated` when the same submission came a second time."""

    assignment: Assignment
    repeated: bool


class AlreadySubmitted(errors.Conflict):
    code = "already_submitted"


# Locked in this order everywhere: sample, task, assignment. NO KEY: whoever claims another task of
# the sample refers to its row and need not wait. With the keys of the answer and of a next round.
_LOCKED = Prepared(
    lambda: (
        Assignment.objects.select_related("task", "sample__image")
        .select_for_update(of=("sample", "task", "self"), no_key=True)
        .annotate(answer_key=rows.NextKey(Annotation), task_key=rows.NextKey(Task))
        .filter(pk=Parameter("assignment"))
    )
)


def submit(
    *,
    assignment: Assignment,
    key: uuid.UUID,
    answer: dict[str, Any],
    active_seconds: float,
    scratch_reason: str = "",
    looked_at: list[str] | None = None,
) -> Submitted:
    """Turn an answer into an annotation and open what comes next, all in one transaction.

    Args:
        key: made by the client once per submission; sending it again changes nothing.
        looked_at: parts that were looked at, beside those that the draft names.

    Raises:
        Invalid: the answer breaks rules of its kind; `fields` names each place.
        AlreadySubmitted: this task was submitted before with another key.
        LeaseLost: somebody else has the task now; the answer has been kept as the draft.
        Conflict: the key came with the submission of another task.
    """
    try:
        return _submit(assignment, key, answer, active_seconds, scratch_reason, looked_at)
    except IntegrityError as clash:
        if "submit_key" not in str(clash):
            raise
        raise key_used() from None


def key_used() -> errors.Conflict:
    """The refusal of a key that came with another submission before."""
    return errors.Conflict(Message("key_used"))


def _submit(
    assignment: Assignment,
    key: uuid.UUID,
    answer: dict[str, Any],
    active_seconds: float,
    scratch_reason: str,
    looked_at: list[str] | None,
) -> Submitted:
    at = clock.now()
    with transaction.atomic():
        if assignment.state == Assignment.State.EXPIRED:
            # Whether it still counts hangs on what was claimed since.
            wait_for_membership(assignment.project, assignment.annotator_id)
        held: Any = _LOCKED.one(assignment=assignment.pk)
        if held.hit_id is not None:
            raise PartOfHit
        held.project = held.sample.project = assignment.project
        stage = held.project.recipe.stage(held.task.stage_key)
        known = annotations_of(held.sample_id)
        _found_base(held, known)
        parsed = answers.checked(stage, answer, answers.view_of(held, stage, known))
        if held.state == Assignment.State.SUBMITTED:
            if held.submit_key == key:
                return Submitted(held, repeated=True)
            raise AlreadySubmitted
        recorder = Recorder(actor_id=held.annotator_id, at=at)
        ours = _still_ours(recorder, held)
        if ours:
            seconds = counted_seconds(held, active_seconds, at)
            submitted = SubmittedAnswer(
                held=held,
                answer=answers.as_stored(stage, parsed, held),
                key=key,
                seconds=seconds,
                scratch_reason=scratch_reason,
                looked=looks.counted(stage, parsed, held, looked_at),
            )
            with rows.together({Annotation: held.answer_key, Task: held.task_key}):
                record(recorder, held.project, stage, [submitted], {held.sample_id: known})
                notify([submitted])
        else:
            keep_as_draft(held, stage.kind_object.dump(parsed), at)
    if not ours:
        raise lost(held)
    return Submitted(held, repeated=False)


def _found_base(held: Assignment, known: Sequence[Annotation]) -> None:
    """Let what the answer started from be what was read anyway, if it is among that."""
    base = next((row for row in known if row.pk == held.base_id), None)
    if base is not None:
        held.base = base


def _still_ours(recorder: Recorder, held: Assignment) -> bool:
    """Whether the answer still counts; takes an expired task back if nobody else has it yet."""
    if held.state == Assignment.State.LIVE:
        # Handed in without a word before: it was begun all the same.
        return not held.is_ahead or leases.renew(held, at=recorder.at)
    if held.state != Assignment.State.EXPIRED:
        raise NotHeld
    return leases.retake(recorder, held)


def keep_as_draft(held: Assignment, draft: dict[str, Any], at: datetime) -> None:
    """Keep an answer that came too late: what somebody typed is never lost."""
    Assignment.objects.filter(pk=held.pk).update(
        draft=draft,
        draft_version=held.draft_version + 1,
        draft_saved_at=at,
    )
