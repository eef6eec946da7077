"""Who may do what with measurements of harms: leads, and nobody else."""

from typing import Any

from annotate.evaluation.models import HarmCase, HarmRun, MentionRun
from annotate.people.models import User
from annotate.projects.models import Project
from tests.architecture.matrix_audiences import Bodies

BODIES: Bodies = {
    ("post", "projects/{project}/harm-runs"): {"candidate": "s3"},
    ("post", "projects/{project}/mention-runs"): {"candidate": "s3"},
    ("put", "harm-cases/{harm_case}"): {"verdict": "other"},
    ("post", "harm-cases/{harm_case}/act"): {"act": "review", "reason": "Unkind."},
}


def put_in(project: Project, owner: User) -> dict[str, Any]:
    """Have measurements without figures, and a case of one."""
    options = {"threshold": 0.005, "covered": 0.1, "parser": "auto"}
    run = HarmRun.objects.create(project=project, created_by=owner, candidate="s3", options=options)
    case = HarmCase.objects.create(run=run, measure="not_mentioned", unit=1)
    sizes = {"types": 3, "splits": 20, "more_than": 15, "draws": 20, "seed": 1}
    mentions = MentionRun.objects.create(
        project=project,
        created_by=owner,
        candidate="s3",
        truth="s1",
        options={**sizes, "parser": "auto", "pair": None},
    )
    return {"harm_run": run.pk, "harm_case": case.pk, "mention_run": mentions.pk}
