"""Find the open tasks that a claim is about to take, and lock their rows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import chain

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotate.analysis.randomness import draw
from annotate.core.prepared import Parameter, Prepared, not_looked_up
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Assignment, Task
from annotate.workflow.selectors.looks import Look, looks_of
from annotate.workflow.selectors.queue import (
    WINDOW,
    Number,
    offerable,
    offerable_near,
    other_bars,
)


@dataclass(frozen=True)
class Seeker:
    """Who looks for work in which project; `is_restricted` where some batch may be closed to them.

    Each stage is searched among its first open tasks and then from a random place on; only a
    person for whom neither finds anything is looked for work among all that is open.
    """

    project: Project
    annotator: User
    at: datetime
    is_restricted: bool = False

    @property
    def somewhere(self) -> int:
        """The random place, another at each claim."""
        return draw(self.project.seed, "search", self.annotator.pk, self.at)

    def is_plain(self, stage: StageSpec) -> bool:
        """Whether nothing but what they did at a sample bars this person from its task."""
        return not self.is_restricted and other_bars(self.project.recipe, stage) is None

    def near(self, stage: StageSpec, *, one: bool) -> Iterator[list[Task]]:
        """What may be offered in the two places where most people find something."""
        for start in (0, self.somewhere):
            yield self._asked(stage, _NEAR if one else _NEAR_MANY, start=start)

    def nearest(self, stages: Sequence[StageSpec]) -> Iterator[list[Task]]:
        """Near both places of each stage; one look for all of them where they are plain."""
        if not all(map(self.is_plain, stages)):
            for stage in stages:
                yield from self.near(stage, one=True)
        elif stages:
            keys = {f"stage{place}": stage.key for place, stage in enumerate(stages)}
            yield _near_in(len(stages)).all(
                project=self.project.pk,
                annotator=self.annotator.pk,
                somewhere=self.somewhere,
                **keys,
            )

    def anywhere(self, stage: StageSpec, *, one: bool) -> list[Task]:
        """What may be offered among all that is open."""
        return self._asked(stage, _ANYWHERE if one else _ANYWHERE_MANY)

    def _asked(self, stage: StageSpec, query: "_Search", **start: int) -> list[Task]:
        asked: dict[str, int | str] = {
            "project": self.project.pk,
            "annotator": self.annotator.pk,
            "stage": stage.key,
        }
        if self.is_plain(stage):
            return query.prepared.all(**asked, **start)
        bars = other_bars(self.project.recipe, stage)
        more = {"bars": bars, "is_restricted": self.is_restricted}
        tasks = query.tasks(*asked.values(), *start.values(), **more)
        return list(query.cut(tasks, self.annotator.pk))


def next_task(seeker: Seeker, stages: list[StageSpec]) -> Task | None:
    """The next task for this person, locked: the stages in the order given."""
    anywhere = (seeker.anywhere(stage, one=True) for stage in stages)
    tasks = next(filter(None, chain(seeker.nearest(stages), anywhere)), None)
    if tasks is None:
        return None
    tasks[0].project = seeker.project  # which we have, with its recipe parsed
    return tasks[0]


def next_tasks(seeker: Seeker, stage: StageSpec, count: int) -> list[Task]:
    """Up to `count` tasks of one stage, locked, on different samples.

    Somebody who judges is given several answers of one sample only where there is no other.
    """
    picked: list[Task] = []
    for candidates in seeker.near(stage, one=False):
        _pick(picked, candidates, count)
        if len(picked) == count:
            return picked
    _pick(picked, seeker.anywhere(stage, one=False), count)
    return picked


def tasks_alike(seeker: Seeker, stage: StageSpec, count: int) -> list[Task]:
    """Up to `count` tasks of one stage, locked, on samples that look the same to this person.

    No sample is there twice, and all have been met equally often: so that gold among them, which is
    made to look like them, can be told by none of that. What they gave back or lost comes first,
    with its draft; then what they have met least.
    """
    picked: list[Task] = []
    look: Look | None = None
    somewhere = seeker.near(stage, one=False)
    for candidates in chain(somewhere, _later(seeker, stage)):
        looks = looks_of(seeker.annotator.pk, stage, {task.sample_id for task in candidates})
        if look is None and candidates:
            first = min(candidates, key=lambda task: looks[task.sample_id][:2])
            look = looks[first.sample_id]
        known = {task.sample_id for task in picked}
        same = {
            task.sample_id: task
            for task in reversed(candidates)
            if looks[task.sample_id] == look and task.sample_id not in known
        }
        _pick(picked, list(reversed(same.values())), count)
        if len(picked) == count:
            break
    return picked


def _later(seeker: Seeker, stage: StageSpec) -> Iterator[list[Task]]:
    """All that is open, asked for only where the places nearby had too little."""
    yield seeker.anywhere(stage, one=False)


def _pick(picked: list[Task], candidates: list[Task], count: int) -> None:
    """Lock candidates until there are enough; those that others take meanwhile are let go."""
    left = candidates
    while len(picked) < count and left:
        wanted = _spread(left, count - len(picked), picked)
        if not wanted:
            return
        picked += _locked(wanted)
        tried = {task.pk for task in wanted}
        left = [task for task in left if task.pk not in tried]


def _spread(left: Sequence[Task], count: int, picked: list[Task]) -> list[Task]:
    known = {task.pk for task in picked}
    left = [task for task in left if task.pk not in known]
    groups = {(task.sample_id, task.exclusion_group) for task in picked}
    samples = {task.sample_id for task in picked}
    first: list[Task] = []
    second: list[Task] = []
    for task in left:
        group = (task.sample_id, task.exclusion_group)
        if group in groups:
            continue
        groups.add(group)
        (second if task.sample_id in samples else first).append(task)
        samples.add(task.sample_id)
    return (first + second)[:count]


def _locked(tasks: list[Task]) -> list[Task]:
    free = Task.objects.filter(pk__in=[task.pk for task in tasks], state=Task.State.OPEN)
    locked = free.select_for_update(skip_locked=True, of=("self",), no_key=True)
    return list(locked.select_related("sample__image", "about").order_by("order_key"))


def _first(tasks: QuerySet[Task], annotator_id: Number) -> QuerySet[Task]:
    """Of these tasks, lock the first that nobody else is about to take.

    Its sample and image are looked up for that one: a person may be barred from many before it.
    """
    return _found(_key_of_first(tasks), annotator_id)


def _key_of_first(tasks: QuerySet[Task]) -> Subquery:
    locked = tasks.select_for_update(skip_locked=True, of=("self",), no_key=True)
    return Subquery(locked.only("pk")[:1])


def _found(key: Subquery | Coalesce, annotator_id: Number) -> QuerySet[Task]:
    """The task of this key with what a claim needs of it."""
    first = Task.objects.filter(pk=key)
    # The first of them, not whether there are any, and a sum, which no index has: else it would be
    # looked up among all that the person has ever had.
    held = Assignment.objects.alias(who=not_looked_up("annotator_id"))
    tries = held.filter(task=OuterRef("pk"), who=annotator_id)
    one_try = Subquery(tries.values("pk")[:1])
    return first.select_related("sample__image").annotate(a_try=one_try)


def _some(tasks: QuerySet[Task], annotator_id: Number) -> QuerySet[Task]:
    """The first of these tasks, without locks: more than are needed."""
    return tasks[:WINDOW]


class _Search:
    """A search in two forms: prepared, for the usual case, and with what some cases add."""

    def __init__(
        self,
        tasks: Callable[..., QuerySet[Task]],
        cut: Callable[[QuerySet[Task], Number], QuerySet[Task]],
        *names: str,
    ) -> None:
        self.tasks = tasks
        self.cut = cut
        self.prepared = Prepared(
            lambda: cut(tasks(*[Parameter(name) for name in names]), Parameter("annotator"))
        )


_ASKED = "project", "annotator", "stage"
_NEAR = _Search(offerable_near, _first, *_ASKED, "start")
_NEAR_MANY = _Search(offerable_near, _some, *_ASKED, "start")
_ANYWHERE = _Search(offerable, _first, *_ASKED)
_ANYWHERE_MANY = _Search(offerable, _some, *_ASKED)


@cache
def _near_in(number: int) -> Prepared[Task]:
    """Search that many stages near both places, in the order given, and stop at what is found.

    A place that is not looked at is not locked either: COALESCE asks for one after the other.
    """
    project, annotator = Parameter("project"), Parameter("annotator")
    starts: tuple[Number, ...] = (0, Parameter("somewhere"))

    def first() -> QuerySet[Task]:
        keys = [
            _key_of_first(offerable_near(project, annotator, Parameter(f"stage{place}"), start))
            for place in range(number)
            for start in starts
        ]
        return _found(Coalesce(*keys), annotator)

    return Prepared(first)
