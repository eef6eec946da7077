"""Who may do what with groups: leads set them up and delete them, one person is asked."""

from typing import Any

from annotate.evaluation.group_models import GroupAnswer, GroupReading
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow.models import Sample
from tests.architecture.matrix_audiences import FILES, Bodies
from tests.evaluation.groups_scene import DARKER, LIGHTER, scheme_in

_P = "projects/{project}"

BODIES: Bodies = {
    ("put", f"{_P}/groups"): {
        "name": "Skin tone",
        "values": [LIGHTER, DARKER],
        "guideline": "Say what you see.",
    },
    ("post", f"{_P}/groups/import"): FILES,
    ("post", f"{_P}/groups/guideline"): {"version": 1},
    ("post", "group-questions/{group_question}/answer"): {"value": LIGHTER},
}


def put_in(project: Project, sample: Sample, annotator: User) -> dict[str, Any]:
    """Have somebody asked about an image, who has read the guideline."""
    scheme = scheme_in(project)
    GroupReading.objects.create(scheme=scheme, person=annotator, version=1)
    asked = GroupAnswer.objects.create(scheme=scheme, sample=sample, person=annotator)
    return {"group_question": asked.pk}
