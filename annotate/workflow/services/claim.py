"""Claim: the next task or HIT of a project, or the one already held, or why there is none.

A task that is prefetched (docs/decisions/0015) is on the screen the moment the one before it is
handed in: it is held, but not begun. Its lease is short, nobody's time runs, and the next claim
begins it.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from annotate.core import clock
from annotate.core.prepared import Parameter, Prepared
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.projects.recipes import StageSpec
from annotate.workflow import hooks
from annotate.workflow.models import Annotation, Assignment, Hit, Task
from annotate.workflow.schemas.work import Gate, NoTask
from annotate.workflow.selectors.annotations import annotations_of
from annotate.workflow.selectors.queue import why_nothing
from annotate.workflow.services.hits import fill_hit
from annotate.workflow.services.leases import renew, renew_ahead, take
from annotate.workflow.services.locking import lock_membership
from annotate.workflow.services.mixing import gold_or_work
from annotate.workflow.services.release import expire_dead, expire_hit
from annotate.workflow.services.search import Seeker, next_task


@dataclass(frozen=True)
class Claimed:
    """What a claim gave - an assignment or a HIT - or the reason why there is none."""

    assignment: Assignment | None = None
    hit: Hit | None = None
    reason: NoTask | None = None
    gate: Gate | None = None
    # Those of the sample, oldest first, where they had to be read anyway.
    annotations: list[Annotation] | None = None


def claim(*, project: Project, annotator: User, stage_key: str | None = None) -> Claimed:
    """Give `annotator` the next task or HIT of the project, or what they hold already.

    The next task is the open one with the lowest random order key among samples the annotator
    has not worked on, of the stages that ask for the teams they are in. What they hold stays
    theirs, whatever team they have left.

    It is found by one index look-up with SKIP LOCKED (PostgreSQL) or under the write lock (SQLite),
    so no two people can be given the same task and nobody waits. Where the annotator may take none
    of the first hundred, it may be another one.

    Raises:
        NotFound: they are no member any more.
        Forbidden: they have just been blocked.
    """
    at = clock.now()
    stages = _stages(project, stage_key)
    with transaction.atomic():
        membership = lock_membership(project, annotator)
        seeker = seeker_of(membership, annotator, at)
        live = held_by(seeker)
        held = _resume(seeker, [row for row in live if not row.is_ahead], stages)
        if held is not None:
            return held
        asking = [stage for stage in stages if stage.is_for(membership.teams)]
        gated = gates_of(membership, annotator, asking)
        allowed = [stage for stage in asking if stage.key not in gated]
        claimed = (
            _resume(seeker, [row for row in live if row.is_ahead], allowed)
            or _next(seeker, allowed)
            or (_next(seeker, allowed) if expire_dead(project.pk, at) else None)
        )
        if claimed is not None:
            return claimed
        if gated:
            return Claimed(reason="gated", gate=next(iter(gated.values())))
    return Claimed(reason=why_nothing(project.pk, stages, membership.teams))


def _stages(project: Project, stage_key: str | None) -> list[StageSpec]:
    """Later stages first: finishing a sample comes before starting another."""
    if stage_key is not None:
        return [project.recipe.stage(stage_key)]
    return list(reversed(project.recipe.asked_stages))


_HELD = Prepared(
    lambda: (
        Assignment.objects.filter(
            project=Parameter("project"),
            annotator=Parameter("annotator"),
            state=Assignment.State.LIVE,
        )
        .select_related("task", "sample__image", "base")
        .order_by("started_at", "pk")
    )
)


def seeker_of(membership: Membership, annotator: User, at: datetime) -> Seeker:
    """Who looks for work. Their membership is locked: one person claims one thing at a time.

    So a double click holds one task. Blocks change the row as well, so that whoever is blocked
    meanwhile is seen to be.
    """
    return Seeker(membership.project, annotator, at, is_restricted=membership.is_restricted)


def held_by(seeker: Seeker) -> list[Assignment]:
    """What somebody holds in the project, oldest first."""
    held = _HELD.all(project=seeker.project.pk, annotator=seeker.annotator.pk)
    for assignment in held:
        assignment.project = seeker.project  # which we have, with its recipe parsed
    return held


def _resume(seeker: Seeker, held: list[Assignment], stages: list[StageSpec]) -> Claimed | None:
    """What is held of these stages; what was taken ahead begins now."""
    wanted = {stage.key for stage in stages}
    assignment = next((row for row in held if row.task.stage_key in wanted), None)
    if assignment is None:
        return None
    if assignment.hit_id is not None:
        return _resumed(seeker, assignment.hit_id)
    return Claimed(assignment) if renew(assignment, at=seeker.at) else None


def _resumed(seeker: Seeker, hit_id: int) -> Claimed | None:
    """The HIT that is held; one whose time is over goes back instead."""
    hit = Hit.objects.get(pk=hit_id)
    if hit.deadline < seeker.at and expire_hit(hit, seeker.at):
        return None
    hit.project, hit.annotator = seeker.project, seeker.annotator
    return Claimed(hit=hit)


def gates_of(membership: Membership, annotator: User, stages: list[StageSpec]) -> dict[str, Gate]:
    gates = ((stage.key, hooks.gate_of(membership, annotator, stage)) for stage in stages)
    return {key: gate for key, gate in gates if gate is not None}


def _next(seeker: Seeker, stages: list[StageSpec]) -> Claimed | None:
    """What there is in the first stage that has something, HITs where it gives them."""
    singles: list[StageSpec] = []
    for stage in stages:
        if stage.hit is None:
            singles.append(stage)
            continue
        claimed = single(seeker, singles)
        if claimed is not None:
            return claimed
        singles = []
        hit = fill_hit(seeker, stage, stage.hit)
        if hit is not None:
            return Claimed(hit=hit)
    return single(seeker, singles)


def single(seeker: Seeker, stages: list[StageSpec], *, is_ahead: bool = False) -> Claimed | None:
    """Lease the next single task of these stages, or None where there is none."""
    task = next_task(seeker, stages) if stages else None
    if task is None:
        return None
    task = gold_or_work(seeker, task)
    annotations = annotations_of(task.sample_id)
    taken = take(seeker.project, task, seeker.annotator, annotations, seeker.at, is_ahead=is_ahead)
    return Claimed(taken, annotations=annotations)


# Where less than this is open, nobody takes two: the last tasks are for whoever has none.
PLENTY = 20
NOT_AHEAD = Claimed(reason="not_ahead")

# One row, or none: the entry that only a stage with plenty of open tasks has. A read of so many
# entries of the index, however many are open.
_PLENTY = Prepared(
    lambda: Task.objects.filter(
        project=Parameter("project"), stage_key=Parameter("stage"), state=Task.State.OPEN
    ).order_by("order_key")[PLENTY - 1 : PLENTY]
)


def prefetch(*, project: Project, annotator: User, stage_key: str | None = None) -> Claimed:
    """Hold the next task of the stage in which `annotator` is at work, or say that there is none.

    It is given to whoever holds exactly one single task and has begun it, at most one at a time,
    and found in the same way and the same order as any other, gold included. Asked again it is the
    same one.

    Raises:
        NotFound: they are no member any more.
        Forbidden: they have just been blocked.
    """
    at = clock.now()
    with transaction.atomic():
        membership = lock_membership(project, annotator)
        seeker = seeker_of(membership, annotator, at)
        live = held_by(seeker)
        stage = _stage_at_work(project, live, stage_key)
        if stage is None:
            return NOT_AHEAD
        taken = next((row for row in live if row.is_ahead), None)
        if taken is not None:
            is_same = taken.task.stage_key == stage.key
            return Claimed(taken) if is_same and renew_ahead(taken, at=at) else NOT_AHEAD
        return _take(seeker, membership, stage) or NOT_AHEAD


def _stage_at_work(
    project: Project, live: list[Assignment], stage_key: str | None
) -> StageSpec | None:
    """The stage of the one single task that somebody has begun, if it is the one asked for.

    Gold is such a task as well: an answer that told it from work would give it away.
    """
    begun = [row for row in live if not row.is_ahead]
    if len(begun) != 1 or begun[0].hit_id is not None:
        return None
    key = begun[0].task.stage_key
    return project.recipe.stage(key) if stage_key in (None, key) else None


def _take(seeker: Seeker, membership: Membership, stage: StageSpec) -> Claimed | None:
    # Who came through a channel is there for so many tasks, and the platform counts them.
    if (
        not stage.is_for(membership.teams)
        or not seeker.annotator.has_usable_password()
        or gates_of(membership, seeker.annotator, [stage])
        or _PLENTY.first(project=seeker.project.pk, stage=stage.key) is None
    ):
        return None
    return single(seeker, [stage], is_ahead=True)
