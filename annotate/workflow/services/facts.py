"""What leads decide about a sample beside its way: its split, and whether models learn from it.

Such a decision moves no sample: it stands among the transitions as one from a state to the same,
so that the history of a sample tells it where it happened.
"""

from typing import Any

from django.db import transaction

from annotate.core import clock, errors
from annotate.images.models import Image
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.services import audit
from annotate.workflow import hooks
from annotate.workflow.models import Sample, Transition
from annotate.workflow.services.counters import samples as sample_counters

Split = Image.Split
MEASURED = (Split.VAL, Split.TEST)


def set_split(*, sample: Sample, actor: User, split: str, reason: str = "") -> str | None:
    """Put a sample into another split, "" for none; return the one it was in, None if in this.

    Raises:
        Conflict: it is withdrawn; it is under way or done, and as many rounds as are asked for
            depend on the split; or it was learned from and would be measured on.
    """
    with transaction.atomic():
        sample = Sample.objects.select_for_update(no_key=True).get(pk=sample.pk)
        before = sample.split
        if before == split:
            return None
        _check(sample, split)
        where = sample_counters.place_of(sample)
        at = clock.now()
        Image.objects.filter(pk=sample.image_id).update(split=split)
        Sample.objects.filter(pk=sample.pk).update(split=split, updated_at=at)
        sample.split = split
        moved = {where: -1, sample_counters.place_of(sample): 1}
        sample_counters.add(moved, actor_id=actor.pk)
        note(sample, actor, "split", {"before": before, "after": split, "comment": reason})
        audit(
            project=sample.project,
            actor=actor,
            verb="sample.split",
            target=str(sample.pk),
            before=before,
            after=split,
            reason=reason,
        )
    return before


def _check(sample: Sample, split: str) -> None:
    if sample.state == Sample.State.WITHDRAWN:
        raise errors.Conflict(Message("split_of_withdrawn"))
    stages = sample.project.recipe.stages
    counts = any(stage.rounds_for(split) != stage.rounds_for(sample.split) for stage in stages)
    if counts and sample.state != Sample.State.WAITING:
        raise errors.Conflict(Message("split_decides_rounds"))
    measured_anew = split in MEASURED and sample.split not in MEASURED
    if measured_anew and any(learned(sample) for learned in hooks.learned):
        raise errors.Conflict(Message("split_learned_from"))


def note(sample: Sample, actor: User, what: str, detail: dict[str, Any]) -> None:
    """Write down what was decided about a sample; of one that is withdrawn its audit tells."""
    if sample.state != Sample.State.WITHDRAWN:
        Transition.objects.create(
            sample=sample,
            subject=Transition.Subject.SAMPLE,
            subject_id=sample.pk,
            from_state=sample.state,
            to_state=sample.state,
            reason=what,
            detail=detail,
            actor=actor,
            at=clock.now(),
        )
