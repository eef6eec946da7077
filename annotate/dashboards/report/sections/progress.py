"""How far the project is, and when it will be finished."""

from datetime import date

from annotate.core.documents import Block, Facts, Paragraph, Section, Table
from annotate.dashboards.schemas.overview import Forecast, SplitProgress, StageProgress
from annotate.dashboards.selectors.overview import overview
from annotate.projects.hooks import ReportOptions
from annotate.projects.models import Project

_SPLITS = {"": "none", "train": "train", "val": "validation", "test": "test"}


def section(project: Project, options: ReportOptions) -> Section:
    """The samples by stage and split, and the forecast with its uncertainty."""
    page = overview(project)
    samples = page.progress
    return Section(
        "Progress",
        [
            Facts(
                [
                    ("Samples", samples.samples),
                    ("Done", samples.done),
                    ("In work", samples.open),
                    ("Waiting for seeds", samples.waiting),
                    ("Waiting for a batch", samples.waiting_for_batch),
                    ("Taken out", samples.withdrawn),
                ]
            ),
            _by_stage(samples.by_stage),
            *_by_split(samples.by_split),
            *_forecast(page.forecast),
        ],
    )


def _by_stage(rows: list[StageProgress]) -> Table:
    return Table(
        caption="Samples and answers by stage",
        columns=["Stage", "Not there yet", "In the stage", "Through it", "Answers"],
        rows=[[row.title, row.before, row.here, row.passed, row.done] for row in rows],
        note="Samples that were taken out are in none of the columns.",
    )


def _by_split(rows: list[SplitProgress]) -> list[Block]:
    if len(rows) < 2:
        return []
    return [
        Table(
            caption="Samples by split",
            columns=["Split", "Samples", "Done", "In work", "Waiting", "Taken out"],
            rows=[
                [
                    _SPLITS[row.split],
                    row.samples,
                    row.done,
                    row.open,
                    row.waiting + row.waiting_for_batch,
                    row.withdrawn,
                ]
                for row in rows
            ],
        )
    ]


def _forecast(forecast: Forecast) -> list[Block]:
    pace = forecast.per_day
    if pace is None:
        return [Paragraph(forecast.method.message)]
    per_day = f"{pace.mean:.1f} ({pace.low:.1f} to {pace.high:.1f})"
    between = f"{_day(forecast.earliest)} and {_day(forecast.latest)}"
    return [
        Facts(
            [
                ("Samples left", forecast.remaining),
                ("Finished per day", per_day),
                ("Expected end", _day(forecast.expected)),
                (f"{forecast.level:.0%} between", between),
            ]
        ),
        Paragraph(forecast.method.message),
    ]


def _day(day: date | None) -> str:
    return day.isoformat() if day else "not foreseeable"
