"""Who may do what with trainings and the loop."""

from typing import Any

from annotate.backends.training.base import Trained
from annotate.learning.models import TrainingRun
from annotate.learning.selectors.training import folder_of
from annotate.learning.services import version_comparisons
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion
from annotate.seeding.services import versions
from tests.architecture.matrix_audiences import Bodies

_P = "projects/{project}"
_T = f"{_P}/trainings/{{training}}"

BODIES: Bodies = {
    ("post", f"{_P}/trainings"): {"connection": "{connection}"},
    ("post", f"{_T}/finish"): {"model": "another"},
    ("put", f"{_P}/loop"): {"batch_size": 500},
    ("post", f"{_P}/comparisons"): {"connection": "{connection}"},
}


def put_in(project: Project, version_id: int) -> dict[str, Any]:
    """Have a training of a version's connection wait for weights that are made elsewhere."""
    base = ModelVersion.objects.get(pk=version_id)
    run = TrainingRun.objects.create(
        project=project,
        connection=base.connection,
        base=base,
        reason=TrainingRun.Reason.MANUAL,
        state=TrainingRun.State.WAITING,
    )
    folder = folder_of(run)
    out = folder.new_attempt()
    (out / "training.jsonl").write_text("{}\n")
    folder.finish(out, Trained(elsewhere=True))
    other = versions.add(connection=base.connection, source="settings", settings={}, base=base)
    made = version_comparisons.start(project=project, old=base, new=other, actor=None)
    return {"training": run.pk, "comparison": made.pk}
