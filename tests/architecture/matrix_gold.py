"""Who may do what with gold and qualification."""

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import GoldItem
from annotate.quality.services import qualification
from annotate.workflow.models import Sample
from tests.architecture.matrix_audiences import HERS, LEAD, MEMBER, READER, WORKER, Row

_P = "projects/{project}"

ROWS: dict[tuple[str, str], Row] = {
    ("get", f"{_P}/gold"): Row(READER),
    ("post", f"{_P}/gold"): Row(LEAD, {"stage": "objects", "sample": "{sample}"}),
    ("patch", f"{_P}/gold/{{gold}}"): Row(LEAD, {"note": "Look closely."}),
    ("delete", f"{_P}/gold/{{gold}}"): Row(LEAD),
    ("post", f"{_P}/gold/import"): Row(LEAD, files=True),
    ("get", f"{_P}/gold/evidence"): Row(READER),
    ("get", f"{_P}/qualification"): Row(READER),
    ("put", f"{_P}/qualification"): Row(LEAD, {"min_approved": 1}),
    ("get", f"{_P}/qualification/me"): Row(MEMBER),
    ("get", f"{_P}/qualification/people"): Row(READER),
    ("post", f"{_P}/qualification/people/{{user}}/reset"): Row(LEAD),
    ("get", f"{_P}/consent"): Row(READER),
    ("post", f"{_P}/consent"): Row(LEAD, {"body": "We keep what you write."}),
    ("post", f"{_P}/consent/agree"): Row(MEMBER, {"version": 1}),
    ("post", f"{_P}/practice"): Row(WORKER),
    ("post", f"{_P}/test"): Row(WORKER),
    ("get", "hits/{hit}/feedback"): Row(HERS),
}


def put_in(project: Project, owner: User, sample: Sample) -> dict[str, int]:
    """Put gold and a text to agree to into a project; return the ids by name."""
    qualification.publish_consent(project=project, body="We keep what you write.", actor=owner)
    item = GoldItem.objects.create(
        project=project,
        stage_key="description",
        sample=sample,
        expected={},
        created_by=owner,
    )
    return {"gold": item.pk}
