"""Have an answer done again, and take that back: tasks cancelled and opened, samples moved back.

What others have made of the answer is superseded: kept, paid, and counted on no longer, until the
rejection is taken back. Without it, what they made goes on to count, and only a stage in which
nothing stands any more is done again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.db.models import Max, Q

from annotate.core import rows
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Annotation, Assignment, Purpose, Sample, Task, Transition
from annotate.workflow.selectors.annotations import annotations_of, standing, stands
from annotate.workflow.selectors.resting import later_stages, resting_on
from annotate.workflow.services.counters import daily_stats
from annotate.workflow.services.outcomes import aggregate, withdraw_outcomes
from annotate.workflow.services.release import end_if_empty
from annotate.workflow.services.rounds import (
    birth_state,
    fill,
    has_unfinished,
    leave,
    new_task,
    place,
    stage_tasks,
)
from annotate.workflow.services.transitions import Recorder

# Why a task was cancelled or opened; the detail names the answer, so that it can be taken back.
JUDGED = "answer_rejected"
AGAIN = "requeued"
SUPERSEDED = "superseded"
REINSTATED = "reinstated"
WAITING = (Task.State.OPEN, Task.State.PARKED)


@dataclass(frozen=True)
class Requeued:
    """How many tasks were opened for others, or why none; and which answers no longer count."""

    opened: int
    reason: Message | None = None
    superseded: tuple[Annotation, ...] = ()


def drop_judges(recorder: Recorder, answer: Annotation) -> None:
    """Let nobody judge an answer any longer that is set aside."""
    about = Task.objects.filter(about=answer, purpose=Purpose.WORK, state__in=Task.UNFINISHED)
    _call_off(recorder, _locked(about), answer, reason=JUDGED)


def _call_off(
    recorder: Recorder, tasks: Sequence[Task], answer: Annotation, *, reason: str
) -> None:
    """Cancel tasks for the sake of an answer; who is at one of them keeps their draft."""
    _cancel(recorder, tasks, answer, reason=reason)
    live = Assignment.objects.filter(task__in=tasks, state=Assignment.State.LIVE)
    held = list(live.select_for_update(no_key=True).order_by("pk"))
    recorder.move_all(held, Assignment.State.EXPIRED, reason=reason, ended_at=recorder.at)
    end_if_empty([assignment.hit_id for assignment in held], at=recorder.at)


def requeue_answer(
    recorder: Recorder, project: Project, held: Assignment, answer: Annotation
) -> Requeued:
    """Open a replacement of a rejected answer's task and take its sample back there.

    Later rounds and later stages are superseded, and what somebody does of them now is called off.
    """
    stage = project.recipe.stage(answer.stage_key)
    known = annotations_of(held.sample_id)
    why_not = _why_not(project, stage, held, answer, known)
    if why_not is not None:
        return Requeued(opened=0, reason=why_not)
    _call_off(recorder, _later_tasks(project, stage, held.sample, held.task), answer, reason=AGAIN)
    superseded = resting_on(project, answer, known)
    _supersede(recorder, superseded, answer)
    task = new_task(
        project,
        stage,
        sample_id=held.sample_id,
        index=_highest(stage, held.task) + 1,
        at=recorder.at,
        state=birth_state(held.sample),
        about=held.task.about,
    )
    rows.insert([task])
    recorder.note(task, "", task.state, reason=AGAIN, detail={"answer": answer.pk})
    withdraw_outcomes([task])
    _move_back(recorder, project, held.sample, stage, task.index)
    return Requeued(opened=1, superseded=tuple(superseded))


def _supersede(recorder: Recorder, later: Sequence[Annotation], answer: Annotation) -> None:
    """Set answers aside because one before them is done again."""
    work = Assignment.objects.filter(answer__in=[row.pk for row in later])
    held = list(work.select_for_update(no_key=True).order_by("pk"))
    work.update(superseded_by=answer)
    for assignment in held:
        _note(recorder, assignment, SUPERSEDED, answer)
    for row in later:
        drop_judges(recorder, row)


def _note(recorder: Recorder, held: Assignment, reason: str, answer: Annotation) -> None:
    """Record what befell a submitted answer, whose state stays what it is."""
    recorder.note(held, held.state, held.state, reason=reason, detail={"answer": answer.pk})


def reinstate_superseded(recorder: Recorder, answer: Annotation) -> list[Annotation]:
    """Let the answers count again that were superseded for this one; return those that do.

    One that a lead has rejected meanwhile is superseded no longer, and stays rejected.
    """
    work = Assignment.objects.filter(sample=answer.sample_id, superseded_by=answer)
    held = list(work.select_for_update(no_key=True, of=("self",)).order_by("pk"))
    work.update(superseded_by=None)
    for assignment in held:
        _note(recorder, assignment, REINSTATED, answer)
    standing = [each for each in held if each.verdict != Assignment.Verdict.REJECTED]
    back = Annotation.objects.filter(assignment__in=standing)
    return list(back.select_related("parent").order_by("pk"))


def _why_not(
    project: Project,
    stage: StageSpec,
    held: Assignment,
    answer: Annotation,
    known: Sequence[Annotation],
) -> Message | None:
    if held.superseded_by_id is not None:
        return Message("superseded_already")
    keys = project.recipe.stage_keys
    if held.sample.state == Sample.State.OPEN and (
        keys.index(held.sample.stage_key) < keys.index(stage.key)
    ):
        return Message("earlier_step_again")
    if _replacements(held.sample, answer, exclude=[Task.State.CANCELLED]):
        return Message("being_done_again")
    if held.task.about_id is not None:
        judged = next((row for row in known if row.pk == held.task.about_id), None)
        if judged is None or not stands(judged):
            return Message("judged_answer_rejected")
    return None


def _later_tasks(project: Project, stage: StageSpec, sample: Sample, task: Task) -> list[Task]:
    """Locked, what is still to be done after a task: in later rounds and later stages."""
    later = Q(stage_key__in=later_stages(project, stage))
    if stage.in_rounds:
        later |= Q(stage_key=stage.key, index__gt=task.index)
    waiting = Task.objects.filter(
        later, sample=sample, purpose=Purpose.WORK, state__in=Task.UNFINISHED
    )
    return _locked(waiting)


def _locked(tasks: Iterable[Task]) -> list[Task]:
    keys = [task.pk for task in tasks]
    wanted = Task.objects.select_for_update(no_key=True).filter(
        pk__in=keys, state__in=Task.UNFINISHED
    )
    return list(wanted.order_by("pk"))


def _cancel(recorder: Recorder, tasks: Iterable[Task], answer: Annotation, *, reason: str) -> None:
    for task in tasks:
        recorder.move(task, Task.State.CANCELLED, reason=reason, detail={"answer": answer.pk})


def _highest(stage: StageSpec, task: Task) -> int:
    siblings = Task.objects.filter(
        sample=task.sample_id, stage_key=stage.key, about=task.about_id, purpose=Purpose.WORK
    )
    return int(siblings.aggregate(highest=Max("index"))["highest"])


def _move_back(
    recorder: Recorder, project: Project, sample: Sample, stage: StageSpec, index: int
) -> None:
    """Take a sample back to a stage it has left, or to a new round of the one it is in."""
    if sample.state == Sample.State.DONE:
        _reopen(recorder, sample)
    elif sample.state != Sample.State.OPEN:
        return
    keys = project.recipe.stage_keys
    if stage.in_rounds or keys.index(sample.stage_key) > keys.index(stage.key):
        place(sample, stage.key, index if stage.in_rounds else 1, recorder)


def _reopen(recorder: Recorder, sample: Sample) -> None:
    """Have a finished sample finished no more, in the daily stats as well."""
    last = _given_at(sample, sample.finished_at)
    if last is not None:
        daily_stats.count_finished(last, -1)
    recorder.move(sample, Sample.State.OPEN, reason=AGAIN, finished_at=None, updated_at=recorder.at)


def _given_at(sample: Sample, at: datetime | None) -> Annotation | None:
    """The answer that finished a sample at a moment: of several the last, as in a rebuild."""
    if at is None:
        return None
    answers = Annotation.objects.filter(
        sample=sample, purpose=Purpose.WORK, origin=Annotation.Origin.PERSON, created_at=at
    )
    return answers.order_by("-pk").first()


def restore(
    recorder: Recorder, project: Project, sample: Sample, answer: Annotation
) -> list[Annotation]:
    """Take back what a rejection did, as far as nobody has worked on what came of it.

    Returns:
        The later answers that count again.
    """
    back: list[Annotation] = []
    reopened = _cancelled_for(sample, answer, JUDGED)
    replaced = _replacements(sample, answer, exclude=[Task.State.CANCELLED])
    unbegun = [task for task in _locked(replaced) if task.state in WAITING]
    # Where the replacement has itself been called off for another answer, what waits is that one's.
    if replaced and len(unbegun) == len(replaced):
        recorder.move_all(unbegun, Task.State.CANCELLED, reason=REINSTATED)
        reopened += _cancelled_for(sample, answer, AGAIN)
        back = reinstate_superseded(recorder, answer)
        for row in back:
            reopened += _cancelled_for(sample, row, JUDGED)
    reopened = _newest_of_each_place(reopened)
    recorder.move_all(reopened, birth_state(sample), reason=REINSTATED)
    reopened += _missing_judges(recorder, project, sample, answer)
    withdraw_outcomes(reopened)
    _move_to(recorder, project, sample, reopened)
    return back


def _replacements(sample: Sample, answer: Annotation, *, exclude: list[str]) -> list[Task]:
    born = Transition.objects.filter(
        sample=sample,
        subject=Transition.Subject.TASK,
        from_state="",
        reason=AGAIN,
        detail__answer=answer.pk,
    )
    tasks = Task.objects.filter(pk__in=born.values("subject_id"))
    return list(tasks.exclude(state__in=exclude).order_by("pk"))


def done_again(answer: Annotation) -> bool:
    """Whether a task that was opened in place of an answer is still there, begun or not."""
    return bool(_replacements(answer.sample, answer, exclude=[Task.State.CANCELLED]))


def _cancelled_for(sample: Sample, answer: Annotation, reason: str) -> list[Task]:
    """The tasks whose last change was to be cancelled for this answer."""
    last: dict[int, Transition] = {}
    changes = Transition.objects.filter(sample=sample, subject=Transition.Subject.TASK)
    for row in changes.order_by("pk"):
        last[row.subject_id] = row
    wanted = [
        pk
        for pk, row in last.items()
        if row.to_state == Task.State.CANCELLED
        and row.reason == reason
        and row.detail.get("answer") == answer.pk
    ]
    locked = Task.objects.select_for_update(no_key=True).filter(pk__in=wanted)
    return [task for task in locked.order_by("pk") if not _is_taken(task)]


def _newest_of_each_place(tasks: Iterable[Task]) -> list[Task]:
    """Of tasks that were called off at one place, one after the other, the last.

    A stage that a sample comes to anew opens its round again, beside the one that was called off.
    """
    newest = {
        (task.stage_key, task.about_id, task.index): task
        for task in sorted(tasks, key=attrgetter("created_at", "pk"))
    }
    return list(newest.values())


def _is_taken(task: Task) -> bool:
    """Whether another task has come to the place of a cancelled one."""
    same = Task.objects.filter(
        sample=task.sample_id,
        stage_key=task.stage_key,
        about=task.about_id,
        index=task.index,
        purpose=Purpose.WORK,
    )
    return same.exclude(state=Task.State.CANCELLED).exists()


def _missing_judges(
    recorder: Recorder, project: Project, sample: Sample, answer: Annotation
) -> list[Task]:
    """Open judges for an answer that was rejected when its sample came to those who judge."""
    keys = project.recipe.stage_keys
    judges: list[Task] = []
    for stage in project.recipe.stages:
        reached = sample.state == Sample.State.DONE or (
            sample.stage_key in keys and keys.index(sample.stage_key) >= keys.index(stage.key)
        )
        if stage.about == answer.stage_key and reached:
            tasks = stage_tasks(project, stage, sample, at=recorder.at, state=birth_state(sample))
            judges += [task for task in tasks if task.about_id == answer.pk]
    rows.insert(judges)
    recorder.created(judges, reason=REINSTATED)
    return judges


def _move_to(recorder: Recorder, project: Project, sample: Sample, tasks: list[Task]) -> None:
    """Place a sample at the last stage in which something was opened for it again."""
    keys = project.recipe.stage_keys
    open_again = [task for task in tasks if task.stage_key in keys]
    if not open_again or sample.state not in (Sample.State.OPEN, Sample.State.DONE):
        return
    newest = max(open_again, key=lambda task: (keys.index(task.stage_key), task.index))
    stage = project.recipe.stage(newest.stage_key)
    beyond = Task.objects.filter(sample=sample, stage_key__in=later_stages(project, stage))
    if beyond.exclude(state=Task.State.CANCELLED).exists():
        return  # work goes on there; what was opened again is done beside it
    here = project.recipe.stage(sample.stage_key)
    comes_later = keys.index(stage.key) > keys.index(here.key)
    if sample.state == Sample.State.OPEN and comes_later and has_unfinished(sample, here):
        return  # it comes there when another answer has been done again
    if sample.state == Sample.State.DONE:
        _reopen(recorder, sample)
    place(sample, stage.key, newest.index if stage.in_rounds else 1, recorder)


def aggregate_again(recorder: Recorder, project: Project, answer: Annotation) -> None:
    """Decide again about the answer that a judgement was about."""
    if answer.about_id is not None:
        aggregate(recorder, project.recipe.stage(answer.stage_key), [answer.about_id])


def go_on(
    recorder: Recorder, project: Project, sample: Sample, detail: dict[str, Any] | None = None
) -> None:
    """Take a sample on that has nothing left to do where it is, and back where something lacks.

    Args:
        detail: stored with the tasks that are opened, so that a verdict can be taken back.
    """
    keys = project.recipe.stage_keys
    known = annotations_of(sample.pk)
    if sample.state == Sample.State.DONE:
        stages = project.recipe.stages
        if fill(recorder, project, sample, stages, known=known, reason=AGAIN, detail=detail):
            _reopen(recorder, sample)
        return
    if sample.state != Sample.State.OPEN or sample.stage_key not in keys:
        return
    stage = project.recipe.stage(sample.stage_key)
    if has_unfinished(sample, stage):
        return
    stages = project.recipe.stages[: keys.index(stage.key) + 1]
    if fill(recorder, project, sample, stages, known=known, reason=AGAIN, detail=detail):
        return
    # No verdict is work: what it leaves whole has been so since the last answer was given.
    given = [row.created_at for row in standing(known) if row.origin == Annotation.Origin.PERSON]
    at = max(given, default=None)
    is_done = leave(
        recorder, project, sample, stage, reason="reviewed", known=known, finished_at=at
    )
    last = _given_at(sample, at)
    if is_done and last is not None:
        daily_stats.count_finished(last, 1)
