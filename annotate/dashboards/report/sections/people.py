"""Who worked how, and how far people agree."""

from annotate.core.documents import Block, Section, Table
from annotate.dashboards.schemas.annotators import Annotator
from annotate.dashboards.schemas.histograms import ComparedFigure
from annotate.dashboards.selectors.annotators import annotators_everybody
from annotate.projects.hooks import ReportOptions
from annotate.projects.models import Project
from annotate.quality.selectors.agreement import measures

_FIGURES = {
    "seconds": "Seconds per task",
    "edit_share": "Share edited",
    "jaccard": "Similarity to what was there",
    "tokens": "Tokens",
}


def section(project: Project, options: ReportOptions) -> Section | None:
    """One row per annotator beside what all others did; numbered unless names are wanted."""
    rows = [row for row in annotators_everybody(project) if row.submissions]
    if not rows:
        return None
    named = "as they are called" if options.with_names else "numbered, the most answers first"
    return Section(
        "Annotators",
        [
            Table(
                caption=f"Annotators, {named}",
                columns=["Annotator", "Answers", "Skipped", *_FIGURES.values(), "Gold", "Rejected"],
                rows=[_row(place, row, options) for place, row in enumerate(rows, start=1)],
                note="In parentheses what all others had in the same stages and rounds.",
            )
        ],
    )


def _row(place: int, row: Annotator, options: ReportOptions) -> list[str | int | float | None]:
    gold = row.gold
    return [
        row.user.display_name if options.with_names else f"Annotator {place}",
        row.submissions,
        row.skips,
        *(_beside(getattr(row.figures, name)) for name in _FIGURES),
        f"{gold.right} of {gold.n}" if gold else None,
        row.reviews.rejected,
    ]


def _beside(figure: ComparedFigure) -> str | None:
    if figure.mean is None:
        return None
    others = "–" if figure.pool_mean is None else _short(figure.pool_mean)
    return f"{_short(figure.mean)} ({others})"


def _short(value: float) -> str:
    return f"{value:.2f}" if abs(value) < 10 else f"{value:,.0f}"


def agreement_section(project: Project, options: ReportOptions) -> Section | None:
    """How far independent answers agree; what is not defined says why."""
    blocks: list[Block] = []
    for stage in project.recipe.asked_stages:
        figures = measures(project, stage)
        if not figures:
            continue
        blocks.append(
            Table(
                caption=stage.title,
                columns=["Figure", "Value", "Items", "What it means"],
                rows=[
                    [
                        str(figure.title),
                        figure.value if isinstance(figure.value, int | float) else None,
                        figure.n,
                        str(figure.explanation)
                        if isinstance(figure.value, int | float)
                        else figure.value.reason,
                    ]
                    for figure in figures
                ],
            )
        )
    return Section("Agreement", blocks) if blocks else None
