"""What an act on many answers does with one of them, and how exactly that is taken back."""

from typing import Any

from django.db.models import Q

from annotate.core import clock
from annotate.messages import Message
from annotate.people.models import User
from annotate.quality.models import ActItem, Evidence, Flag, ReviewAct
from annotate.quality.services.review import settle
from annotate.quality.wording import BY_HAND
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation, Assignment
from annotate.workflow.services.locking import lock

Verb, State, Verdict = ReviewAct.Verb, ActItem.State, Assignment.Verdict


class Problem(Exception):
    """Why this answer stays as it is; a message of the catalogue."""


def do(act: ReviewAct, item: ActItem) -> None:
    """Judge or flag one answer, and note how it was before."""
    if act.verb == Verb.FLAG:
        _flag(act, item)
    else:
        _judge(act, item)


def _judge(act: ReviewAct, item: ActItem) -> None:
    held, answer = _held(item)
    verdict = Verdict.APPROVED if act.verb == Verb.APPROVE else Verdict.REJECTED
    was_again = workflow.done_again(answer)
    if held.verdict == verdict and (act.verb != Verb.REQUEUE or was_again):
        item.state = State.UNCHANGED
        return
    flags = Flag.objects.filter(assignment=held, state=Flag.State.OPEN)
    before = _verdict_of(held) | {"again": was_again, "flags": list(flags.values_list(flat=True))}
    requeue = act.verb == Verb.REQUEUE or (act.verb == Verb.REJECT and not act.keep_later)
    done = workflow.set_verdict(
        annotation=answer,
        verdict=verdict,
        actor=act.actor,
        reason=act.reason,
        requeue=requeue,
        audited=False,
    )
    settle([held.pk], actor=act.actor)
    held.refresh_from_db(fields=["verdict_at"])
    item.before = before | {"set_at": _iso(held.verdict_at)}
    item.opened = done.opened if done else 0
    item.state = State.DONE
    if done and done.reason:
        item.problem = done.reason.to_json()  # rejected, and why nobody does it again


def take_back(act: ReviewAct, item: ActItem) -> None:
    """Let an answer be as it was before the act; a Problem where somebody has changed it since."""
    assert act.undone_by is not None  # noqa: S101 - whoever takes it back is noted first
    item.problem = None
    if act.verb == Verb.FLAG:
        _take_flag_back(item)
    else:
        _take_verdict_back(act, item, act.undone_by)


def _take_verdict_back(act: ReviewAct, item: ActItem, actor: User) -> None:
    held, answer = _held(item)
    before = item.before
    if held.verdict_by_id != act.actor_id or _iso(held.verdict_at) != before["set_at"]:
        raise Problem(Message("judged_since"))

    def judge(verdict: str, *, reason: str, requeue: bool) -> None:
        workflow.set_verdict(
            annotation=answer,
            verdict=verdict,
            actor=actor,
            reason=reason,
            requeue=requeue,
            audited=False,
        )

    if before["verdict"] == held.verdict:
        judge(Verdict.UNREVIEWED, reason="", requeue=False)
    judge(before["verdict"], reason=before["reason"], requeue=before["again"])
    # Who judged it before has judged it, and when they did.
    Assignment.objects.filter(pk=held.pk).update(
        verdict_reason=before["reason"], verdict_by=before["by"], verdict_at=before["at"]
    )
    Flag.objects.filter(pk__in=before["flags"], state=Flag.State.SETTLED).update(
        state=Flag.State.OPEN, settled_at=None, settled_by=None, changed_at=clock.now()
    )
    item.state = State.UNDONE
    if act.verb != Verb.APPROVE and not before["again"] and workflow.done_again(answer):
        item.state, item.problem = State.KEPT, Message("again_goes_on").to_json()


def _flag(act: ReviewAct, item: ActItem) -> None:
    """Add a flag with the lead's words; one that was settled is open again with the new ones."""
    held, answer = _held(item)
    at, numbers = clock.now(), {"reason": act.reason}
    flag = Flag.objects.filter(assignment=held, code=BY_HAND).first()
    if flag is not None and flag.state == Flag.State.OPEN:
        item.state = State.UNCHANGED
        return
    if flag is None:
        item.before = {"flag": None}
        flag = Flag.objects.create(
            project=held.project,
            assignment=held,
            annotation=answer,
            annotator=held.annotator,
            stage_key=answer.stage_key,
            code=BY_HAND,
            numbers=numbers,
            created_at=at,
            changed_at=at,
        )
    else:
        item.before = {"flag": _flag_state(flag)}
        Flag.objects.filter(pk=flag.pk).update(
            state=Flag.State.OPEN, numbers=numbers, settled_at=None, settled_by=None, changed_at=at
        )
    Evidence.objects.create(flag=flag, numbers=numbers, at=at)
    item.state = State.DONE


def _take_flag_back(item: ActItem) -> None:
    before = item.before["flag"] or {"state": Flag.State.WITHDRAWN}
    mine = Flag.objects.filter(Q(assignment=item.assignment_id, code=BY_HAND))
    if not mine.filter(state=Flag.State.OPEN).update(**before, changed_at=clock.now()):
        raise Problem(Message("judged_since"))
    item.state = State.UNDONE


def _held(item: ActItem) -> tuple[Assignment, Annotation]:
    """The submission with its answer, locked: what is noted of it is what the act changes."""
    lock([item.assignment_id])
    rows = Assignment.objects.select_related("answer__sample", "project", "annotator")
    held = rows.get(pk=item.assignment_id)
    assert held.answer is not None  # noqa: S101 - only submissions get into an act
    return held, held.answer


def _verdict_of(held: Assignment) -> dict[str, Any]:
    return {
        "verdict": held.verdict,
        "reason": held.verdict_reason,
        "by": held.verdict_by_id,
        "at": _iso(held.verdict_at),
    }


def _flag_state(flag: Flag) -> dict[str, Any]:
    return {
        "state": flag.state,
        "numbers": flag.numbers,
        "settled_at": _iso(flag.settled_at),
        "settled_by": flag.settled_by_id,
    }


def _iso(at: Any) -> str | None:
    return at.isoformat() if at else None
