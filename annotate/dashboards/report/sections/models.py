"""Which models made seeds: every version with what it was trained on and how it did."""

from annotate.core.documents import Section, Table
from annotate.projects.models import Project
from annotate.projects.report_sections import ReportOptions
from annotate.seeding.models import ModelVersion
from annotate.seeding.selectors.connections import seeds_by_version

_METRICS = {"cider": "CIDEr-D", "rouge_l": "ROUGE-L", "token_f1": "Token F1", "box_iou": "Box IoU"}


def section(project: Project, options: ReportOptions) -> Section | None:
    """Return every version that made seeds or was trained; None where there is none."""
    found = list(
        ModelVersion.objects.filter(project=project)
        .select_related("connection", "snapshot")
        .order_by("connection", "number")
    )
    seeds = seeds_by_version(version.pk for version in found)
    shown = [each for each in found if seeds.get(each.pk) or each.number]
    if not shown:
        return None
    return Section(
        "Model versions",
        [
            Table(
                caption="Versions, and what they reached on held-out samples",
                columns=["Version", "State", "Seeds", "Trained on", "Code", *_METRICS.values()],
                rows=[
                    [
                        f"{each.connection.name} {each.label}",
                        each.get_state_display(),
                        seeds.get(each.pk, 0),
                        f"{each.snapshot.samples} samples, {each.snapshot.digest[:12]}"
                        if each.snapshot
                        else None,
                        each.code_version,
                        *(each.metrics.get(name) for name in _METRICS),
                    ]
                    for each in shown
                ],
                note="The second part of “trained on” is the digest of the frozen data.",
            )
        ],
    )
