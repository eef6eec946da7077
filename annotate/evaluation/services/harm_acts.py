"""What leads do about a case (Wang et al. 2022, §5.2): review, do again, leave out of training."""

from annotate.core import clock, errors
from annotate.evaluation.models import HarmAct, HarmCase
from annotate.evaluation.selectors.harm_acts import answer_of
from annotate.evaluation.services.left_out import keep_from_training
from annotate.messages import Message
from annotate.people.models import User
from annotate.quality.models import ActItem, ReviewAct
from annotate.quality.schemas.answers import NewAct
from annotate.quality.services import acts

Act = HarmAct.Act
_VERBS = {Act.REVIEW: ReviewAct.Verb.FLAG, Act.REDO: ReviewAct.Verb.REQUEUE}


def act(*, case: HarmCase, actor: User, act: str, reason: str) -> None:
    """Do something about a case; done once more it changes nothing.

    Raises:
        Conflict: the text is not of a person here, or the answer cannot be done again.
    """
    verb = _VERBS.get(Act(act))
    if verb is not None:
        _review(case, actor, verb, reason)
    else:
        _train(case, actor, reason, leave_out=act == Act.LEAVE_OUT)
    HarmAct.objects.update_or_create(case=case, act=act, defaults={"by": actor, "at": clock.now()})


def _review(case: HarmCase, actor: User, verb: ReviewAct.Verb, reason: str) -> None:
    """As if the lead had done it in the review: with its flags, its audit and its undo."""
    answer = answer_of(case)
    if answer is None:
        raise errors.Conflict(Message("harm_no_answer"))
    wanted = NewAct(verb=verb, annotations=[answer.pk], reason=reason)
    done = acts.act(project=case.run.project, actor=actor, wanted=wanted)
    [item] = done.items.all()
    if item.state == ActItem.State.FAILED and item.problem:
        raise errors.Conflict(Message.from_json(item.problem))


def _train(case: HarmCase, actor: User, reason: str, *, leave_out: bool) -> None:
    if case.sample is None:
        raise errors.Conflict(Message("harm_no_sample"))
    keep_from_training(case.sample, actor, reason, leave_out)
