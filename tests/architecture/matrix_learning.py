"""Who may do what with trainings and the loop."""

from typing import Any

from annotate.backends.training.base import Trained
from annotate.learning.models import TrainingRun
from annotate.learning.selectors.training import folder_of
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion
from tests.architecture.matrix_audiences import LEAD, READER, Row

_P = "projects/{project}"
_T = f"{_P}/trainings/{{training}}"

ROWS: dict[tuple[str, str], Row] = {
    ("get", f"{_P}/trainings"): Row(READER),
    ("post", f"{_P}/trainings"): Row(LEAD, {"connection": "{connection}"}),
    ("get", _T): Row(READER),
    ("post", f"{_T}/cancel"): Row(LEAD),
    ("get", f"{_T}/points"): Row(READER),
    ("get", f"{_T}/file"): Row(READER),
    ("post", f"{_T}/finish"): Row(LEAD, {"model": "another"}),
    ("get", f"{_P}/loop"): Row(READER),
    ("put", f"{_P}/loop"): Row(LEAD, {"batch_size": 500}),
    ("get", f"{_P}/loop/events"): Row(READER),
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
    return {"training": run.pk}
