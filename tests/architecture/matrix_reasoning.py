"""Who may do what with sets of questions and runs of reasoning."""

from typing import Any

from annotate.evaluation.models import ReasoningRun, ReasoningSet
from annotate.people.models import User
from annotate.projects.models import Project
from tests.architecture.matrix_audiences import FILES, Bodies

_P = "projects/{project}"

BODIES: Bodies = {
    ("post", f"{_P}/reasoning-sets"): FILES,
    ("post", f"{_P}/reasoning-runs"): {
        "name": "One more",
        "sets": ["{reasoning_set}"],
        "connection": "{connection}",
    },
}


def put_in(project: Project, owner: User) -> dict[str, Any]:
    """Have a set of one question, and a run that has asked nothing yet."""
    found = ReasoningSet.objects.create(
        project=project,
        created_by=owner,
        name="Winoground",
        layout="winoground",
        probes=[["winoground/0/0", "a", "A on B.", "B on A.", "Relation", "0"]],
        number=1,
        sha256="0" * 64,
    )
    run = ReasoningRun.objects.create(
        project=project,
        created_by=owner,
        name="Reasoning",
        sources=[],
        model="Another M0: large",
        options={"baseline": True, "most": None, "most_cost": None, "seed": 1},
    )
    return {"reasoning_set": found.pk, "reasoning_run": run.pk}
