"""What an act on many samples does with one of them: what its own page would do."""

from django.db import transaction

from annotate.messages import Message
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.quality import hooks
from annotate.quality.models import ActItem, ReviewAct, SampleAct, SampleActItem
from annotate.quality.selectors.sample_acts import newest_answer
from annotate.quality.services import one_act
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample

Verb, State = SampleAct.Verb, SampleActItem.State


def do(act: SampleAct, item: SampleActItem) -> None:
    """Do it with one sample, in the transaction of the caller.

    Raises:
        Problem, AppError: why the sample stays as it is.
    """
    match act.verb:
        case Verb.WITHDRAW:
            workflow.withdraw_sample(sample=item.sample, actor=act.actor, reason=act.reason)
        case Verb.RESTORE:
            workflow.restore_sample(sample=item.sample, actor=act.actor)
        case Verb.REQUEUE | Verb.FLAG:
            assert act.review_act is not None  # noqa: S101 - it was made with the act
            _do_with_answer(act.review_act, item)
        case Verb.LEAVE_OUT | Verb.TAKE_IN:
            _train(act, item, leave_out=act.verb == Verb.LEAVE_OUT)
        case Verb.SPLIT:
            _put(act, item)


def _train(act: SampleAct, item: SampleActItem, *, leave_out: bool) -> None:
    """Leave a sample out of training or take it in; taken back, for the reason that it had."""
    reason = act.reason
    if act.undoes is not None:
        then = SampleActItem.objects.get(act=act.undoes, sample=item.sample_id)
        reason = then.reason_before
    found = [keep(item.sample, act.actor, reason, leave_out) for keep in hooks.kept_from_training]
    before = [each for each in found if each is not None]
    if not before:
        item.state = State.UNCHANGED
    item.reason_before = next(filter(None, before), "")


def _put(act: SampleAct, item: SampleActItem) -> None:
    """Put a sample into the split of the act, or back to where the act that it undoes found it."""
    split = act.split
    if act.undoes is not None:
        then = SampleActItem.objects.get(act=act.undoes, sample=item.sample_id)
        if item.sample.split != act.undoes.split:
            raise one_act.Problem(Message("split_changed_since"))
        split = then.before
    before = workflow.set_split(sample=item.sample, actor=act.actor, split=split, reason=act.reason)
    if before is None:
        item.state = State.UNCHANGED
    item.before = before or ""


def _do_with_answer(act: ReviewAct, item: SampleActItem) -> None:
    """Have the newest answer that stands done again, or send it to review."""
    sample = Sample.objects.select_for_update(no_key=True).get(pk=item.sample_id)
    if sample.state == Sample.State.WITHDRAWN:
        raise one_act.Problem(Message("sample_is_withdrawn"))
    held = newest_answer(act.project, sample.pk)
    if held is None:
        raise one_act.Problem(Message("sample_without_answers"))
    one = ActItem.objects.create(act=act, assignment=held)
    one_act.do(act, one)
    one.save(update_fields=["state", "before", "opened", "problem"])
    item.problem = one.problem
    if one.state == ActItem.State.UNCHANGED:
        item.state = State.UNCHANGED
    audit(
        project=act.project,
        actor=act.actor,
        verb=f"review.{act.verb}",
        target=str(act.pk),
        reason=act.reason,
        answers=1,
        sample=sample.pk,
    )


def make_batch(act: SampleAct) -> None:
    """Make one batch of those samples of an act that are free, all in one transaction."""
    with transaction.atomic():
        # As whoever makes a batch: the project first, then its samples.
        project = Project.objects.select_for_update(no_key=True).get(pk=act.project_id)
        waiting = act.items.filter(state=State.PENDING)
        samples = Sample.objects.filter(pk__in=waiting.values("sample"))
        rows = list(samples.select_for_update(no_key=True).select_related(None).order_by("pk"))
        withdrawn = [row.pk for row in rows if row.state == Sample.State.WITHDRAWN]
        taken = [row.pk for row in rows if row.batch_id and row.pk not in set(withdrawn)]
        free = sorted({row.pk for row in rows} - {*withdrawn, *taken})
        _refuse(act, withdrawn, Message("sample_is_withdrawn"))
        _refuse(act, taken, Message("sample_in_a_batch"))
        if free:
            batch = workflow.make_batch(
                project=project, actor=act.actor, title=act.title, sample_ids=free
            )
            SampleAct.objects.filter(pk=act.pk).update(batch=batch)
            act.items.filter(state=State.PENDING).update(state=State.DONE)


def _refuse(act: SampleAct, sample_ids: list[int], why: Message) -> None:
    items = act.items.filter(sample__in=sample_ids)
    items.update(state=State.REFUSED, problem=why.to_json())
