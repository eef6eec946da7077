"""Who may do what with connections, versions of models, trials and the models used."""

from typing import Any

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.seeding.services import connections, shared, trials, versions
from annotate.workflow.models import Sample
from tests.architecture.matrix_audiences import Bodies

_P = "projects/{project}"
_C = f"{_P}/connections/{{connection}}"
_V = f"{_P}/versions/{{model_version}}"
_S = "admin/connections/{shared}"

BODIES: Bodies = {
    ("post", f"{_P}/connections"): {"name": "One more", "backend": "classical"},
    ("patch", _C): {"name": "Renamed"},
    ("post", f"{_C}/try"): {"image": "{image}"},
    ("post", f"{_C}/versions"): {"model": "another"},
    ("put", f"{_P}/model-assignment"): {"ocr": None},
    ("post", "admin/connections"): {"name": "Of the house too", "backend": "classical"},
    ("patch", _S): {"disabled": False},
}


def put_in(project: Project, owner: User, sample: Sample) -> dict[str, Any]:
    """Connect a back end, make a version of it and try that on an image."""
    connection = connections.make(
        project=project, actor=owner, name="Another", backend="classical", settings={}, secrets={}
    )
    base = connections.serving(connection)
    version = versions.add(connection=connection, source="training", settings={}, base=base)
    trial = trials.start(version=version, image_id=sample.image_id, actor=owner)
    name = f"Of the house {project.pk}"
    kept = shared.make(actor=owner, name=name, backend="classical", settings={}, secrets={})
    ids = {"shared": kept.pk}
    return ids | {"connection": connection.pk, "model_version": version.pk, "trial": trial.pk}
