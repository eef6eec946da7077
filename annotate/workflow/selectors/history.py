"""What somebody has submitted, newest first, and what became of it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request

from annotate import kinds
from annotate.core import errors
from annotate.core.operations import paginate_together
from annotate.core.schemas import Page
from annotate.kinds.capabilities import Judges, Refinable
from annotate.people.models import User
from annotate.projects.recipes import StageSpec
from annotate.workflow import answers, hooks
from annotate.workflow.models import Annotation, Assignment, Outcome, Purpose, Sample
from annotate.workflow.schemas import work as schemas
from annotate.workflow.schemas.parts import NamedProject, ShownImage, StageName
from annotate.workflow.selectors.annotations import annotations_of, standing, work_on


def states_of(page: Sequence[Assignment]) -> dict[int, schemas.OutcomeState]:
    """By assignment what became of each, with one query for all of them."""
    later: dict[tuple[int, str], list[Annotation]] = defaultdict(list)
    rows = work_on({assignment.sample_id for assignment in page if has_rounds(assignment)})
    for annotation in rows:
        later[annotation.sample_id, annotation.stage_key].append(annotation)
    return {
        row.pk: state_of(row, texts_after(row, later[row.sample_id, row.task.stage_key]))
        for row in page
    }


def outcome_of(assignment: Assignment) -> schemas.AnswerOutcome:
    """What became of one submission: the later texts, or what the votes came to."""
    later = texts_after(assignment, annotations_of(assignment.sample_id))
    state = state_of(assignment, later)
    outcome = _outcome(assignment) if state in ("kept", "dropped") else None
    shows = state in ("continued", "finished")
    return schemas.AnswerOutcome(
        state=state,
        later=[compared_with(assignment, answer) for answer in later] if shows else [],
        votes=_votes(assignment, outcome) if outcome is not None else None,
    )


def _stage(assignment: Assignment) -> StageSpec:
    return assignment.project.recipe.stage(assignment.task.stage_key)


def has_rounds(assignment: Assignment) -> bool:
    """Whether somebody goes on from the answer: not from replicas, judgements and what is known."""
    stage = _stage(assignment)
    return stage.mode == "sequential" and _is_plain_work(assignment, stage)


def _is_plain_work(assignment: Assignment, stage: StageSpec) -> bool:
    """Whether it cannot be gold.

    Where gold is mixed in, all answers are told alike: one that is never continued, kept or
    dropped would be known for what it was.
    """
    return assignment.task.purpose == Purpose.WORK and not stage.gold_rate


def texts_after(assignment: Assignment, known: Iterable[Annotation]) -> list[Annotation]:
    """The rounds of people that came after this one and stand, the next first."""
    if not has_rounds(assignment):
        return []
    task = assignment.task
    return [
        answer
        for answer in standing(known)
        if answer.stage_key == task.stage_key
        and answer.index > task.index
        and answer.origin == Annotation.Origin.PERSON
    ]


def state_of(assignment: Assignment, later: list[Annotation]) -> schemas.OutcomeState:
    sample, stage = assignment.sample, _stage(assignment)
    if assignment.task.purpose == Purpose.PRACTICE:
        return "practice"
    if assignment.task.purpose == Purpose.TEST:
        return "test"
    if assignment.verdict == Assignment.Verdict.REJECTED:
        return "rejected"
    if sample.state == Sample.State.WITHDRAWN:
        return "withdrawn"
    if not has_rounds(assignment):
        return _state_beside_others(assignment, stage)
    has_ended = sample.state == Sample.State.DONE or sample.stage_key != stage.key
    if later:
        return "finished" if has_ended else "continued"
    return "final" if has_ended else "waiting"


def _state_beside_others(assignment: Assignment, stage: StageSpec) -> schemas.OutcomeState:
    outcome = _outcome(assignment)
    if outcome is not None:
        return "kept" if outcome.kept else "dropped"
    is_judged = any(other.about == stage.key for other in assignment.project.recipe.stages)
    is_open = assignment.sample.state != Sample.State.DONE
    return "waiting" if is_judged and is_open and _is_plain_work(assignment, stage) else "counted"


def _outcome(assignment: Assignment) -> Outcome | None:
    """What those who judged the answer came to, where that gives no gold away."""
    if not _is_plain_work(assignment, _stage(assignment)):
        return None
    return getattr(assignment.answer, "outcome", None)


def compared_with(assignment: Assignment, later: Annotation) -> schemas.LaterAnswer:
    stage = _stage(assignment)
    mine, theirs = answers.typed(assignment.answer), answers.typed(later)
    refinable = kinds.able(stage.kind_object, Refinable)
    changes = refinable.changes(mine, theirs)
    return schemas.LaterAnswer(
        answer=answers.as_shown(later, assignment.ids_key, with_lineage=True),
        # As early stopping counts it, so that the lead and the annotator see one figure.
        similarity=refinable.similarity(mine, theirs, n=stage.stop.n if stage.stop else 1),
        tokens_before=changes["tokens_before"],
        tokens_after=changes["tokens_after"],
        from_scratch=later.from_scratch,
        scratch_reason=later.scratch_reason,
    )


def _votes(assignment: Assignment, outcome: Outcome) -> schemas.Votes:
    """The votes on each question; none of a stage that the project no longer has."""
    recipe = assignment.project.recipe
    if outcome.stage_key not in recipe.stage_keys:
        return schemas.Votes(kept=outcome.kept, criteria=[])
    stage = recipe.stage(outcome.stage_key)
    judging = kinds.able(stage.kind_object, Judges)
    return schemas.Votes(
        kept=outcome.kept,
        criteria=judging.question_votes(outcome.numbers, stage.kind_settings),
    )


def history(annotator: User) -> QuerySet[Assignment]:
    return (
        Assignment.objects.filter(annotator=annotator, state=Assignment.State.SUBMITTED)
        .select_related("project", "task", "sample__image", "answer__outcome")
        .defer("answer__value", "answer__measures", "draft")
    )


def history_page(request: Request, annotator: User) -> Page[schemas.HistoryItem]:
    return paginate_together(
        request, history(annotator), _with_outcomes, ordering=("-ended_at", "-id")
    )


def _with_outcomes(page: list[Assignment]) -> list[schemas.HistoryItem]:
    states = states_of(page)
    remarks = hooks.remarks_on([row.answer_id for row in page if row.answer_id])
    return [schemas.HistoryItem(**_submitted(row, remarks), outcome=states[row.pk]) for row in page]


def history_detail(annotator: User, assignment_id: int) -> schemas.HistoryDetail:
    """One submission of this person with its answer and start.

    Raises:
        NotFound: they have submitted nothing of this number.
    """
    rows = history(annotator).defer(None).select_related("task__about", "base")
    assignment = rows.filter(pk=assignment_id).first()
    if assignment is None or assignment.answer is None:
        raise errors.NotFound
    stage = assignment.project.recipe.stage(assignment.task.stage_key)
    kind, base = stage.kind_object, assignment.base
    return schemas.HistoryDetail(
        **_submitted(assignment, hooks.remarks_on([assignment.answer.pk])),
        settings=stage.settings,
        may_comment=assignment.project.annotators_comment,
        about=answers.judged(assignment, stage),
        mine=answers.as_given(
            kind,
            answers.as_shown(assignment.answer, assignment.ids_key, with_lineage=True),
            assignment.arrangement,
        ),
        start=kind.dump(answers.start_of(assignment, base)) if base is not None else None,
        outcome=outcome_of(assignment),
    )


def _submitted(assignment: Assignment, remarks: Mapping[int, tuple[int, int]]) -> dict[str, Any]:
    """The fields of `SubmittedWork`."""
    count, unread = remarks.get(assignment.answer_id or 0, (0, 0))
    return {
        "assignment_id": assignment.pk,
        "project": NamedProject.of(assignment.project),
        "stage": StageName.of(assignment.project.recipe.stage(assignment.task.stage_key)),
        "image": ShownImage.looked_back_on(assignment.sample),
        "hit": assignment.hit_id,
        "submitted_at": assignment.ended_at,
        "active_seconds": assignment.active_seconds,
        "feedback": schemas.Remarks(count=count, unread=unread),
    }
