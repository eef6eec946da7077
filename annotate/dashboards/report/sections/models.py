"""Which models made seeds: every version with what it was trained on and how it did."""

from annotate.core.documents import Section, Table
from annotate.projects.hooks import ReportOptions
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion
from annotate.seeding.selectors.connections import seeds_by_version

_METRICS = {"cider": "CIDEr-D", "rouge_l": "ROUGE-L", "token_f1": "Token F1", "box_iou": "Box IoU"}


def section(project: Project, options: ReportOptions) -> Section | None:
    """Every version that made seeds or was trained; None where there is none."""
    rows = ModelVersion.objects.filter(project=project).select_related("connection", "snapshot")
    known = list(rows.order_by("connection", "number"))
    seeds = seeds_by_version(version.pk for version in known)
    versions = [version for version in known if seeds.get(version.pk) or version.number]
    if not versions:
        return None
    return Section(
        "Model versions",
        [
            Table(
                caption="Versions, and what they reached on held-out samples",
                columns=["Version", "State", "Seeds", "Trained on", "Code", *_METRICS.values()],
                rows=[
                    [
                        f"{version.connection.name} {version.label}",
                        version.get_state_display(),
                        seeds.get(version.pk, 0),
                        f"{version.snapshot.samples} samples, {version.snapshot.digest[:12]}"
                        if version.snapshot
                        else None,
                        version.code_version,
                        *(version.metrics.get(name) for name in _METRICS),
                    ]
                    for version in versions
                ],
                note="The second part of “trained on” is the digest of the frozen data.",
            )
        ],
    )
