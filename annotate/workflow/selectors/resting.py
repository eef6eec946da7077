"""What rests on what: the later rounds and stages that were made of an answer.

A lead who rejects an answer either has the work done again from there (what rests on it is
superseded) or keeps the later work. What each would do is counted here before it is done.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Annotation, Assignment, Purpose, Sample
from annotate.workflow.selectors.annotations import standing, stands, work_without_words

AT_ONCE = 500


@dataclass(frozen=True)
class Consequences:
    """What rejecting some answers would do.

    Attributes:
        answers: how many would be rejected.
        superseded: later answers that would be set aside if the work were done again from there,
            and go on to count if the later work were kept.
        reopened: finished samples that would be open again then.
        at_work: people whose work on what follows would be called off then; drafts stay.
        emptied: finished samples that would be open again even so, since nothing else stands in
            the stage of the rejected answer.
    """

    answers: int
    superseded: int
    reopened: int
    at_work: int
    emptied: int


def later_stages(project: Project, stage: StageSpec) -> list[str]:
    """The stages that build on what this one gives; judges look at each answer alone."""
    keys = project.recipe.stage_keys
    after = project.recipe.stages[keys.index(stage.key) + 1 :]
    return [later.key for later in after if later.about is None]


def resting_on(
    project: Project, answer: Annotation, known: Iterable[Annotation]
) -> list[Annotation]:
    """The answers of people that were made of an answer and stand: later rounds, later stages."""
    stage = project.recipe.stage(answer.stage_key)
    after = set(later_stages(project, stage))
    return [
        row
        for row in standing(known)
        if row.origin == Annotation.Origin.PERSON
        and (row.stage_key in after or _is_later_round(stage, row.stage_key, row.index, answer))
    ]


def _is_later_round(stage: StageSpec, key: str, index: int, answer: Annotation) -> bool:
    return stage.in_rounds and key == stage.key and index > answer.index


def rests_on_rejected(
    project: Project, answer: Annotation, known: Sequence[Annotation]
) -> list[Annotation]:
    """The rejected answers that a standing one was made of, where a lead kept the later work.

    They are those of the rounds before it, and of the stages shown beside it the newest there was
    when it was given.
    """
    stage = project.recipe.stage(answer.stage_key)
    people = [row for row in known if row.origin == Annotation.Origin.PERSON and not row.about_id]
    earlier = [row for row in people if row.pk < answer.pk]
    made_of = [row for row in earlier if _is_later_round(stage, row.stage_key, answer.index, row)]
    for key in stage.context:
        made_of += [row for row in earlier if row.stage_key == key][-1:]
    # Of a round that was done again before this answer began, nothing is in it: that one has a
    # number of its own, and this answer started from it.
    return [row for row in made_of if not stands(row) and _was_there(row, answer, known)]


def _was_there(row: Annotation, answer: Annotation, known: Iterable[Annotation]) -> bool:
    """Whether an earlier answer of the same stage is among those this one grew from."""
    if row.stage_key != answer.stage_key:
        return True
    by_id = {other.pk: other for other in known}
    parent: Annotation | None = answer
    while parent is not None and parent.parent_id is not None:
        if parent.parent_id == row.pk:
            return True
        parent = by_id.get(parent.parent_id)
    return False


def consequences(project: Project, work: QuerySet[Assignment]) -> Consequences:
    """Count what rejecting submitted answers would do, with a few queries per 500 of them."""
    rejected = work.filter(
        project=project, state=Assignment.State.SUBMITTED, answer__purpose=Purpose.WORK
    )
    ids = list(rejected.order_by("sample_id", "pk").values_list("answer_id", flat=True))
    parts = [_of_some(project, some) for some in _in_parts(ids)]
    sums = [sum(column) for column in zip(*parts, strict=True)] or [0] * 4
    return Consequences(len(ids), *sums)


def _in_parts(ids: Sequence[int | None]) -> Iterator[list[int]]:
    wanted = [pk for pk in ids if pk is not None]
    for start in range(0, len(wanted), AT_ONCE):
        yield wanted[start : start + AT_ONCE]


def _of_some(project: Project, ids: Collection[int]) -> tuple[int, int, int, int]:
    """The counts of `Consequences` without the first, for some answers."""
    by_sample = _light({row.sample_id for row in Annotation.objects.filter(pk__in=ids)})
    done = Sample.objects.filter(pk__in=by_sample, state=Sample.State.DONE)
    finished = set(done.values_list("pk", flat=True))
    superseded = reopened = emptied = 0
    for sample, known in by_sample.items():
        mine = [row for row in known if row.pk in ids]
        left = [row for row in known if row.pk not in ids]
        superseded += len({row.pk for answer in mine for row in resting_on(project, answer, left)})
        reopened += sample in finished
        emptied += sample in finished and any(_nothing_left(row, left) for row in mine)
    return superseded, reopened, _at_work(project, by_sample, ids), emptied


def _light(sample_ids: Collection[int]) -> dict[int, list[Annotation]]:
    """What is known of samples, without what the answers say."""
    by_sample: dict[int, list[Annotation]] = defaultdict(list)
    for row in work_without_words(sample_ids):
        by_sample[row.sample_id].append(row)
    return by_sample


def _nothing_left(answer: Annotation, left: Iterable[Annotation]) -> bool:
    return not any(
        row.stage_key == answer.stage_key
        and row.about_id == answer.about_id
        and row.origin == Annotation.Origin.PERSON
        for row in standing(left)
    )


def _at_work(project: Project, by_sample: dict[int, list[Annotation]], ids: Collection[int]) -> int:
    """How many hold a task that follows one of these answers."""
    held = Assignment.objects.filter(sample__in=by_sample, state=Assignment.State.LIVE)
    live = held.filter(task__purpose=Purpose.WORK).values_list(
        "sample_id", "task__stage_key", "task__index"
    )
    return sum(
        any(_follows(project, stage, index, row) for row in by_sample[sample] if row.pk in ids)
        for sample, stage, index in live
    )


def _follows(project: Project, stage_key: str, index: int, answer: Annotation) -> bool:
    stage = project.recipe.stage(answer.stage_key)
    is_later = _is_later_round(stage, stage_key, index, answer)
    return is_later or stage_key in later_stages(project, stage)


def has_rejected(project: Project) -> bool:
    """Whether leads have rejected any work of the project."""
    return _rejected(project).exists()


def on_rejected(project: Project, *, samples: tuple[int, int]) -> set[int]:
    """The standing answers that rest on rejected ones, of the samples from one id to another."""
    first, last = samples
    rejected = _rejected(project).filter(sample_id__gte=first, sample_id__lte=last)
    by_sample = _light(set(rejected.values_list("sample_id", flat=True)))
    return {
        row.pk
        for known in by_sample.values()
        for row in standing(known)
        if row.origin == Annotation.Origin.PERSON
        and row.about_id is None
        and rests_on_rejected(project, row, known)
    }


def _rejected(project: Project) -> QuerySet[Assignment]:
    return Assignment.objects.filter(
        project=project,
        verdict=Assignment.Verdict.REJECTED,
        answer__purpose=Purpose.WORK,
    )
