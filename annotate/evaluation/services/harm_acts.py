"""What leads do about a case (Wang et al. 2022, §5.2): review, do again, leave out of training."""

from django.db import transaction

from annotate.core import clock, errors
from annotate.evaluation.models import HarmAct, HarmCase, LeftOutOfTraining
from annotate.evaluation.selectors.harm_acts import answer_of
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.services import audit
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
    sample, project = case.sample, case.run.project
    if sample is None:
        raise errors.Conflict(Message("harm_no_sample"))
    with transaction.atomic():
        if leave_out:
            _, changed = LeftOutOfTraining.objects.get_or_create(
                sample=sample, project=project, defaults={"by": actor, "reason": reason}
            )
        else:
            number, _ = LeftOutOfTraining.objects.filter(sample=sample).delete()
            changed = number > 0
        if changed:
            verb = "training.left_out" if leave_out else "training.let_in"
            audit(project=project, actor=actor, verb=verb, target=str(sample.pk), reason=reason)
