"""Who may do what with flags, review, feedback and blocks."""

from typing import Any

from annotate.core.clock import now
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import (
    ActItem,
    Block,
    Feedback,
    Flag,
    OutcomeNotice,
    ReviewAct,
    SampleAct,
    SampleActItem,
)
from annotate.workflow.models import Assignment
from tests.architecture.matrix_audiences import Bodies

_P = "projects/{project}"
_ONE = f"{_P}/review/{{annotation}}"
_SETTINGS = {"time_z": 2.0}

BODIES: Bodies = {
    ("put", f"{_P}/quality"): _SETTINGS,
    ("post", _ONE): {"verdict": "approved"},
    ("post", f"{_P}/review/acts"): {"annotations": ["{annotation}"], "verb": "approve"},
    ("post", f"{_P}/samples/acts"): {"samples": ["{sample}"], "verb": "restore"},
    ("post", "feedback/{feedback}/reply"): {"message": "Understood."},
    ("post", f"{_P}/blocks"): {"scope": "project"},
    ("post", f"{_P}/blocks/{{block}}/lift"): {"reason": "We have talked."},
}


def put_in(project: Project, lead: User, submitted: Assignment) -> dict[str, Any]:
    """Return the ids by the names that the addresses use."""
    annotator, answer = submitted.annotator, submitted.answer
    assert answer is not None
    skipped = Flag.objects.create(
        project=project,
        assignment=submitted,
        annotator=annotator,
        stage_key="objects",
        code="skipped",
        numbers={"reason": "other", "comment": "", "seconds": 1, "people": 1},
    )
    feedback = Feedback.objects.create(
        project=project, annotation=answer, annotator=annotator, sent_by=lead, message="Well done."
    )
    block = Block.objects.create(
        project=project, user=annotator, scope="project", reason="Spam.", created_by=lead
    )
    notice = OutcomeNotice.objects.create(
        project=project,
        sample=submitted.sample,
        annotator=annotator,
        assignment=submitted,
        occasion=OutcomeNotice.Occasion.FINISHED,
    )
    act = ReviewAct.objects.create(project=project, actor=lead, verb="approve", state="done")
    ActItem.objects.create(act=act, assignment=submitted, state="unchanged")
    sample_act = SampleAct.objects.create(
        project=project, actor=lead, verb="split", split="val", finished_at=now()
    )
    SampleActItem.objects.create(act=sample_act, sample=submitted.sample, state="refused")
    return {
        "act": act.pk,
        "sample_act": sample_act.pk,
        "annotation": answer.pk,
        "notice": notice.pk,
        "flag": skipped.pk,
        "feedback": feedback.pk,
        "block": block.pk,
    }
