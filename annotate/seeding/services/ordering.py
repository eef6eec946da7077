"""In which order unstarted samples are handed out: by chance, or by an acquisition rule.

Open tasks are handed out by their order keys, random numbers. A rule deals the keys
of the samples it has scored out among them anew: the highest score gets the lowest key. The keys
stay the same numbers, spread as evenly as before, so that claims search as ever, samples of which
the rule knows nothing stay where chance put them, and new ones fall in between.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from annotate.analysis.randomness import draw
from annotate.core import clock, errors, jobs
from annotate.core.jobs import services as job_services
from annotate.core.jobs.heartbeat import Heartbeat
from annotate.core.jobs.models import Job
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.seeding.models import Ordering, SampleScore
from annotate.seeding.selectors import ordering as selectors
from annotate.seeding.services.scoring import Scores, compared_stage, scores, unstarted
from annotate.workflow.models import Purpose, Task

JOB = "seeding.order"
# Locked together, for a few milliseconds in which claims pass them by.
AT_ONCE = 50
_OFFERED = (Task.State.OPEN, Task.State.PARKED)


def start(
    *, project: Project, actor: User | None, rule: str, versions: Sequence[int] = ()
) -> Ordering:
    """Change the order of unstarted samples, in the background.

    Args:
        versions: the two versions whose seeds are compared, for `disagreement`; the two that made
            most seeds of these samples if left out.

    Raises:
        Invalid: the rule cannot be applied now; the reason is said.
        Conflict: the order is being changed.
    """
    parameters = _parameters(project, rule, versions)
    with transaction.atomic():
        Project.objects.select_for_update().get(pk=project.pk)
        if Ordering.objects.filter(project=project, job__state__in=Job.UNFINISHED).exists():
            raise errors.Conflict(Message("ordering_under_way"))
        ordering = Ordering.objects.create(
            project=project, rule=rule, parameters=parameters, created_by=actor
        )
        ordering.job = job_services.start(
            name=JOB,
            scope=project.scope,
            payload={"ordering_id": ordering.pk},
            by=actor.pk if actor else None,
        )
        ordering.save(update_fields=["job"])
        audit(project=project, actor=actor, verb="order.changed", rule=rule, **parameters)
    return ordering


def _parameters(project: Project, rule: str, versions: Sequence[int]) -> dict[str, Any]:
    reason = selectors.why_not(project, Ordering.Rule(rule))
    if reason is not None:
        raise errors.Invalid.field("rule", reason, code="not_possible")
    if rule != Ordering.Rule.DISAGREEMENT:
        return {}
    known = [version.pk for version in selectors.versions_with_seeds(project)]
    chosen = list(dict.fromkeys(versions)) or known[:2]
    if len(chosen) != 2 or not set(chosen) <= set(known):
        raise errors.Invalid.field("versions", Message("two_versions"))
    return {"versions": chosen, "stage": compared_stage(project)}


@jobs.handler(JOB)
def order(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Score unstarted samples and deal their places out; a killed job begins anew.

    The keys depend on the scores and the project's seed alone, not on what was dealt before.
    """
    ordering = Ordering.objects.select_related("project").get(pk=payload["ordering_id"])
    with Heartbeat(progress) as heartbeat:
        by_sample = scores(ordering, heartbeat)
        _write(ordering, by_sample)
        changed = _apply(ordering.project, by_sample, heartbeat)
    Ordering.objects.filter(pk=ordering.pk).update(samples=len(by_sample), applied_at=clock.now())
    return {"samples": len(by_sample), "tasks": changed}


def _write(ordering: Ordering, by_sample: Scores) -> None:
    rows = [SampleScore(ordering=ordering, sample_id=pk, score=by_sample[pk]) for pk in by_sample]
    with transaction.atomic():
        ordering.scores.all().delete()
        SampleScore.objects.bulk_create(rows, batch_size=1000)


def _apply(project: Project, by_sample: Scores, progress: jobs.Progress) -> int:
    """Give the open tasks of unstarted samples their keys; return how many changed."""
    waiting = Task.objects.filter(
        project=project,
        purpose=Purpose.WORK,
        state__in=_OFFERED,
        sample__in=unstarted(project).values("pk"),
    )
    tasks = list(waiting.order_by("pk"))
    keys = dealt(
        {task.pk: _drawn(project, task) for task in tasks},
        {task.pk: by_sample[task.sample_id] for task in tasks if task.sample_id in by_sample},
    )
    changed = [task for task in tasks if task.order_key != keys[task.pk]]
    for task in changed:
        task.order_key = keys[task.pk]
    for start_at in range(0, len(changed), AT_ONCE):
        # Who has been given one meanwhile is not disturbed: nobody reads the key of a held task.
        Task.objects.bulk_update(changed[start_at : start_at + AT_ONCE], ["order_key"])
        progress.report(start_at, len(changed), Message("order_dealing"))
    return len(changed)


def dealt(drawn: Mapping[int, int], by_task: Mapping[int, float]) -> dict[int, int]:
    """The key of each task: its own, or, among those with a score, by that.

    >>> dealt({1: 50, 2: 10, 3: 30, 4: 20}, {1: 0.9, 3: 0.5, 4: 0.7})
    {1: 20, 2: 10, 3: 50, 4: 30}
    """
    keys = dict(drawn)
    # Where scores are equal, chance decides as before.
    ranked = sorted(by_task, key=lambda pk: (-by_task[pk], drawn[pk]))
    for pk, key in zip(ranked, sorted(drawn[pk] for pk in by_task), strict=True):
        keys[pk] = key
    return keys


def _drawn(project: Project, task: Task) -> int:
    """The key that a task was created with."""
    names = (task.sample_id, task.stage_key, task.index)
    about = [task.about_id] if task.about_id is not None else []
    return draw(project.seed, *names, *about)
