"""What the database says afterwards: every promise looked up, none taken on trust."""

from collections import Counter, defaultdict
from typing import Any

from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Assignment, Sample, Task, Transition
from tests.workflow import aggregates


def broken_histories(project: Project) -> list[str]:
    """Return tasks and assignments whose transitions are no unbroken chain to their state."""
    states: dict[tuple[str, int], str] = {}
    broken = []
    for row in Transition.objects.filter(sample__project=project).order_by("pk"):
        subject = (row.subject, row.subject_id)
        if states.get(subject, _before_all(row)) != row.from_state:
            broken.append(f"{subject}: {states.get(subject)} but then from {row.from_state}")
        states[subject] = row.to_state
    for model, name in ((Task, "task"), (Assignment, "assignment"), (Sample, "sample")):
        found: Any = model._default_manager.filter(project=project).values_list("pk", "state")
        broken += [
            f"{name} {pk} is {state}, its history says {states.get((name, pk))}"
            for pk, state in found
            if states.get((name, pk)) != state
        ]
    return broken


def _before_all(row: Transition) -> str:
    return Sample.State.WAITING if row.subject == Transition.Subject.SAMPLE else ""


def double_leases(project: Project) -> list[str]:
    """Replay every lease: return where a task or a (sample, person) was ever held twice."""
    held = {
        row.pk: row
        for row in Assignment.objects.filter(project=project).only(
            "pk", "task_id", "sample_id", "annotator_id"
        )
    }
    by_task: dict[int, set[int]] = defaultdict(set)
    by_person: dict[tuple[int, int], set[int]] = defaultdict(set)
    doubled = []
    moves = Transition.objects.filter(sample__project=project, subject="assignment")
    for row in moves.order_by("pk"):
        assignment = held[row.subject_id]
        person = (assignment.sample_id, assignment.annotator_id)
        for live in (by_task[assignment.task_id], by_person[person]):
            if row.to_state == Assignment.State.LIVE:
                live.add(assignment.pk)
            elif row.to_state != Assignment.State.SUBMITTED or live is by_task[assignment.task_id]:
                live.discard(assignment.pk)
            if len(live) > 1:
                doubled.append(f"task {assignment.task_id}, person {person}: {sorted(live)}")
    return doubled


def incomplete_samples(project: Project, rounds: dict[str, int]) -> list[str]:
    """Return samples that are not done with one answer per task by as many different people."""
    answers: dict[int, list[Annotation]] = defaultdict(list)
    for row in Annotation.objects.filter(project=project, origin=Annotation.Origin.PERSON):
        answers[row.sample_id].append(row)
    tasks = Counter(
        Task.objects.filter(project=project, state=Task.State.DONE).values_list(
            "sample_id", flat=True
        )
    )
    expected = sorted((stage, index + 1) for stage, last in rounds.items() for index in range(last))
    wrong = []
    for sample in Sample.objects.filter(project=project):
        mine = answers[sample.pk]
        if (
            sample.state != Sample.State.DONE
            or sample.finished_at is None
            or sorted((row.stage_key, row.index) for row in mine) != expected
            or len({row.author_id for row in mine}) != len(expected)
            or tasks[sample.pk] != len(expected)
            or sample.tasks.count() != len(expected)
        ):
            wrong.append(f"sample {sample.pk} is {sample.state} with {len(mine)} answers")
    return wrong


def broken_lineages(project: Project) -> list[str]:
    """Return rounds that do not continue the text of the round before them."""
    texts = {
        (row.sample_id, row.stage_key, row.index): row
        for row in Annotation.objects.filter(project=project)
    }
    return [
        f"annotation {row.pk}"
        for (sample, stage, index), row in texts.items()
        if index > 1 and row.parent_id != texts[sample, stage, index - 1].pk
    ]


def figures_that_differ(project: Project) -> list[str]:
    """Return the sums that a rebuild from the annotations does not confirm."""
    return aggregates.that_differ(project)
