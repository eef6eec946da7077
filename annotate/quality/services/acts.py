"""One decision about many answers: done for each by itself, and taken back as it was done."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from annotate.core import clock, errors, jobs
from annotate.core.jobs import services as job_services
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.quality.models import ActItem, ReviewAct
from annotate.quality.schemas.answers import NewAct
from annotate.quality.selectors.answers import found
from annotate.quality.services.one_act import Problem, do, take_back
from annotate.workflow.models import Assignment, Purpose
from annotate.workflow.services import pass_over_ended

Verb, State = ReviewAct.Verb, ReviewAct.State
JOB = "quality.act"
ENDS_TASKS = (Verb.REJECT, Verb.REQUEUE)
# More would keep a browser waiting.
AT_ONCE = 50
MOST = 5_000


def act(*, project: Project, actor: User, wanted: NewAct) -> ReviewAct:
    """Approve, reject, have done again or flag many answers: a few at once, many in the background.

    Each answer is a transaction of its own: one that cannot be judged stops no other. The audit
    trail has one entry for all of them.

    Raises:
        Invalid: no reason, no answer or too many.
        Conflict: other answers match by now than the lead has seen.
    """
    if wanted.verb != Verb.APPROVE and not wanted.reason.strip():
        raise errors.Invalid.field("reason", Message("act_reason"), code="reason_missing")
    chosen = _chosen(project, wanted)
    with transaction.atomic():
        row = ReviewAct.objects.create(
            project=project,
            actor=actor,
            verb=wanted.verb,
            reason=wanted.reason,
            keep_later=wanted.keep_later,
            created_at=clock.now(),
        )
        ActItem.objects.bulk_create(
            [ActItem(act=row, assignment_id=pk) for pk in chosen], batch_size=500
        )
        audit(
            project=project,
            actor=actor,
            verb=f"review.{wanted.verb}",
            target=str(row.pk),
            reason=wanted.reason,
            answers=len(chosen),
            keep_later=wanted.keep_later,
        )
        # Its items are the payload: a worker that dies leaves them to the next.
        if len(chosen) > AT_ONCE:
            job_services.start(name=JOB, scope=project.scope, payload={"act_id": row.pk})
    if len(chosen) <= AT_ONCE:
        _run(row)
    return row


def _chosen(project: Project, wanted: NewAct) -> list[int]:
    """The assignments of the answers that are meant, the newest first: nothing builds on that."""
    if wanted.matching is not None:
        rows = found(project, wanted.matching)
    else:
        work = Assignment.objects.filter(project=project, state=Assignment.State.SUBMITTED)
        rows = work.filter(answer__in=wanted.annotations, answer__purpose=Purpose.WORK)
    chosen = list(rows.order_by("-answer_id").values_list("pk", flat=True)[: MOST + 1])
    name = "annotations" if wanted.matching is None else "matching"
    if len(chosen) > MOST:
        raise errors.Invalid.field(name, Message("too_many_answers", limit=MOST))
    if wanted.matching is None and len(chosen) < len(set(wanted.annotations)):
        raise errors.Invalid.field(name, Message("unknown_answers"), code="unknown")
    if wanted.expected is not None and len(chosen) != wanted.expected:
        raise errors.Conflict(
            Message("answers_changed", now=len(chosen), seen=wanted.expected), code="list_changed"
        )
    if not chosen:
        raise errors.Invalid.field(name, Message("no_answers"), code="missing")
    return chosen


def undo(*, project: Project, actor: User, act_id: int) -> ReviewAct:
    """Take back what an act did, and nothing else: what somebody has changed since stays.

    Raises:
        NotFound: the project has no such act.
        Conflict: it is under way, or has been taken back.
    """
    with transaction.atomic():
        rows = ReviewAct.objects.select_for_update(no_key=True).select_related("project")
        row = errors.existing(rows.filter(project=project, pk=act_id).first())
        if row.state != State.DONE:
            is_running = row.state == State.RUNNING
            raise errors.Conflict(Message("act_under_way" if is_running else "act_undone"))
        row.state, row.undone_by, row.undone_at = State.UNDOING, actor, clock.now()
        row.save(update_fields=["state", "undone_by", "undone_at"])
        number = row.items.filter(state=ActItem.State.DONE).count()
        audit(
            project=project,
            actor=actor,
            verb="review.undone",
            target=str(row.pk),
            act=row.verb,
            answers=number,
        )
        if number > AT_ONCE:
            job_services.start(name=JOB, scope=project.scope, payload={"act_id": row.pk})
    if number <= AT_ONCE:
        _run(row)
    return row


@jobs.handler(JOB)
def act_in_background(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Go on with an act or its undoing; run again it goes on where it stopped."""
    row = ReviewAct.objects.select_related("project", "actor").get(pk=payload["act_id"])
    _run(row, progress)
    return {"act": row.pk}


def _run(row: ReviewAct, progress: jobs.Progress | None = None) -> None:
    if row.state == State.RUNNING:
        waiting = row.items.filter(state=ActItem.State.PENDING).order_by("pk")
        _each(row, list(waiting.values_list("pk", flat=True)), State.DONE, progress)
    elif row.state == State.UNDOING:
        # The last first: what was rejected later may rest on what was rejected before.
        done = row.items.filter(state=ActItem.State.DONE).order_by("-pk")
        _each(row, list(done.values_list("pk", flat=True)), State.UNDONE, progress)


def _each(
    row: ReviewAct, item_ids: Iterable[int], after: str, progress: jobs.Progress | None
) -> None:
    ids = list(item_ids)
    for number, pk in enumerate(ids, start=1):
        _one(row, pk)
        if progress is not None:
            progress.report(number, len(ids))
    if row.verb in ENDS_TASKS:
        pass_over_ended(row.project, len(ids))
    ReviewAct.objects.filter(pk=row.pk, state=row.state).update(state=after)
    row.state = after


def _one(row: ReviewAct, item_id: int) -> None:
    """One answer in one transaction, with what the item says of it."""
    undoing = row.state == State.UNDOING
    try:
        with transaction.atomic():
            items = ActItem.objects.select_for_update(no_key=True, of=("self",))
            item = items.select_related("assignment__answer").get(pk=item_id)
            if item.state != (ActItem.State.DONE if undoing else ActItem.State.PENDING):
                return  # another worker came first
            (take_back if undoing else do)(row, item)
            item.save(update_fields=["state", "before", "opened", "problem"])
    except (Problem, errors.AppError) as wrong:
        entry = wrong.args[0] if isinstance(wrong, Problem) else wrong.entry
        state = ActItem.State.KEPT if undoing else ActItem.State.FAILED
        ActItem.objects.filter(pk=item_id).update(state=state, problem=entry.to_json())
