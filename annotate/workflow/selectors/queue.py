"""Which open tasks a person may be offered, found without walking past all they may not."""

from collections.abc import Collection, Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from annotate.core.prepared import Parameter, not_looked_up
from annotate.projects.recipes import Recipe, StageSpec
from annotate.workflow.models import Annotation, Assignment, BatchBlock, JudgeBar, Task
from annotate.workflow.schemas.work import Nothing

Number = int | Parameter
Text = str | Parameter

# Far enough to find work wherever a few in a hundred open tasks are possible; near enough to cost
# less than a millisecond where none is.
WINDOW = 100
_END = 2**63 - 1


def exclusion_group(recipe: Recipe, stage: StageSpec, about: Annotation | None) -> str:
    """The group within a sample in which one person may submit only once.

    Whoever judges may judge several answers of a sample, each once: the group names the answer,
    and before it the group of those who wrote such answers.
    """
    if about is None or stage.about is None:
        return recipe.exclusion_group(stage.key)
    return f"{_judges_of(recipe.exclusion_group(stage.about))}{about.pk}"


def _judges_of(group: str) -> str:
    return f"about:{group}:"


def other_bars(recipe: Recipe, stage: StageSpec) -> Q | None:
    """What else than one's own group bars from a sample; None for most recipes.

    Nobody judges answers where they wrote one, and nobody writes where they have read the answers
    of others. Both hold because a person claims one thing at a time.
    """
    if stage.about is not None:
        return Q(exclusion_group=recipe.exclusion_group(stage.about))
    group = recipe.exclusion_group(stage.key)
    judged = [other.about for other in recipe.stages if other.about is not None]
    if any(recipe.exclusion_group(key) == group for key in judged):
        return Q(exclusion_group__startswith=_judges_of(group))
    return None


def offerable(
    project_id: Number,
    annotator_id: Number,
    stage_key: Text,
    *,
    bars: Q | None = None,
    is_restricted: bool = False,
) -> QuerySet[Task]:
    """The open tasks of a stage that this person may be offered, in random order.

    Args:
        bars: as `other_bars` gives them.
        is_restricted: whether batches may be closed to this person; asks per task.
    """
    tasks = not_barred(
        _open(project_id, stage_key), annotator_id, bars=bars, is_restricted=is_restricted
    )
    return tasks.order_by("order_key")


def not_barred(
    tasks: QuerySet[Task],
    annotator_id: Number,
    *,
    bars: Q | None,
    is_restricted: bool,
) -> QuerySet[Task]:
    """Those of the tasks, all of one stage, that what this person has done leaves to them."""
    same = Q(exclusion_group=OuterRef("exclusion_group"))
    # Looked up for each task by its sample, which has a handful of rows. Left free, PostgreSQL
    # takes what one person has done for little while tables are small, and reads all of it for
    # each task: so the sum, which no index has, and a value in place of NOT EXISTS, which it would
    # join.
    worked = Assignment.objects.alias(who=not_looked_up("annotator_id")).filter(
        same if bars is None else same | bars,
        sample_id=OuterRef("sample_id"),
        who=annotator_id,
        state__in=Assignment.WORKED,
    )
    tasks = tasks.alias(worked=Subquery(worked.values("pk")[:1])).filter(worked__isnull=True)
    if bars is not None:  # as in every stage that judges
        barred = JudgeBar.objects.filter(annotation=OuterRef("about"), user_id=annotator_id)
        tasks = tasks.filter(~Exists(barred))
    if is_restricted:
        blocks = BatchBlock.objects.filter(batch=OuterRef("sample__batch"), user_id=annotator_id)
        tasks = tasks.filter(~Exists(blocks))
    return tasks


def offerable_near(
    project_id: Number,
    annotator_id: Number,
    stage_key: Text,
    start: Number,
    *,
    bars: Q | None = None,
    is_restricted: bool = False,
) -> QuerySet[Task]:
    """Those among the first `WINDOW` open tasks whose order key is `start` or higher.

    A person who has worked on most samples is barred from most open tasks. So is everybody where
    a sample needs more people than there are: its last task stays open and is met in each search.
    """
    later = _open(project_id, stage_key).filter(order_key__gte=start).order_by("order_key")
    behind = Subquery(later.values("order_key")[WINDOW : WINDOW + 1])
    return offerable(
        project_id, annotator_id, stage_key, bars=bars, is_restricted=is_restricted
    ).filter(order_key__gte=start, order_key__lt=Coalesce(behind, Value(_END)))


def _open(project_id: Number, stage_key: Text) -> QuerySet[Task]:
    return Task.objects.filter(project_id=project_id, stage_key=stage_key, state=Task.State.OPEN)


def why_nothing(project_id: int, stages: Iterable[StageSpec], teams: Collection[str]) -> Nothing:
    """Why none of these stages has a task for somebody who is in these teams.

    That other teams are asked for is told only where nothing is open for theirs: one statement,
    or two where a stage asks for others.
    """
    asked: dict[bool, list[str]] = {True: [], False: []}
    for stage in stages:
        asked[stage.is_for(teams)].append(stage.key)
    tasks = Task.objects.filter(project_id=project_id, state=Task.State.OPEN)
    if asked[True] and tasks.filter(stage_key__in=asked[True]).exists():
        return "no_more_for_you"
    if asked[False] and tasks.filter(stage_key__in=asked[False]).exists():
        return "other_teams"
    return "nothing_open"
