"""Who may do what with gold and qualification."""

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import GoldItem
from annotate.quality.services import qualification
from annotate.workflow.models import Sample
from tests.architecture.matrix_audiences import FILES, Bodies

_P = "projects/{project}"

BODIES: Bodies = {
    ("post", f"{_P}/gold"): {"stage": "objects", "sample": "{sample}"},
    ("patch", f"{_P}/gold/{{gold}}"): {"note": "Look closely."},
    ("post", f"{_P}/gold/import"): FILES,
    ("put", f"{_P}/qualification"): {"min_approved": 1},
    ("post", f"{_P}/consent"): {"body": "We keep what you write."},
    ("post", f"{_P}/consent/agree"): {"version": 1},
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
