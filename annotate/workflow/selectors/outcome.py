"""What became of somebody's answers after they were handed in (mission A8).

Told without names, times, origins or numbers of annotations: what the next people made of a text,
never who they were. Answers that are known (gold) look like answers that nobody goes on from.
See docs/decisions/0048.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from annotate import kinds
from annotate.kinds.capabilities import Refinable
from annotate.projects.recipes import StageSpec
from annotate.workflow import answers
from annotate.workflow.models import Annotation, Assignment, Outcome, Purpose, Sample
from annotate.workflow.selectors.annotations import annotations_of, standing, work_on

# In one word each; the words of the client say more.
STATES = (
    "waiting",  # nobody has gone on from it yet
    "continued",  # somebody has, and others may still
    "final",  # nobody changed it: it is how the stage ended
    "finished",  # others went on from it, and the stage has ended
    "counted",  # it stands beside those of others
    "kept",  # by those who judged it
    "dropped",
    "rejected",  # by a lead
    "withdrawn",  # with its image
    "practice",
    "test",
)


def states_of(page: Sequence[Assignment]) -> dict[int, str]:
    """Return by assignment what became of each, with one query for all of them."""
    later: dict[tuple[int, str], list[Annotation]] = defaultdict(list)
    for annotation in work_on({each.sample_id for each in page if _has_rounds(each)}):
        later[annotation.sample_id, annotation.stage_key].append(annotation)
    return {
        each.pk: _state(each, _after(each, later[each.sample_id, each.task.stage_key]))
        for each in page
    }


def outcome_json(assignment: Assignment) -> dict[str, Any]:
    """Return what became of one submission: the later texts, or what the votes came to."""
    later = _after(assignment, annotations_of(assignment.sample_id))
    state = _state(assignment, later)
    outcome = _outcome(assignment) if state in ("kept", "dropped") else None
    shows = state in ("continued", "finished")
    return {
        "state": state,
        "later": [_later_json(assignment, each) for each in later] if shows else [],
        "votes": _votes_json(assignment, outcome) if outcome is not None else None,
    }


def _stage(assignment: Assignment) -> StageSpec:
    return assignment.project.recipe.stage(assignment.task.stage_key)


def _has_rounds(assignment: Assignment) -> bool:
    """Whether somebody goes on from the answer: not from replicas, judgements and what is known."""
    stage = _stage(assignment)
    return stage.mode == "sequential" and _is_plain_work(assignment, stage)


def _is_plain_work(assignment: Assignment, stage: StageSpec) -> bool:
    """Whether it cannot be gold.

    Where gold is mixed in, all answers are told alike: one that is never continued, kept or
    dropped would be known for what it was.
    """
    return assignment.task.purpose == Purpose.WORK and not stage.gold_rate


def _after(assignment: Assignment, known: Iterable[Annotation]) -> list[Annotation]:
    """Return the rounds of people that came after this one and stand, the next first."""
    if not _has_rounds(assignment):
        return []
    task = assignment.task
    return [
        each
        for each in standing(known)
        if each.stage_key == task.stage_key
        and each.index > task.index
        and each.origin == Annotation.Origin.PERSON
    ]


def _state(assignment: Assignment, later: list[Annotation]) -> str:
    sample, stage = assignment.sample, _stage(assignment)
    if assignment.task.purpose in (Purpose.PRACTICE, Purpose.TEST):
        return str(assignment.task.purpose)
    if assignment.verdict == Assignment.Verdict.REJECTED:
        return "rejected"
    if sample.state == Sample.State.WITHDRAWN:
        return "withdrawn"
    if not _has_rounds(assignment):
        return _state_beside_others(assignment, stage)
    has_ended = sample.state == Sample.State.DONE or sample.stage_key != stage.key
    if later:
        return "finished" if has_ended else "continued"
    return "final" if has_ended else "waiting"


def _state_beside_others(assignment: Assignment, stage: StageSpec) -> str:
    outcome = _outcome(assignment)
    if outcome is not None:
        return "kept" if outcome.kept else "dropped"
    is_judged = any(each.about == stage.key for each in assignment.project.recipe.stages)
    is_open = assignment.sample.state != Sample.State.DONE
    return "waiting" if is_judged and is_open and _is_plain_work(assignment, stage) else "counted"


def _outcome(assignment: Assignment) -> Outcome | None:
    """Return what those who judged the answer came to, where that gives no gold away."""
    if not _is_plain_work(assignment, _stage(assignment)):
        return None
    return getattr(assignment.answer, "outcome", None)


def _later_json(assignment: Assignment, later: Annotation) -> dict[str, Any]:
    stage = _stage(assignment)
    kind = answers.kind_of(stage)
    mine, theirs = answers.typed(assignment.answer), answers.typed(later)
    refinable = kinds.able(kind, Refinable)
    changes = refinable.changes(mine, theirs)
    return {
        "answer": kind.dump(theirs),
        # As early stopping counts it, so that the lead and the annotator see one figure.
        "similarity": refinable.similarity(mine, theirs, n=stage.stop.n if stage.stop else 1),
        "tokens_before": changes["tokens_before"],
        "tokens_after": changes["tokens_after"],
        "from_scratch": later.from_scratch,
        "scratch_reason": later.scratch_reason,
    }


def _votes_json(assignment: Assignment, outcome: Outcome) -> dict[str, Any]:
    """Return the votes on each question, in the words in which it was asked."""
    settings = _judging(assignment, outcome).get("criteria", [])
    titles = {each["key"]: each["title"] for each in settings}
    asked = outcome.numbers.get("criteria", {})
    return {
        "kept": outcome.kept,
        "criteria": [
            {
                "key": key,
                "title": titles.get(key, key),
                "yes": votes["yes"],
                "no": votes["no"],
                "passed": votes["passed"],
            }
            for key, votes in asked.items()
        ],
    }


def _judging(assignment: Assignment, outcome: Outcome) -> dict[str, Any]:
    recipe = assignment.project.recipe
    if outcome.stage_key not in recipe.stage_keys:
        return {}
    return recipe.stage(outcome.stage_key).settings
