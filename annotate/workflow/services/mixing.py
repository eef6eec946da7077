"""Work with gold among it: tasks whose right answer is known take the place of some.

Gold stands where work would have stood: on images that look to the person as the others do, in
places of the same HIT, with the same draft when it comes back. Whoever reads every byte finds
nothing in it that work has not (docs/decisions/0010).
"""

from collections.abc import Collection, Sequence
from uuid import uuid4

from annotate.core import rows
from annotate.projects.recipes import StageSpec
from annotate.workflow import hooks
from annotate.workflow.models import Hit, Purpose, Task
from annotate.workflow.selectors.looks import looks_of
from annotate.workflow.selectors.queue import exclusion_group
from annotate.workflow.services.search import Seeker, next_tasks, tasks_alike
from annotate.workflow.services.transitions import Recorder


def work_of(seeker: Seeker, stage: StageSpec, count: int) -> list[Task]:
    """The next tasks of a stage, locked: alike where gold may be among them."""
    find = tasks_alike if _has_gold(seeker, stage) else next_tasks
    return find(seeker, stage, count)


def _has_gold(seeker: Seeker, stage: StageSpec) -> bool:
    return stage.gold_rate > 0 and any(has(seeker.project, stage) for has in hooks.keeping)


def with_gold(
    recorder: Recorder, seeker: Seeker, stage: StageSpec, work: list[Task], hit: Hit | None = None
) -> list[Task]:
    """As many tasks as there is work, some of them gold; what it takes the place of stays open."""
    if not stage.gold_rate or not work:
        return work
    slots = _drawn(seeker, stage, work, hit)
    if not slots:
        return work
    taken = {slot.sample.pk for slot in slots}
    left = [task for task in work if task.sample_id not in taken]
    state = Task.State.OPEN if hit is None else Task.State.HELD
    gold = _gold_tasks(recorder, seeker, stage, slots, state)
    return [*left[: len(work) - len(gold)], *gold]


def _drawn(
    seeker: Seeker, stage: StageSpec, work: Sequence[Task], hit: Hit | None
) -> list[hooks.Slot]:
    first = work[0].sample_id

    def like(samples: Collection[int]) -> Collection[int]:
        looks = looks_of(seeker.annotator.pk, stage, {first, *samples})
        return {pk for pk in samples if looks[pk] == looks[first]}

    places = hooks.Places(count=len(work), at=seeker.at, like=like, hit=hit)
    slots: list[hooks.Slot] = []
    for mixer in hooks.mixing:
        slots += mixer(seeker.project, stage, seeker.annotator, places)
    return slots


def gold_or_work(seeker: Seeker, task: Task) -> Task:
    """The task that was found, or gold in its place."""
    stage = seeker.project.recipe.stage(task.stage_key)
    if not stage.gold_rate:
        return task
    # Judges come back to an image; which they have met how often must not tell gold.
    least_met = tasks_alike if stage.about and _has_gold(seeker, stage) else None
    work = (least_met and least_met(seeker, stage, 1)) or [task]
    recorder = Recorder(actor_id=None, at=seeker.at)
    [given] = with_gold(recorder, seeker, stage, work)
    recorder.write()
    given.project = seeker.project  # which we have, with its recipe parsed
    return given


def _gold_tasks(
    recorder: Recorder,
    seeker: Seeker,
    stage: StageSpec,
    slots: Sequence[hooks.Slot],
    state: Task.State,
) -> list[Task]:
    """Those that the person has given back or lost, which come again as work does, or new ones."""
    before = Task.objects.filter(
        purpose=Purpose.GOLD,
        stage_key=stage.key,
        state=Task.State.CANCELLED,
        sample__in=[slot.sample.pk for slot in slots],
        assignments__annotator=seeker.annotator,
    )
    known = {(task.sample_id, task.about_id): task for task in before.order_by("pk").distinct()}
    tasks: list[Task] = []
    made: list[Task] = []
    for slot in slots:
        place = (slot.sample.pk, slot.about.pk if slot.about else None)
        task = None if slot.again else known.get(place)
        if task is None:
            group = f"again:{uuid4().hex}" if slot.again else ""
            task = new_task(seeker, stage, slot, purpose=Purpose.GOLD, group=group, state=state)
            made.append(task)
        task.sample, task.about = slot.sample, slot.about
        tasks.append(task)
    rows.insert(made)
    recorder.created(made, reason=Purpose.GOLD)
    return tasks


def new_task(
    seeker: Seeker,
    stage: StageSpec,
    slot: hooks.Slot,
    *,
    purpose: Purpose,
    group: str,
    state: Task.State = Task.State.HELD,
) -> Task:
    """A task made for one person, not yet written.

    Args:
        group: an exclusion group of its own, for what may come again; "" for that of work.
    """
    recipe = seeker.project.recipe
    return Task(
        project=seeker.project,
        sample=slot.sample,
        stage_key=stage.key,
        index=1,
        purpose=purpose,
        about=slot.about,
        exclusion_group=group or exclusion_group(recipe, stage, slot.about),
        order_key=0,
        state=state,
        created_at=seeker.at,
    )
