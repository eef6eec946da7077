"""Have an answer done again, and take that back: tasks cancelled and opened, samples moved back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import F, Max, Q

from annotate.core import rows
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Annotation, Assignment, Purpose, Sample, Task, Transition
from annotate.workflow.selectors.annotations import annotations_of, is_rejected, standing
from annotate.workflow.services.counters import daily_stats
from annotate.workflow.services.release import end_if_empty
from annotate.workflow.services.rounds import (
    UNFINISHED,
    aggregate,
    birth_state,
    has_unfinished,
    in_rounds,
    leave,
    new_task,
    place,
    stage_tasks,
    withdraw_outcomes,
)
from annotate.workflow.services.transitions import Recorder

# Why a task was cancelled or opened; the detail names the answer, so that it can be taken back.
JUDGED = "answer_rejected"
AGAIN = "requeued"
WAITING = (Task.State.OPEN, Task.State.PARKED)


@dataclass(frozen=True)
class Requeued:
    """How many tasks were opened for others, or why none."""

    opened: int
    reason: str | None = None


def drop_judges(recorder: Recorder, answer: Annotation) -> None:
    """Let nobody judge a rejected answer any longer; who is at it keeps their draft."""
    about = Task.objects.filter(about=answer, purpose=Purpose.WORK, state__in=UNFINISHED)
    tasks = _locked(about)
    _cancel(recorder, tasks, answer, reason=JUDGED)
    live = Assignment.objects.filter(task__in=tasks, state=Assignment.State.LIVE)
    held = list(live.select_for_update(no_key=True).order_by("pk"))
    recorder.move_all(held, Assignment.State.EXPIRED, reason=JUDGED, ended_at=recorder.at)
    end_if_empty([assignment.hit_id for assignment in held], at=recorder.at)


def requeue_answer(
    recorder: Recorder, project: Project, held: Assignment, answer: Annotation
) -> Requeued:
    """Open a replacement of a rejected answer's task and take its sample back there."""
    stage = project.recipe.stage(answer.stage_key)
    later = _later_tasks(project, stage, held.sample, held.task)
    why_not = _why_not(project, stage, held, answer, later)
    if why_not is not None:
        return Requeued(opened=0, reason=why_not)
    _cancel(recorder, later, answer, reason=AGAIN)
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
    return Requeued(opened=1)


def _why_not(
    project: Project,
    stage: StageSpec,
    held: Assignment,
    answer: Annotation,
    later: Sequence[Task],
) -> str | None:
    keys = project.recipe.stage_keys
    if held.sample.state == Sample.State.OPEN and (
        keys.index(held.sample.stage_key) < keys.index(stage.key)
    ):
        return "An earlier step of this image is being done again; this one follows it."
    if any(task.state == Task.State.HELD for task in later):
        return "Somebody is working on what follows at this moment."
    if _replacements(held.sample, answer, exclude=[Task.State.CANCELLED]):
        return "It is being done again already."
    annotations = annotations_of(held.sample_id)
    if held.task.about_id is not None:
        judged = next((row for row in annotations if row.pk == held.task.about_id), None)
        if judged is None or is_rejected(judged):
            return "The answer that it judges has been rejected."
    after = set(_later_stages(project, stage))
    for annotation in standing(annotations):
        if annotation.origin != Annotation.Origin.PERSON:
            continue
        if annotation.stage_key in after or _is_later_round(stage, annotation, answer):
            return "Later answers build on it."
    return None


def _is_later_round(stage: StageSpec, other: Annotation, answer: Annotation) -> bool:
    return in_rounds(stage) and other.stage_key == stage.key and other.index > answer.index


def _later_stages(project: Project, stage: StageSpec) -> list[str]:
    """The stages that build on what this one gives; judges look at each answer alone."""
    keys = project.recipe.stage_keys
    after = project.recipe.stages[keys.index(stage.key) + 1 :]
    return [later.key for later in after if later.about is None]


