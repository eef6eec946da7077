"""Submit an answer: check it, write it down, and let the sample go on."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from annotate import kinds
from annotate.core import clock, errors, rows
from annotate.core.prepared import Parameter, Prepared
from annotate.projects.recipes import Decision, StageSpec, stop_after_round
from annotate.workflow import answers
from annotate.workflow.models import Annotation, Assignment, Task
from annotate.workflow.selectors.annotations import annotations_of
from annotate.workflow.services import advancing, figures, leasing
from annotate.workflow.services.drafts import counted_seconds, lost
from annotate.workflow.services.transitions import Recorder


@dataclass(frozen=True)
class Submitted:
    """The assignment as submitted; `repeated` when the same submission came a second time."""

    assignment: Assignment
    repeated: bool


class AlreadySubmitted(errors.Conflict):
    code = "already_submitted"
    default_message = "You have already submitted this task."
    default_remedy = "Nothing more is needed; take the next task."


@dataclass(frozen=True)
class _Texts:
    """What an answer is compared with: where it started, the seed, and the round before."""

    base: Annotation | None
    seed: Annotation | None
    previous: Annotation | None


# Locked in this order everywhere: sample, task, assignment. NO KEY: whoever claims another task of
# the sample refers to its row and need not wait.
_LOCKED = Prepared(
    lambda: (
        Assignment.objects.select_related("task", "sample__image", "base")
        .select_for_update(of=("sample", "task", "self"), no_key=True)
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
) -> Submitted:
    """Turn an answer into an annotation and open what comes next, all in one transaction.

    Args:
        key: made by the client once per submission; sending it again changes nothing.

    Raises:
        Invalid: the answer breaks rules of its kind; `fields` names each place.
        AlreadySubmitted: this task was submitted before with another key.
        LeaseLost: somebody else has the task now; the answer has been kept as the draft.
        Conflict: the key came with the submission of another task.
    """
    try:
        return _submit(assignment, key, answer, active_seconds, scratch_reason)
    except IntegrityError as clash:
        if "submit_key" not in str(clash):
            raise
        raise errors.Conflict(
            "This key belongs to the submission of another task.",
            code="key_used",
            remedy="Submit again with a new key.",
        ) from None


def _submit(
    assignment: Assignment,
    key: uuid.UUID,
    answer: dict[str, Any],
    active_seconds: float,
    scratch_reason: str,
) -> Submitted:
    at = clock.now()
    with transaction.atomic():
        held = _LOCKED.one(assignment=assignment.pk)
        held.project = assignment.project
        stage = held.project.recipe.stage(held.task.stage_key)
        parsed = answers.checked(stage, answer, image=held.sample.image, base=held.base)
        if held.state == Assignment.State.SUBMITTED:
            if held.submit_key == key:
                return Submitted(held, repeated=True)
            raise AlreadySubmitted
        recorder = Recorder(actor_id=held.annotator_id, at=at)
        ours = _still_ours(recorder, held)
        if ours:
            seconds = counted_seconds(held, active_seconds, at)
            _write(recorder, held, key, parsed, seconds, scratch_reason)
            recorder.write()
        else:
            _keep_as_draft(held, kinds.get(stage.kind).dump(parsed), at)
    if not ours:
        raise lost(held.task)
    return Submitted(held, repeated=False)


def _still_ours(recorder: Recorder, held: Assignment) -> bool:
    """Whether the answer still counts; takes an expired task back if nobody else has it yet."""
    if held.state == Assignment.State.LIVE:
        return True
    if held.state != Assignment.State.EXPIRED:
        raise errors.Conflict("You no longer hold this task.", code="not_held")
    return leasing.retake(recorder, held)


def _keep_as_draft(held: Assignment, draft: dict[str, Any], at: datetime) -> None:
    Assignment.objects.filter(pk=held.pk).update(
        draft=draft,
        draft_version=held.draft_version + 1,
        draft_saved_at=at,
    )


def _write(
    recorder: Recorder,
    held: Assignment,
    key: uuid.UUID,
    parsed: Any,
    seconds: float,
    scratch_reason: str,
) -> None:
    project, task = held.project, held.task
    stage = project.recipe.stage(task.stage_key)
    texts = _texts(held, stage)
    decision = _decide(stage, task, parsed, texts)
    annotation = Annotation(
        project=project,
        sample=held.sample,
        stage_key=task.stage_key,
        index=task.index,
        kind=stage.kind,
        origin=Annotation.Origin.PERSON,
        author_id=held.annotator_id,
        parent=texts.base,
        value=kinds.get(stage.kind).dump(parsed),
        from_scratch=bool(scratch_reason),
        scratch_reason=scratch_reason,
        measures=_measures(stage, parsed, texts),
        decision={"open_next": decision.open_next, "reason": decision.reason, **decision.numbers},
        active_seconds=seconds,
        created_at=recorder.at,
    )
    rows.insert([annotation])
    recorder.move(
        held,
        Assignment.State.SUBMITTED,
        submit_key=key,
        answer=annotation,
        active_seconds=seconds,
        ended_at=recorder.at,
    )
    recorder.move(task, Task.State.DONE, reason="submitted")
    finished = advancing.advance(recorder, project, held.sample, stage, task, decision)
    figures.count_submission(annotation, finished=finished)


def _texts(held: Assignment, stage: StageSpec) -> _Texts:
    earlier = [a for a in annotations_of(held.sample_id) if a.stage_key == stage.key]
    by_id = {annotation.pk: annotation for annotation in earlier}
    base = by_id.get(held.base_id) if held.base_id else None
    return _Texts(
        base=base,
        seed=_seed_seen(by_id, base),
        previous=next(
            (
                a
                for a in earlier
                if a.origin == Annotation.Origin.PERSON and a.index == held.task.index - 1
            ),
            None,
        ),
    )


def _seed_seen(by_id: dict[int, Annotation], base: Annotation | None) -> Annotation | None:
    """Follow the lineage to the seed the first round saw; one that nobody saw does not count."""
    current = base
    while current is not None and current.parent_id is not None:
        current = by_id.get(current.parent_id)
    return current if current is not None and current.index == 0 else None


def _decide(stage: StageSpec, task: Task, parsed: Any, texts: _Texts) -> Decision:
    """Ask the pure stopping rule; only texts of two people count as two rounds (IIW §3.3)."""
    if stage.mode == "parallel":
        return Decision(open_next=False, reason="replica", numbers={})
    similarity = None
    if stage.stop is not None and stage.stop.enabled and texts.previous is not None:
        kind = kinds.get(stage.kind)
        similarity = kind.similarity(answers.typed(texts.previous), parsed, n=stage.stop.n)
    return stop_after_round(
        index=task.index,
        # A lead may have lowered the number of rounds while this one was being written.
        rounds=max(stage.rounds, task.index),
        similarity=similarity,
        stop=stage.stop,
    )


def _measures(stage: StageSpec, parsed: Any, texts: _Texts) -> dict[str, Any]:
    kind = kinds.get(stage.kind)
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
