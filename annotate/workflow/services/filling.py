"""Fill a HIT: so many tasks on different samples, shuffled, under one deadline."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction

from annotate.core import clock, errors
from annotate.core.randomness import generator
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import HitSpec, StageSpec
from annotate.workflow.hooks import Slot
from annotate.workflow.models import Hit, Purpose, Task
from annotate.workflow.selectors.annotations import annotations_of_many
from annotate.workflow.services import gold
from annotate.workflow.services.expiring import expire_hit
from annotate.workflow.services.membership import lock_membership
from annotate.workflow.services.searching import Seeker, next_tasks
from annotate.workflow.services.taking import take_all
from annotate.workflow.services.transitions import Recorder


def fill(seeker: Seeker, stage: StageSpec, spec: HitSpec) -> Hit | None:
    """Give a new HIT of up to `spec.size` tasks; None where no work is open for this person."""
    drawn = gold.slots(seeker, stage, spec.size)
    taken = {slot.sample.pk for slot in drawn}
    work = next_tasks(seeker, stage, max(spec.size - len(drawn), 1), taken)
    if not work:
        return None
    recorder = Recorder(actor_id=seeker.annotator.pk, at=seeker.at)
    made = gold.make(recorder, seeker, stage, drawn, purpose=Purpose.GOLD)
    hit = _new(seeker, stage, Purpose.WORK, timedelta(minutes=spec.minutes))
    # Of a HIT of one the gold takes the place, as where tasks are given one at a time.
    return _filled(recorder, hit, [*work[: spec.size - len(made)], *made])


def start_hit(
    *,
    project: Project,
    stage_key: str,
    annotator: User,
    purpose: Purpose,
    slots: Sequence[Slot],
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
        if live is not None and not _is_over(live, seeker):
            return _again(live, purpose, seeker)
        recorder = Recorder(actor_id=annotator.pk, at=seeker.at)
        hit = _new(seeker, stage, purpose, _minutes_for(stage, len(slots)))
        made = gold.make(
            recorder, seeker, stage, slots, purpose=purpose, group=f"{purpose}:{hit.pk}"
        )
        return _filled(recorder, hit, made)


def _is_over(live: Hit, seeker: Seeker) -> bool:
    """Take back a HIT whose time is over, as a claim would; say whether it was."""
    return live.deadline < seeker.at and expire_hit(live, seeker.at)


def _again(live: Hit, purpose: Purpose, seeker: Seeker) -> Hit:
    if live.purpose != purpose:
        raise errors.Conflict(
            "You are in the middle of another set of tasks.",
            code="hit_held",
            remedy="Submit it or give it back first.",
        )
    live.project, live.annotator = seeker.project, seeker.annotator
    return live


def _minutes_for(stage: StageSpec, count: int) -> timedelta:
    """Return the time of the stage's HITs, or a lease for each task where it gives none."""
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
