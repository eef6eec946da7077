"""Practise with the right answer at once: after each image, before the next (mission A14).

See docs/decisions/0010. The first answer that is checked is the one that counts; it may be mended
afterwards, which is what practice is for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from annotate.core import errors, rows
from annotate.messages import Message
from annotate.quality.models import GoldItem, GoldResult
from annotate.quality.selectors.gold import item_of, items_behind
from annotate.quality.services.gold import compared
from annotate.workflow import answers
from annotate.workflow.models import Assignment, Purpose
from annotate.workflow.selectors.annotations import annotations_of
from annotate.workflow.services.leases import NotHeld


@dataclass(frozen=True)
class Checked:
    """What is known of a task, and how the first answer to it compares."""

    item: GoldItem | None
    results: Sequence[GoldResult]


def check(*, assignment: Assignment, answer: dict[str, Any]) -> Checked:
    """Compare an answer of a practice round with what is known, and say what that is.

    Asked again, it says the same of the first answer.

    Raises:
        Invalid: the answer is not ready to be handed in; nothing is told yet.
        Conflict: it is no practice. Of work this says nothing: gold is refused alike.
        NotHeld: the round is over.
    """
    if assignment.hit_id is None or assignment.task.purpose != Purpose.PRACTICE:
        raise errors.Conflict(Message("not_practice"))
    if assignment.state != Assignment.State.LIVE:
        raise NotHeld
    stage = assignment.project.recipe.stage(assignment.task.stage_key)
    items = items_behind([assignment])
    item = item_of(assignment, items)
    with transaction.atomic():
        # Of two pages that check at once, the second says what the first has found.
        Assignment.objects.select_for_update(no_key=True).get(pk=assignment.pk)
        known = GoldResult.objects.filter(assignment=assignment).select_related(
            "item__source", "item__sample"
        )
        before = list(known.order_by("pk"))
        if before:
            return Checked(before[0].item, before)
        shown = answers.shown_to(assignment, stage, annotations_of(assignment.sample_id))
        typed = answers.checked(stage, answer, shown)
        made = compared(assignment, typed, stage.kind, items)
        rows.insert(made)
    return Checked(item, made)
