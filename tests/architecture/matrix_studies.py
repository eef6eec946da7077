"""Who may do what with texts from elsewhere and with studies: raters learn nothing of them."""

import uuid
from dataclasses import asdict
from typing import Any

from annotate.evaluation.models import Study, StudyItem, StudyStimulus, TextFile
from annotate.images.services import facts_of
from annotate.people.models import User
from annotate.projects.models import Project
from tests.architecture.matrix_audiences import FILES, Bodies

_P = "projects/{project}"
_S = f"{_P}/studies"
_ONE = f"{_S}/{{study}}"
_FINAL = {"type": "final", "stage": "description"}
_FIRST = {"type": "round", "stage": "description", "index": 1}

BODIES: Bodies = {
    ("post", f"{_P}/text-files"): FILES,
    ("post", f"{_P}/study-images"): FILES,
    ("post", f"{_S}/preview"): {"design": "side_by_side.v1", "sources": [_FIRST, _FINAL]},
    ("post", _S): {
        "name": "Rounds",
        "design": "side_by_side.v1",
        "sources": [
            {"source": _FIRST, "title": "First"},
            {"source": _FINAL, "title": "Final"},
        ],
    },
    ("patch", _ONE): {"name": "Another name"},
}


def put_in(project: Project, owner: User) -> dict[str, Any]:
    """Have a file of texts."""
    file = TextFile.objects.create(project=project, name="model", created_by=owner, sha256="0")
    return {"text_file": file.pk, "stimulus_id": _stimulus(project, owner)}


def _stimulus(project: Project, owner: User) -> str:
    """Have an image that is judged in the project itself."""
    study = Study.objects.create(
        project=project,
        work=project,
        created_by=owner,
        name="Images",
        design="ranking.v1",
        state=Study.State.CLOSED,
        sources=[],
        options={"sample_size": None, "raters_per_item": 1, "metrics": []}
        | {"justification": "optional", "settings": {}},
        seed=1,
    )
    image = project.images.order_by("pk")[0]
    item = StudyItem.objects.create(study=study, number=1, image_name="a")
    made = StudyStimulus.objects.create(
        item=item, position=0, source=0, key=uuid.uuid4(), **asdict(facts_of(image))
    )
    return str(made.key)
