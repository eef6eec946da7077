"""HITs: so many tasks on different samples, shuffled, under one deadline, submitted together."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction

from annotate.analysis.randomness import generator
from annotate.core import clock, errors, rows
from annotate.core.errors import FieldError
from annotate.kinds.base import MAX_TEXT_CHARACTERS, text_length
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import HitSpec, StageSpec
from annotate.workflow import answers as given_answers
from annotate.workflow import hooks, looks
from annotate.workflow.models import Annotation, Assignment, Hit, Purpose, Task
from annotate.workflow.schemas.work import HitAnswer
from annotate.workflow.selectors.annotations import annotations_of_many
from annotate.workflow.services import leases
from annotate.workflow.services.draft import counted_seconds, lost
from annotate.workflow.services.leases import NotHeld, take_all
from annotate.workflow.services.locking import lock, lock_membership, wait_for_membership
from annotate.workflow.services.mixing import new_task, with_gold, work_of
from annotate.workflow.services.release import expire_hit
from annotate.workflow.services.search import Seeker
from annotate.workflow.services.submit import (
    AlreadySubmitted,
    SubmittedAnswer,
    keep_as_draft,
    key_used,
    notify,
    record,
)
from annotate.workflow.services.transitions import Recorder

# Of the texts of all answers of a HIT: they are checked in one request.
MOST_CHARACTERS = 3 * MAX_TEXT_CHARACTERS


def fill_hit(seeker: Seeker, stage: StageSpec, spec: HitSpec) -> Hit | None:
    """Give a new HIT of up to `spec.size` tasks; None where no work is open for this person."""
    work = work_of(seeker, stage, spec.size)
    if not work:
        return None
    recorder = Recorder(actor_id=seeker.annotator.pk, at=seeker.at)
    hit = _new(seeker, stage, Purpose.WORK, timedelta(minutes=spec.minutes))
    return _filled(recorder, hit, with_gold(recorder, seeker, stage, work, hit))


def start_hit(
    *,
    project: Project,
    stage_key: str,
    annotator: User,
    purpose: Purpose,
    slots: Sequence[hooks.Slot],
) -> Hit:
    """Give a HIT of tasks made for this person: practice or a test. The live one is given again.

    Raises:
        Conflict: another HIT of this stage is being worked on.
        Forbidden: they are blocked.
    """
    stage = project.recipe.stage(stage_key)
    seeker = Seeker(project, annotator, clock.now())
    with transaction.atomic():
        lock_membership(project, annotator)
        live = Hit.objects.filter(
            project=project, annotator=annotator, stage_key=stage_key, state=Hit.State.LIVE
        ).first()
        is_over = live is not None and live.deadline < seeker.at and expire_hit(live, seeker.at)
        if live is not None and not is_over:
            if live.purpose != purpose:
                raise errors.Conflict(Message("hit_held"))
            live.project, live.annotator = project, annotator
            return live
        recorder = Recorder(actor_id=annotator.pk, at=seeker.at)
        hit = _new(seeker, stage, purpose, _minutes_for(stage, len(slots)))
        group = f"{purpose}:{hit.pk}"
        tasks = [new_task(seeker, stage, slot, purpose=purpose, group=group) for slot in slots]
        rows.insert(tasks)
        recorder.created(tasks, reason=purpose)
        return _filled(recorder, hit, tasks)


def _minutes_for(stage: StageSpec, count: int) -> timedelta:
    """The time of the stage's HITs, or one lease per task where it gives none."""
    return timedelta(minutes=stage.hit.minutes if stage.hit else stage.lease_minutes * count)


def _new(seeker: Seeker, stage: StageSpec, purpose: Purpose, lasts: timedelta) -> Hit:
    return Hit.objects.create(
        project=seeker.project,
        stage_key=stage.key,
        annotator=seeker.annotator,
        purpose=purpose,
        deadline=seeker.at + lasts,
        started_at=seeker.at,
    )


def _filled(recorder: Recorder, hit: Hit, tasks: list[Task]) -> Hit:
    """Shuffle the tasks and lease them: neither their order nor their numbers tell what is gold."""
    generator(hit.project.seed, "hit", hit.pk).shuffle(tasks)
    take_all(recorder, hit, tasks, annotations_of_many([task.sample_id for task in tasks]))
    recorder.write()
    return hit


# A page that submits itself when the clock runs out needs a moment; a slow line some more.
GRACE = timedelta(minutes=5)

Known = dict[int, list[Annotation]]


@dataclass(frozen=True)
class SubmittedHit:
    """The HIT as submitted; `repeated` when the same submission came a second time."""

    hit: Hit
    repeated: bool


def submit_hit(*, hit: Hit, key: uuid.UUID, answers: Sequence[HitAnswer]) -> SubmittedHit:
    """Turn the answers of a HIT into annotations, all in one transaction.

    What was skipped needs no answer. After the deadline the HIT still counts for a little while,
    if nobody else has been given any of its tasks.

    Args:
        key: made by the client once per submission; sending it again changes nothing.

    Raises:
        Invalid: an answer is missing or breaks rules of its kind; `fields` names each place.
        AlreadySubmitted: this HIT was submitted before with another key.
        LeaseLost: it is too late; the answers have been kept as drafts.
        Conflict: the key came with the submission of another HIT.
    """
    try:
        return _submit(hit, key, answers)
    except IntegrityError as clash:
        if "submit_key" not in str(clash):
            raise
        raise key_used() from None