def _later_tasks(project: Project, stage: StageSpec, sample: Sample, task: Task) -> list[Task]:
    """Locked, what is still to be done after a task: in later rounds and later stages."""
    later = Q(stage_key__in=_later_stages(project, stage))
    if in_rounds(stage):
        later |= Q(stage_key=stage.key, index__gt=task.index)
    waiting = Task.objects.filter(later, sample=sample, purpose=Purpose.WORK, state__in=UNFINISHED)
    return _locked(waiting)


def _locked(tasks: Iterable[Task]) -> list[Task]:
    keys = [task.pk for task in tasks]
    wanted = Task.objects.select_for_update(no_key=True).filter(pk__in=keys, state__in=UNFINISHED)
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
    if in_rounds(stage) or keys.index(sample.stage_key) > keys.index(stage.key):
        place(sample, stage.key, index if in_rounds(stage) else 1, recorder)


def _reopen(recorder: Recorder, sample: Sample) -> None:
    """Have a finished sample finished no more, in the daily stats as well."""
    answers = Annotation.objects.filter(
        sample=sample, purpose=Purpose.WORK, origin=Annotation.Origin.PERSON
    )
    last = answers.filter(created_at=F("sample__finished_at")).order_by("-pk").first()
    if last is not None:
        daily_stats.uncount_finished(last)
    recorder.move(sample, Sample.State.OPEN, reason=AGAIN, finished_at=None, updated_at=recorder.at)


def restore(recorder: Recorder, project: Project, sample: Sample, answer: Annotation) -> None:
    """Take back what a rejection did, as far as nobody has worked on what came of it."""
    reopened = _cancelled_for(sample, answer, JUDGED)
    replaced = _replacements(sample, answer, exclude=[Task.State.CANCELLED])
    unbegun = [task for task in _locked(replaced) if task.state in WAITING]
    # Where the replacement has itself been called off for another answer, what waits is that one's.
    if replaced and len(unbegun) == len(replaced):
        recorder.move_all(unbegun, Task.State.CANCELLED, reason="reinstated")
        reopened += _cancelled_for(sample, answer, AGAIN)
    recorder.move_all(reopened, birth_state(sample), reason="reinstated")
    reopened += _missing_judges(recorder, project, sample, answer)
    withdraw_outcomes(reopened)
    _move_to(recorder, project, sample, reopened)


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
    recorder.created(judges, reason="reinstated")
    return judges


def _move_to(recorder: Recorder, project: Project, sample: Sample, tasks: list[Task]) -> None:
    """Place a sample at the last stage in which something was opened for it again."""
    keys = project.recipe.stage_keys
    open_again = [task for task in tasks if task.stage_key in keys]
    if not open_again or sample.state not in (Sample.State.OPEN, Sample.State.DONE):
        return
    newest = max(open_again, key=lambda task: (keys.index(task.stage_key), task.index))
    stage = project.recipe.stage(newest.stage_key)
    beyond = Task.objects.filter(sample=sample, stage_key__in=_later_stages(project, stage))
    if beyond.exclude(state=Task.State.CANCELLED).exists():
        return  # work goes on there; what was opened again is done beside it
    here = project.recipe.stage(sample.stage_key)
    comes_later = keys.index(stage.key) > keys.index(here.key)
    if sample.state == Sample.State.OPEN and comes_later and has_unfinished(sample, here):
        return  # it comes there when another answer has been done again
    if sample.state == Sample.State.DONE:
        _reopen(recorder, sample)
    place(sample, stage.key, newest.index if in_rounds(stage) else 1, recorder)


def aggregate_again(recorder: Recorder, project: Project, answer: Annotation) -> None:
    """Decide again about the answer that a judgement was about."""
    if answer.about_id is not None:
        aggregate(recorder, project.recipe.stage(answer.stage_key), [answer.about_id])


def go_on(recorder: Recorder, project: Project, sample: Sample) -> None:
    """Take a sample on that has nothing left to do where it is."""
    if sample.state != Sample.State.OPEN or sample.stage_key not in project.recipe.stage_keys:
        return
    stage = project.recipe.stage(sample.stage_key)
    if not has_unfinished(sample, stage):
        known = annotations_of(sample.pk)
        leave(recorder, project, sample, stage, reason="reviewed", known=known)
