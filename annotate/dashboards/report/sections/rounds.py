"""Tokens, time and likeness by round: IIW Fig. 2 in print."""

from typing import Any

from annotate.core.documents import Block, Figure, Paragraph, Section, Series, Table
from annotate.dashboards.selectors.filters import stage_name
from annotate.dashboards.selectors.histograms import SMALL_N
from annotate.dashboards.selectors.rounds import rounds_in_brief
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.projects.report_sections import ReportOptions

_MEASURES = {
    "tokens": ("Tokens", "tokens"),
    "seconds": ("Active time", "seconds"),
    "jaccard": ("Likeness to the round before", "Jaccard similarity"),
}


def section(project: Project, options: ReportOptions) -> Section | None:
    """Return a table per stage, and figures where a text goes through rounds."""
    blocks: list[Block] = []
    for stage in project.recipe.asked_stages:
        rows = rounds_in_brief(project, stage)
        if rows:
            blocks += _stage(stage, rows)
    return Section("Rounds", blocks) if blocks else None


def _stage(stage: StageSpec, rows: list[dict[str, Any]]) -> list[Block]:
    title = stage_name(stage)["title"]
    unit = "Round" if stage.mode == "sequential" else "Replica"
    found: list[Block] = [_table(title, unit, rows)]
    if stage.mode == "sequential" and len(rows) > 1:
        drawn = (_figure(title, unit, rows, measure) for measure in _MEASURES)
        found += [figure for figure in drawn if figure.series[0].points]
    if min(row["submissions"] for row in rows) < SMALL_N:
        found.append(Paragraph(f"Some rounds have fewer than {SMALL_N} answers: read with care."))
    return found


def _table(title: str, unit: str, rows: list[dict[str, Any]]) -> Table:
    heads = [f"{name}, {part}" for name, _ in _MEASURES.values() for part in ("median", "mean")]
    return Table(
        caption=f"{title}: what {unit.lower()}s came to",
        columns=[unit, "Answers", "From scratch", "Stopped here", *heads],
        rows=[
            [
                *(row[name] for name in ("index", "submissions", "from_scratch", "stopped_early")),
                *(row[measure][part] for measure in _MEASURES for part in ("median", "mean")),
            ]
            for row in rows
        ],
        note="Medians are read off bars (linear within a bar); times are in seconds.",
    )


def _figure(title: str, unit: str, rows: list[dict[str, Any]], measure: str) -> Figure:
    name, y_name = _MEASURES[measure]
    known = [row for row in rows if row[measure]["median"] is not None]
    spreads = [row[measure] for row in known]
    return Figure(
        caption=f"{title}: {name.lower()} by {unit.lower()} (median; band from 25 % to 75 %)",
        x_name=unit,
        y_name=y_name,
        series=[
            Series(
                name,
                [(row["index"], each["median"]) for row, each in zip(known, spreads, strict=True)],
                [(each["q25"], each["q75"]) for each in spreads],
            )
        ],
        ticks=[(row["index"], str(row["index"])) for row in rows],
    )