def _submit(hit: Hit, key: uuid.UUID, answers: Sequence[HitAnswer]) -> SubmittedHit:
    at = clock.now()
    with transaction.atomic():
        if hit.purpose != Purpose.WORK or hit.state == Hit.State.EXPIRED:
            # Whether another attempt is left hangs on this one, and whether this one still counts
            # on what was claimed since: nobody begins while it ends.
            wait_for_membership(hit.project, hit.annotator_id)
        held = _locked(hit)
        # Last in the order of locks; whoever submits the same twice waits above.
        locked = Hit.objects.select_for_update(no_key=True).get(pk=hit.pk)
        locked.project = hit.project
        if locked.state == Hit.State.SUBMITTED:
            if locked.submit_key == key:
                return SubmittedHit(locked, repeated=True)
            raise AlreadySubmitted(Message("hit_already_submitted"))
        if locked.state not in (Hit.State.LIVE, Hit.State.EXPIRED):
            raise NotHeld(Message("tasks_not_held"))
        stage = hit.project.recipe.stage(hit.stage_key)
        wanted = _still_in(locked, held)
        known = annotations_of_many([assignment.sample_id for assignment in wanted])
        parsed = _checked(stage, wanted, answers, known)
        ours = _in_time(locked, wanted, at)
        if ours:
            recorder = Recorder(actor_id=hit.annotator_id, at=at)
            for assignment in wanted:
                if assignment.state != Assignment.State.LIVE:
                    leases.retake(recorder, assignment)
            _record(recorder, locked, key, stage, parsed, known)
        else:
            for late in parsed:
                keep_as_draft(late.held, stage.kind_object.dump(late.answer), at)
    if not ours:
        raise lost(wanted[0])
    return SubmittedHit(locked, repeated=False)


def _locked(hit: Hit) -> list[Assignment]:
    held = lock(Assignment.objects.filter(hit=hit.pk).values_list("pk", flat=True))
    for assignment in held:
        assignment.project = hit.project
    return held


def _still_in(hit: Hit, held: list[Assignment]) -> list[Assignment]:
    """What has to be answered: not what was skipped or withdrawn while the HIT lived."""
    if hit.state == Hit.State.LIVE:
        wanted = [row for row in held if row.state == Assignment.State.LIVE]
    else:
        expired = [row for row in held if row.state == Assignment.State.EXPIRED]
        wanted = [row for row in expired if row.ended_at == hit.ended_at]
    if not wanted:
        raise NotHeld(Message("tasks_not_held"))
    return wanted


def _in_time(hit: Hit, wanted: list[Assignment], at: datetime) -> bool:
    if at > hit.deadline + GRACE:
        return False
    return all(row.state == Assignment.State.LIVE or leases.may_retake(row) for row in wanted)


@dataclass(frozen=True)
class _Checked:
    """One answer that keeps the rules, beside the assignment it belongs to."""

    held: Assignment
    answer: Any
    active_seconds: float
    looked_at: list[str] | None


def _checked(
    stage: StageSpec, wanted: list[Assignment], answers: Sequence[HitAnswer], known: Known
) -> list[_Checked]:
    """Pair and check the answers; all that is wrong with any of them is said at once."""
    length = sum(text_length(sent.answer) for sent in answers)
    if length > MOST_CHARACTERS:
        message = Message("too_much_text_in_hit", length=length, limit=MOST_CHARACTERS)
        raise given_answers.refusal([FieldError.about("answers", message)])
    by_id = {assignment.pk: assignment for assignment in wanted}
    wrong: list[FieldError] = []
    good: dict[int, _Checked] = {}
    for place, sent in enumerate(answers):
        held = by_id.get(sent.assignment)
        if held is None or sent.assignment in good:
            wrong.append(_stray(place, is_double=held is not None))
            continue
        try:
            view = given_answers.view_of(held, stage, known.get(held.sample_id, []))
            answer = given_answers.checked(stage, sent.answer, view)
        except errors.Invalid as refused:
            wrong += [_at(place, field) for field in refused.fields]
            answer = None
        good[held.pk] = _Checked(held, answer, sent.active_seconds, sent.looked_at)
    if len(good) < len(by_id):
        missing = Message("tasks_unanswered", count=len(by_id) - len(good))
        wrong.append(FieldError.about("answers", missing, code="missing"))
    if wrong:
        raise given_answers.refusal(wrong)
    return [good[assignment.pk] for assignment in wanted]


def _at(place: int, field: FieldError) -> FieldError:
    path = f"answers[{place}].{field.path}".rstrip(".")
    return replace(field, path=path)


def _stray(place: int, *, is_double: bool) -> FieldError:
    path = f"answers[{place}].assignment"
    if is_double:
        return FieldError.about(path, Message("answered_twice"), code="double")
    return FieldError.about(path, Message("not_in_hit"))


def _record(
    recorder: Recorder,
    hit: Hit,
    key: uuid.UUID,
    stage: StageSpec,
    parsed: list[_Checked],
    known: Known,
) -> None:
    submitted = [
        SubmittedAnswer(
            held=answer.held,
            answer=given_answers.as_stored(stage, answer.answer, answer.held),
            key=uuid.uuid5(key, str(answer.held.pk)),
            seconds=counted_seconds(answer.held, answer.active_seconds, recorder.at),
            looked=looks.counted(stage, answer.answer, answer.held, answer.looked_at),
        )
        for answer in parsed
    ]
    record(recorder, hit.project, stage, submitted, known)
    hit.state, hit.submit_key, hit.ended_at = Hit.State.SUBMITTED, key, recorder.at
    hit.save(update_fields=["state", "submit_key", "ended_at"])
    notify(submitted)
