"""What somebody learns of a practice round or a test they have submitted."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from annotate.core import errors
from annotate.quality.models import Attempt, GoldItem, GoldResult
from annotate.quality.selectors import qualification
from annotate.quality.selectors.gold import item_of, items_behind
from annotate.workflow.models import Assignment, Hit, Purpose, Sample
from annotate.workflow.selectors.views import stage_json


def feedback_json(hit: Hit) -> dict[str, Any]:
    """Return the result of a submitted HIT: after practice with what was right, for each task.

    A test tells its score alone: it may be tried again. Work tells nothing: it may hold gold.
    """
    if hit.purpose == Purpose.WORK:
        return _empty(hit) | {"attempts_left": None, "retry_at": None}
    attempt = Attempt.objects.filter(hit=hit).first()
    if hit.state != Hit.State.SUBMITTED or attempt is None:
        raise errors.Conflict(
            "There is a result only after you have submitted.", code="not_submitted"
        )
    stage = hit.project.recipe.stage(hit.stage_key)
    is_test = attempt.purpose == Attempt.Purpose.TEST
    rules = qualification.rules_of(hit.project)
    where = qualification.standing(rules, hit.project, hit.annotator, stage) if is_test else None
    return _empty(hit) | {
        "items": [] if is_test else _items(hit),
        "score": attempt.score,
        "pass_mark": attempt.pass_mark if is_test else None,
        "passed": attempt.passed if is_test else None,
        "attempts_left": where.attempts_left if where else None,
        "retry_at": where.retry_at if where else None,
    }


def _empty(hit: Hit) -> dict[str, Any]:
    return {
        "purpose": hit.purpose,
        "stage": stage_json(hit.project.recipe.stage(hit.stage_key)),
        "items": [],
        "score": None,
        "pass_mark": None,
        "passed": None,
    }


def _items(hit: Hit) -> list[dict[str, Any]]:
    handed_in = list(
        hit.assignments.filter(state=Assignment.State.SUBMITTED)
        .select_related("task", "answer")
        .order_by("position")
    )
    found: dict[int, list[GoldResult]] = defaultdict(list)
    for result in GoldResult.objects.filter(assignment__hit=hit).order_by("pk"):
        found[result.assignment_id].append(result)
    known = items_behind(handed_in)
    return [
        item_json(each.pk, item_of(each, known), found[each.pk])
        | {"mine": each.answer.value if each.answer else None}
        for each in handed_in
    ]


def item_json(
    assignment_id: int, item: GoldItem | None, results: Iterable[GoldResult]
) -> dict[str, Any]:
    """Return what was right of one task: value by value, with a good answer, and why.

    The good answer is somebody's: it is shown without a name, as an example, and only of an image
    that nobody works on any more.
    """
    shows = item is not None and item.is_good and item.sample.state == Sample.State.DONE
    example = item.source.value if shows and item and item.source else None
    return {
        "assignment": assignment_id,
        "fields": [
            {
                "path": result.path,
                "expected": result.expected,
                "given": result.given,
                "right": result.right,
            }
            for result in results
        ],
        "note": item.note if item else "",
        "example": example,
    }
