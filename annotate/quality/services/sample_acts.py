"""One decision about many samples: a job does it for each by itself, through what one sample has.

Run again it goes on where it stopped. A sample and what its item says of it change in one
transaction, so that none is half done or done twice.
"""

from collections.abc import Iterable
from typing import Any

from django.db import IntegrityError, transaction

from annotate.core import clock, errors, jobs
from annotate.core.jobs import services as job_services
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import ReviewAct, SampleAct, SampleActItem
from annotate.quality.schemas.sample_acts import NewSampleAct
from annotate.quality.selectors.sample_acts import UNDOING
from annotate.quality.services.one_act import Problem
from annotate.quality.services.one_sample import do, make_batch
from annotate.workflow import services as workflow
from annotate.workflow.selectors.chosen import chosen_samples

Verb, State = SampleAct.Verb, SampleActItem.State
JOB = "quality.sample_act"
WITHOUT_REASON = (Verb.RESTORE, Verb.BATCH, Verb.TAKE_IN, Verb.SPLIT)
ON_ANSWERS = (Verb.REQUEUE, Verb.FLAG)
ENDS_TASKS = (Verb.WITHDRAW, Verb.REQUEUE)


def act(*, project: Project, actor: User, wanted: NewSampleAct) -> SampleAct:
    """Start an act on many samples: those named, or all that match.

    Raises:
        Invalid: no reason, no split, no sample or too many, or all that match without how many
            those are.
        Conflict: other samples match by now than the lead has seen.
    """
    before = _by_key(project, actor, wanted)
    if before is not None:
        return before
    if wanted.verb not in WITHOUT_REASON and not wanted.reason.strip():
        raise errors.Invalid.field("reason", Message("samples_reason"), code="reason_missing")
    if (wanted.verb == Verb.SPLIT) != (wanted.split is not None):
        raise errors.Invalid.field("split", Message("split_of_an_act"))
    chosen = chosen_samples(project, wanted)
    try:
        return _start(project, actor, wanted, chosen)
    except IntegrityError:
        # The same request came twice at once.
        return errors.existing(_by_key(project, actor, wanted))


def _by_key(project: Project, actor: User, wanted: NewSampleAct) -> SampleAct | None:
    if wanted.key is None:
        return None
    return SampleAct.objects.filter(project=project, actor=actor, key=wanted.key).first()


def _start(project: Project, actor: User, wanted: NewSampleAct, chosen: list[int]) -> SampleAct:
    at = clock.now()
    with transaction.atomic():
        on_answers = None
        if wanted.verb in ON_ANSWERS:
            on_answers = ReviewAct.objects.create(
                project=project, verb=wanted.verb, reason=wanted.reason, actor=actor, created_at=at
            )
        row = SampleAct.objects.create(
            project=project,
            verb=wanted.verb,
            reason=wanted.reason,
            title=wanted.title,
            split=wanted.split or "",
            key=wanted.key,
            actor=actor,
            created_at=at,
            review_act=on_answers,
        )
        return _begin(row, chosen)


def _begin(row: SampleAct, chosen: Iterable[int]) -> SampleAct:
    """Give an act its items and the job that goes through them."""
    items = [SampleActItem(act=row, sample_id=pk) for pk in chosen]
    SampleActItem.objects.bulk_create(items, batch_size=500)
    # Its items are the payload: a worker that dies leaves them to the next.
    row.job = job_services.start(name=JOB, scope=row.project.scope, payload={"act_id": row.pk})
    row.save(update_fields=["job"])
    return row


def undo(*, project: Project, actor: User, act_id: int) -> SampleAct:
    """Start an act that takes back what another one did, and nothing else.

    What somebody has changed since stays.

    Raises:
        NotFound: the project has no such act.
        Conflict: it is under way, was taken back, or is taken back in another way.
    """
    with transaction.atomic():
        rows = SampleAct.objects.select_for_update(no_key=True)
        row = errors.existing(rows.filter(project=project, pk=act_id).first())
        if row.verb not in UNDOING:
            raise errors.Conflict(Message("act_undone_elsewhere"))
        if row.finished_at is None:
            raise errors.Conflict(Message("act_under_way"))
        if SampleAct.objects.filter(undoes=row).exists():
            raise errors.Conflict(Message("act_undone"))
        undoing = SampleAct.objects.create(
            project=project,
            verb=UNDOING[Verb(row.verb)],
            undoes=row,
            actor=actor,
            created_at=clock.now(),
        )
        done = row.items.filter(state=State.DONE).order_by("sample_id")
        return _begin(undoing, done.values_list("sample_id", flat=True))


@jobs.handler(JOB)
def act_on_samples(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Carry out an act on samples; run again it goes on where it stopped."""
    rows = SampleAct.objects.select_related("project", "actor", "review_act", "undoes")
    row = rows.get(pk=payload["act_id"])
    total = row.items.count()
    if row.verb == Verb.BATCH:
        make_batch(row)
    waiting = _pending(row)
    progress.report(total - len(waiting), total)
    for left, pk in zip(reversed(range(len(waiting))), waiting, strict=True):
        _one(row, pk)
        progress.report(total - left, total)
    if row.verb in ENDS_TASKS:
        workflow.pass_over_ended(row.project, total)
    _finish(row)
    return {"act": row.pk}


def _pending(row: SampleAct) -> list[int]:
    waiting = row.items.filter(state=State.PENDING).order_by("sample_id")
    return list(waiting.values_list("pk", flat=True))


def _one(row: SampleAct, item_id: int) -> None:
    """One sample in one transaction, with what its item says of it."""
    try:
        with transaction.atomic():
            items = SampleActItem.objects.select_for_update(no_key=True, of=("self",))
            item = items.select_related("sample__project").get(pk=item_id)
            if item.state != State.PENDING:
                return  # another worker came first
            item.state = State.DONE
            do(row, item)
            item.save(update_fields=["state", "problem", "before", "reason_before"])
    except (Problem, errors.AppError) as wrong:
        entry = wrong.args[0] if isinstance(wrong, Problem) else wrong.entry
        SampleActItem.objects.filter(pk=item_id, state=State.PENDING).update(
            state=State.REFUSED, problem=entry.to_json()
        )


def _finish(row: SampleAct) -> None:
    """Note that nothing is left to be done; an act on answers that has none is none."""
    with transaction.atomic():
        ended = SampleAct.objects.filter(pk=row.pk, finished_at=None)
        if not ended.update(finished_at=clock.now()) or row.review_act is None:
            return
        if row.review_act.items.exists():
            on_answers = ReviewAct.objects.filter(pk=row.review_act.pk)
            on_answers.update(state=ReviewAct.State.DONE)
        else:
            row.review_act.delete()
