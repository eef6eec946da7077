"""Submit an answer: check it, write it down, and let the sample go on."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from annotate.core import clock, errors
from annotate.core.prepared import Parameter, Prepared
from annotate.workflow import answers
from annotate.workflow.models import Assignment
from annotate.workflow.selectors.annotations import annotations_of
from annotate.workflow.services import leasing
from annotate.workflow.services.drafts import counted_seconds, lost
from annotate.workflow.services.leasing import NotHeld
from annotate.workflow.services.leaving import PartOfHit
from annotate.workflow.services.recording import Given, record, tell
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
        raise key_used() from None


def key_used() -> errors.Conflict:
    """Return the refusal of a key that came with another submission before."""
    return errors.Conflict(
        "This key belongs to the submission of another task.",
        code="key_used",
        remedy="Submit again with a new key.",
    )


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
        if held.hit_id is not None:
            raise PartOfHit
        held.project = assignment.project
        stage = held.project.recipe.stage(held.task.stage_key)
        known = annotations_of(held.sample_id)
        parsed = answers.checked(stage, answer, answers.shown_to(held, stage, known))
        if held.state == Assignment.State.SUBMITTED:
            if held.submit_key == key:
                return Submitted(held, repeated=True)
            raise AlreadySubmitted
        recorder = Recorder(actor_id=held.annotator_id, at=at)
        ours = _still_ours(recorder, held)
        if ours:
            seconds = counted_seconds(held, active_seconds, at)
            given = Given(
                held=held, answer=parsed, key=key, seconds=seconds, scratch_reason=scratch_reason
            )
            record(recorder, held.project, stage, [given], {held.sample_id: known})
            recorder.write()
            tell([given])
        else:
            keep_as_draft(held, stage.kind_object.dump(parsed), at)
    if not ours:
        raise lost(held)
    return Submitted(held, repeated=False)


def _still_ours(recorder: Recorder, held: Assignment) -> bool:
    """Whether the answer still counts; takes an expired task back if nobody else has it yet."""
    if held.state == Assignment.State.LIVE:
        # Handed in without a word before: it was begun all the same.
        return not held.is_ahead or leasing.renew(held, at=recorder.at)
    if held.state != Assignment.State.EXPIRED:
        raise NotHeld
    return leasing.retake(recorder, held)


def keep_as_draft(held: Assignment, draft: dict[str, Any], at: datetime) -> None:
    """Keep an answer that came too late: what somebody typed is never lost."""
    Assignment.objects.filter(pk=held.pk).update(
        draft=draft,
        draft_version=held.draft_version + 1,
        draft_saved_at=at,
    )
