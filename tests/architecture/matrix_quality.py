"""Who may do what with flags, review, feedback and blocks."""

from typing import Any

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import Block, Feedback, Flag
from annotate.workflow.models import Assignment
from tests.architecture.matrix_audiences import HERS, LEAD, READER, SIGNED_IN, Row

_P = "projects/{project}"
_ONE = f"{_P}/review/{{annotation}}"
_SETTINGS = {"time_z": 2.0}

ROWS: dict[tuple[str, str], Row] = {
    ("get", f"{_P}/quality"): Row(READER),
    ("put", f"{_P}/quality"): Row(LEAD, _SETTINGS),
    ("post", f"{_P}/quality/run"): Row(LEAD),
    ("get", f"{_P}/quality/annotators"): Row(READER),
    ("get", f"{_P}/agreement"): Row(READER),
    ("get", f"{_P}/aggregates"): Row(READER),
    ("get", f"{_P}/review"): Row(READER),
    ("get", _ONE): Row(READER),
    ("post", _ONE): Row(LEAD, {"verdict": "approved"}),
    ("post", f"{_P}/review/bulk"): Row(
        LEAD, {"annotations": ["{annotation}"], "verdict": "approved"}
    ),
    ("get", f"{_P}/review/skips"): Row(READER),
    ("post", f"{_P}/review/skips/{{flag}}"): Row(LEAD),
    ("get", f"{_P}/feedback"): Row(LEAD),
    ("post", f"{_P}/feedback"): Row(LEAD),
    ("get", "feedback"): Row(SIGNED_IN),
    ("post", "feedback/{feedback}/read"): Row(HERS),
    ("post", "feedback/{feedback}/reply"): Row(HERS, {"message": "Understood."}),
    ("get", f"{_P}/blocks"): Row(READER),
    ("post", f"{_P}/blocks"): Row(LEAD, {"scope": "project"}),
    ("post", f"{_P}/blocks/{{block}}/lift"): Row(LEAD, {"reason": "We have talked."}),
    ("get", f"{_P}/batches/{{batch}}/report"): Row(READER),
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
    return {
        "annotation": answer.pk,
        "flag": skipped.pk,
        "feedback": feedback.pk,
        "block": block.pk,
    }
