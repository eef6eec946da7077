"""What leads did with many samples at once, and what came of it."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from annotate.core import errors
from annotate.core.jobs.models import Job
from annotate.messages import Message
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.quality.models import SampleAct, SampleActItem
from annotate.quality.schemas import sample_acts as schemas
from annotate.workflow.models import Assignment, Purpose
from annotate.workflow.selectors.annotations import set_aside

State = SampleActItem.State
Verb = SampleAct.Verb
# By what acts are taken back that change no answer.
UNDOING = {
    Verb.SPLIT: Verb.SPLIT,
    Verb.LEAVE_OUT: Verb.TAKE_IN,
    Verb.TAKE_IN: Verb.LEAVE_OUT,
}
PROBLEMS = 100
# In the list of acts.
NAMED = 3


def newest_answer(project: Project, sample_id: int) -> Assignment | None:
    """The last answer of a person that stands, by stage and then by time; None where there is none.

    It is the one that the page of the sample proposes.
    """
    rows = Assignment.objects.filter(
        sample=sample_id,
        state=Assignment.State.SUBMITTED,
        answer__purpose=Purpose.WORK,
        answer__stage_key__in=project.recipe.stage_keys,
    )
    given = rows.exclude(set_aside()).select_related("answer")
    place = {key: at for at, key in enumerate(project.recipe.stage_keys)}

    def order(held: Assignment) -> tuple[int, int]:
        assert held.answer is not None  # noqa: S101 - the query asks for its stage
        return place[held.answer.stage_key], held.answer.pk

    return max(given, key=order, default=None)


def sample_act(project: Project, act_id: int) -> schemas.SampleAct:
    """An act on samples with what came of it so far; four queries, whatever its size."""
    rows = SampleAct.objects.select_related("actor", "job", "undone_by")
    row = errors.existing(rows.filter(project=project, pk=act_id).first())
    return schemas.SampleAct.from_row(
        row,
        state=_state(row),
        actor=Person.of(row.actor),
        job=row.job_id,
        review_act=row.review_act_id,
        batch=row.batch_id,
        undoes=row.undoes_id,
        may_undo=may_undo(row),
        counts=_counts(row),
        reasons=_reasons(row),
        problems=_problems(row),
    )


def may_undo(row: SampleAct) -> bool:
    """Whether an act has come to its end, is one that is taken back, and was not yet."""
    is_over = row.finished_at is not None and not hasattr(row, "undone_by")
    return is_over and row.verb in UNDOING


def past_acts(project: Project) -> QuerySet[SampleAct]:
    """What was done with many samples at once."""
    return SampleAct.objects.filter(project=project).select_related("actor", "job")


def as_past(rows: Sequence[SampleAct]) -> list[schemas.PastSampleAct]:
    """Acts with what came of them and the first that were refused; two statements for all."""
    ids = [row.pk for row in rows]
    counts, refused = _counts_of(ids), _refused_of(ids)
    return [
        schemas.PastSampleAct.from_row(
            row,
            state=_state(row),
            actor=Person.of(row.actor),
            job=row.job_id,
            counts=counts[row.pk],
            refused=refused[row.pk],
        )
        for row in rows
    ]


def _counts_of(ids: Sequence[int]) -> dict[int, schemas.SampleActCounts]:
    rows = SampleActItem.objects.filter(act__in=ids).values_list("act", "state")
    by_act: dict[int, Counter[str]] = {pk: Counter() for pk in ids}
    for act, state, number in rows.annotate(number=Count("pk")).order_by():
        by_act[act][state] = number
    return {
        pk: schemas.SampleActCounts(
            total=states.total(), **{state.value: states[state] for state in State}
        )
        for pk, states in by_act.items()
    }


def _refused_of(ids: Sequence[int]) -> dict[int, list[schemas.SampleActProblem]]:
    """By act the first that were refused: ranked in the database, so that no more are read."""
    place = Window(RowNumber(), partition_by=F("act"), order_by=F("sample").asc())
    rows = SampleActItem.objects.filter(act__in=ids, state=State.REFUSED)
    ranked = rows.annotate(place=place).filter(place__lte=NAMED).order_by("act", "sample")
    by_act: dict[int, list[schemas.SampleActProblem]] = {pk: [] for pk in ids}
    for act, sample, name, said in ranked.values_list(
        "act", "sample", "sample__image__name", "problem"
    ):
        if said:
            problem = schemas.SampleActProblem.of(
                Message.from_json(said), sample=sample, name=name, refused=True
            )
            by_act[act].append(problem)
    return by_act


def _state(row: SampleAct) -> Literal["running", "done", "stopped"]:
    if row.finished_at is not None:
        return "done"
    return "running" if row.job is not None and row.job.state in Job.UNFINISHED else "stopped"


def _counts(row: SampleAct) -> schemas.SampleActCounts:
    states: dict[str, Any] = {state.value: Count("pk", filter=Q(state=state)) for state in State}
    return schemas.SampleActCounts(**row.items.aggregate(total=Count("pk"), **states))


def _reasons(row: SampleAct) -> list[schemas.SampleActReason]:
    """Each thing that is to be said, with of how many samples; the most frequent first."""
    said = row.items.filter(problem__isnull=False).values_list("problem", "state")
    counted = Counter((json.dumps(each, sort_keys=True), state) for each, state in said)
    return [
        schemas.SampleActReason.of(
            Message.from_json(json.loads(text)), count=count, refused=state == State.REFUSED
        )
        for (text, state), count in counted.most_common(PROBLEMS)
    ]


def _problems(row: SampleAct) -> list[schemas.SampleActProblem]:
    rows = row.items.filter(problem__isnull=False).order_by("sample_id")
    named = rows.values_list("sample_id", "sample__image__name", "state", "problem")
    return [
        schemas.SampleActProblem.of(
            Message.from_json(said), sample=sample, name=name, refused=state == State.REFUSED
        )
        for sample, name, state, said in named[:PROBLEMS]
        if said
    ]
