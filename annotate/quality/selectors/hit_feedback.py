"""What somebody learns of a practice round or a test they have submitted."""

from collections import defaultdict

from annotate.core import errors
from annotate.messages import Message
from annotate.quality.models import Attempt, GoldResult
from annotate.quality.schemas.gold import HitFeedback, ItemFeedback
from annotate.quality.selectors import qualification
from annotate.quality.selectors.gold import item_of, items_behind
from annotate.quality.selectors.known import practice_checked
from annotate.workflow.models import Assignment, Hit, Purpose
from annotate.workflow.schemas.shown import StageOfWork


def feedback_of(hit: Hit) -> HitFeedback:
    stage = hit.project.recipe.stage(hit.stage_key)
    if hit.purpose == Purpose.WORK:
        return HitFeedback(purpose="work", stage=StageOfWork.of(stage))
    attempt = Attempt.objects.filter(hit=hit).first()
    if hit.state != Hit.State.SUBMITTED or attempt is None:
        raise errors.Conflict(Message("not_submitted"))
    if attempt.purpose == Attempt.Purpose.PRACTICE:
        return HitFeedback(
            purpose="practice",
            stage=StageOfWork.of(stage),
            items=_items(hit),
            score=attempt.score,
        )
    rules = qualification.rules_of(hit.project)
    standing = qualification.standing(rules, hit.project, hit.annotator, stage)
    return HitFeedback(
        purpose="test",
        stage=StageOfWork.of(stage),
        score=attempt.score,
        pass_mark=attempt.pass_mark,
        passed=attempt.passed,
        attempts_left=standing.attempts_left,
        retry_at=standing.retry_at,
    )


def _items(hit: Hit) -> list[ItemFeedback]:
    submitted = list(
        hit.assignments.filter(state=Assignment.State.SUBMITTED)
        .select_related("task", "answer")
        .order_by("position")
    )
    results: dict[int, list[GoldResult]] = defaultdict(list)
    for result in GoldResult.objects.filter(assignment__hit=hit).order_by("pk"):
        results[result.assignment_id].append(result)
    items = items_behind(submitted)
    return [
        ItemFeedback(
            **dict(practice_checked(row.pk, item_of(row, items), results[row.pk])),
            mine=row.answer.value if row.answer else None,
        )
        for row in submitted
    ]
