"""Tokens, time and similarity by round: IIW Fig. 2 in print."""

from collections.abc import Callable
from typing import NamedTuple

from annotate.core.documents import Block, Figure, Paragraph, Section, Series, Table
from annotate.dashboards.schemas.histograms import HistogramSummary
from annotate.dashboards.schemas.rounds import RoundBrief
from annotate.dashboards.selectors.histograms import SMALL_N
from annotate.dashboards.selectors.rounds import rounds_in_brief
from annotate.projects.hooks import ReportOptions
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec


class _Measure(NamedTuple):
    name: str
    unit: str
    of: Callable[[RoundBrief], HistogramSummary]


_MEASURES = (
    _Measure("Tokens", "tokens", lambda row: row.tokens),
    _Measure("Active time", "seconds", lambda row: row.seconds),
    _Measure("Similarity to the round before", "Jaccard similarity", lambda row: row.jaccard),
)


def section(project: Project, options: ReportOptions) -> Section | None:
    """A table per stage, and figures where a text goes through rounds."""
    blocks: list[Block] = []
    for stage in project.recipe.asked_stages:
        rows = rounds_in_brief(project, stage)
        if rows:
            blocks += _stage(stage, rows)
    return Section("Rounds", blocks) if blocks else None


def _stage(stage: StageSpec, rows: list[RoundBrief]) -> list[Block]:
    unit = "Round" if stage.mode == "sequential" else "Replica"
    blocks: list[Block] = [_table(stage.title, unit, rows)]
    if stage.mode == "sequential" and len(rows) > 1:
        drawn = (_figure(stage.title, unit, rows, measure) for measure in _MEASURES)
        blocks += [figure for figure in drawn if figure.series[0].points]
    if min(row.submissions for row in rows) < SMALL_N:
        blocks.append(Paragraph(f"Some rounds have fewer than {SMALL_N} answers: read with care."))
    return blocks


def _table(title: str, unit: str, rows: list[RoundBrief]) -> Table:
    heads = [f"{measure.name}, {part}" for measure in _MEASURES for part in ("median", "mean")]
    return Table(
        caption=f"{title}: what {unit.lower()}s came to",
        columns=[unit, "Answers", "From scratch", "Stopped here", *heads],
        rows=[
            [
                *(row.index, row.submissions, row.from_scratch, row.stopped_early),
                *(
                    number
                    for measure in _MEASURES
                    for number in (measure.of(row).median, measure.of(row).mean)
                ),
            ]
            for row in rows
        ],
        note=_note(rows),
    )


def _note(rows: list[RoundBrief]) -> str:
    said = ["Times are in seconds. Means are exact."]
    for measure in _MEASURES:
        errors = [measure.of(row).error for row in rows]
        known = [error for error in errors if error is not None]
        if len(known) < len(errors):
            said.append(f"{measure.name}: some values lie beyond what medians can be read of.")
        elif any(known):
            said.append(f"{measure.name}: medians are within {max(known):.3g}.")
    return " ".join(said)


def _figure(title: str, unit: str, rows: list[RoundBrief], measure: _Measure) -> Figure:
    points: list[tuple[float, float]] = []
    bands: list[tuple[float, float]] = []
    for row in rows:
        numbers = measure.of(row)
        if numbers.median is not None and numbers.q25 is not None and numbers.q75 is not None:
            points.append((row.index, numbers.median))
            bands.append((numbers.q25, numbers.q75))
    return Figure(
        caption=(
            f"{title}: {measure.name.lower()} by {unit.lower()} (median; band from 25% to 75%)"
        ),
        x_name=unit,
        y_name=measure.unit,
        series=[Series(measure.name, points, bands)],
        ticks=[(row.index, str(row.index)) for row in rows],
    )
