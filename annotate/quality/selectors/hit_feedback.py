"""What somebody learns of a practice round or a test they have submitted."""

from typing import Any

from annotate.core import errors
from annotate.quality.models import Attempt, GoldResult
from annotate.quality.selectors import qualification
from annotate.workflow.models import Hit, Purpose


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
    return {"purpose": hit.purpose, "items": [], "score": None, "pass_mark": None, "passed": None}


def _items(hit: Hit) -> list[dict[str, Any]]:
    results = (
        GoldResult.objects.filter(assignment__hit=hit)
        .select_related("item", "assignment")
        .order_by("assignment__position", "pk")
    )
    items: dict[int, dict[str, Any]] = {}
    for result in results:
        item = items.setdefault(
            result.assignment_id,
            {"assignment": result.assignment_id, "fields": [], "note": result.item.note},
        )
        item["fields"].append(
            {
                "path": result.path,
                "expected": result.expected,
                "given": result.given,
                "right": result.right,
            }
        )
    return list(items.values())
