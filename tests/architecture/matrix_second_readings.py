"""Who may do what with second readings."""

from annotate.evaluation.models import ReadText, SecondReading
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.seeding.services import connections
from annotate.workflow.models import Annotation
from tests.architecture.matrix_audiences import Bodies

_P = "projects/{project}/second-readings"
_SOURCE = {"type": "final", "stage": "description"}

BODIES: Bodies = {
    ("post", _P): {"source": _SOURCE, "version": 1},
    ("post", f"{_P}/{{second_reading}}/continue"): {"again": True},
}


def put_in(project: Project, owner: User) -> dict[str, int]:
    """Have a reading that was stopped after its first text."""
    connections.ensure_built_in(project)
    version = project.model_versions.get(connection__name="classical")
    reading = SecondReading.objects.create(
        project=project,
        source=_SOURCE,
        source_title="Description: final text",
        version=version,
        prompt="second-reader-1",
        seed=1,
        created_by=owner,
    )
    answer = Annotation.objects.filter(project=project).select_related("sample").first()
    if answer is not None:
        ReadText.objects.create(
            reading=reading,
            version=version,
            position=1,
            annotation=answer,
            image=answer.sample.image,
            sentences=["A text."],
            marked=[],
            said=[{"verdict": "seen", "box": None}],
            not_mentioned=[],
            state=ReadText.State.ANSWERED,
            answered_at=reading.created_at,
        )
    return {"second_reading": reading.pk}
