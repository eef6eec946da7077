"""How far the project is, and when it will be finished."""

from typing import Any

from annotate.core.documents import Block, Facts, Paragraph, Section, Table
from annotate.dashboards.selectors.overview import overview
from annotate.projects.models import Project
from annotate.projects.report_sections import ReportOptions

_SPLITS = {"": "none", "train": "train", "val": "validation", "test": "test"}


def section(project: Project, options: ReportOptions) -> Section:
    """Return the samples by stage and split, and the forecast with its uncertainty."""
    told = overview(project)
    found = told["progress"]
    return Section(
        "Progress",
        [
            Facts(
                [
                    ("Samples", found["samples"]),
                    ("Done", found["done"]),
                    ("In work", found["open"]),
                    ("Waiting for seeds", found["waiting"]),
                    ("Taken out", found["withdrawn"]),
                ]
            ),
            _by_stage(found["by_stage"]),
            *_by_split(found["by_split"]),
            *_forecast(told["forecast"]),
        ],
    )


def _by_stage(rows: list[dict[str, Any]]) -> Table:
    names = ("before", "here", "passed", "done")
    return Table(
        caption="Samples and answers by stage",
        columns=["Stage", "Not there yet", "In the stage", "Through it", "Answers"],
        rows=[[row["title"], *(row[name] for name in names)] for row in rows],
        note="Samples that were taken out are in none of the columns.",
    )


def _by_split(rows: list[dict[str, Any]]) -> list[Block]:
    if len(rows) < 2:
        return []
    names = ("samples", "done", "open", "waiting", "withdrawn")
    return [
        Table(
            caption="Samples by split",
            columns=["Split", "Samples", "Done", "In work", "Waiting", "Taken out"],
            rows=[[_SPLITS[row["split"]], *(row[name] for name in names)] for row in rows],
        )
    ]


def _forecast(found: dict[str, Any]) -> list[Block]:
    if found["state"] != "known":
        return [Paragraph(found["method"])] if found["method"] else []
    pace = found["per_day"]
    ends = {name: found[name] for name in ("earliest", "expected", "latest")}
    told = {name: day.isoformat() if day else "not foreseeable" for name, day in ends.items()}
    per_day = f"{pace['mean']:.1f} ({pace['low']:.1f} to {pace['high']:.1f})"
    return [
        Facts(
            [
                ("Samples left", found["remaining"]),
                ("Finished per day", per_day),
                ("Expected end", told["expected"]),
                (f"{found['level']:.0%} between", f"{told['earliest']} and {told['latest']}"),
            ]
        ),
        Paragraph(found["method"]),
    ]
