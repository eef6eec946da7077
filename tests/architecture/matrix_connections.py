"""Who may do what with connections, versions of models, trials and the models used."""

from typing import Any

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.seeding.services import connections, trials, versions
from annotate.workflow.models import Sample
from tests.architecture.matrix_audiences import LEAD, READER, Row

_P = "projects/{project}"
_C = f"{_P}/connections/{{connection}}"
_V = f"{_P}/versions/{{model_version}}"

ROWS: dict[tuple[str, str], Row] = {
    ("get", f"{_P}/backends"): Row(READER),
    ("get", f"{_P}/connections"): Row(READER),
    ("post", f"{_P}/connections"): Row(LEAD, {"name": "One more", "backend": "classical"}),
    ("get", _C): Row(READER),
    ("patch", _C): Row(LEAD, {"name": "Renamed"}),
    ("delete", _C): Row(LEAD),
    ("post", f"{_C}/health"): Row(LEAD),
    ("post", f"{_C}/try"): Row(LEAD, {"image": "{image}"}),
    ("get", f"{_C}/versions"): Row(READER),
    ("post", f"{_C}/versions"): Row(LEAD, {"model": "another"}),
    ("post", f"{_C}/rollback"): Row(LEAD),
    ("get", _V): Row(READER),
    ("post", f"{_V}/promote"): Row(LEAD),
    ("get", f"{_P}/trials/{{trial}}"): Row(READER),
    ("get", f"{_P}/model-assignment"): Row(READER),
    ("put", f"{_P}/model-assignment"): Row(LEAD, {"ocr": None}),
}


def put_in(project: Project, owner: User, sample: Sample) -> dict[str, Any]:
    """Connect a back end, make a version of it and try that on an image."""
    connection = connections.make(
        project=project, actor=owner, name="Another", backend="classical", settings={}, secrets={}
    )
    base = connections.serving(connection)
    version = versions.add(connection=connection, source="training", settings={}, base=base)
    trial = trials.start(version=version, image_id=sample.image_id, actor=owner)
    return {"connection": connection.pk, "model_version": version.pk, "trial": trial.pk}
