"""Tasks that are made for one person, whose right answer is known: gold, practice and tests.

They look like any other task to whoever works on them, and reach nothing that counts work.
"""

from collections.abc import Sequence

from annotate.analysis.randomness import generator
from annotate.core import rows
from annotate.projects.recipes import StageSpec
from annotate.workflow import hooks
from annotate.workflow.models import Assignment, Purpose, Task
from annotate.workflow.selectors.queue import exclusion_group
from annotate.workflow.services.search import Seeker
from annotate.workflow.services.transitions import Recorder


def slots(seeker: Seeker, stage: StageSpec, places: int) -> list[hooks.Slot]:
    """Draw how many of so many places gold gets, and return as many slots or fewer.

    Each place is drawn for itself, so that nobody can count on there being one. A HIT of several
    tasks always has some work; what is given one at a time is work or gold.
    """
    if not stage.gold_rate:
        return []
    chance = generator(seeker.project.seed, "gold", seeker.annotator.pk, stage.key, seeker.at)
    wanted = sum(chance.random() < stage.gold_rate for _ in range(places))
    wanted = min(wanted, max(places - 1, 1))
    found: list[hooks.Slot] = []
    for mixer in hooks.mixing:
        if len(found) < wanted:
            found += mixer(seeker.project, stage, seeker.annotator, wanted - len(found))
    return _unseen(seeker, stage, found)[:wanted]


def _unseen(seeker: Seeker, stage: StageSpec, found: list[hooks.Slot]) -> list[hooks.Slot]:
    """Leave out what this person has had before them: an image seen twice would give gold away."""
    given = Assignment.objects.filter(
        annotator=seeker.annotator, sample__in=[slot.sample.pk for slot in found]
    )
    seen = set(given.values_list("sample", flat=True)) if found else set()
    new: dict[int, hooks.Slot] = {}
    for slot in found:
        if slot.sample.pk not in seen:
            new.setdefault(slot.sample.pk, slot)
    return list(new.values())


def instead_of(seeker: Seeker, task: Task) -> Task | None:
    """A task of gold to give in the place of `task`, if chance wants one."""
    stage = seeker.project.recipe.stage(task.stage_key)
    drawn = slots(seeker, stage, 1)
    if not drawn:
        return None
    recorder = Recorder(actor_id=None, at=seeker.at)
    [made] = make(recorder, seeker, stage, drawn, purpose=Purpose.GOLD, state=Task.State.OPEN)
    recorder.write()
    made.project = seeker.project
    return made


def make(
    recorder: Recorder,
    seeker: Seeker,
    stage: StageSpec,
    drawn: Sequence[hooks.Slot],
    *,
    purpose: Purpose,
    state: str = Task.State.HELD,
    group: str = "",
) -> list[Task]:
    """Make a task for each slot.

    Args:
        group: an exclusion group of their own, for tasks that may come again in another HIT.
    """
    recipe = seeker.project.recipe
    tasks = [
        Task(
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
        for slot in drawn
    ]
    rows.insert(tasks)
    recorder.created(tasks, reason=purpose)
    return tasks
