"""The studies of a project as a part of its printed report."""

from typing import Any

from annotate.core.documents import Block, Facts, Section, Table
from annotate.evaluation.models import Study
from annotate.evaluation.selectors.results import results
from annotate.projects.models import Project
from annotate.projects.report_sections import ReportOptions

SHOWN = 20


def section(project: Project, options: ReportOptions) -> Section | None:
    """Return the newest studies with their tables; None where there is none."""
    found = Study.objects.filter(project=project).exclude(
        state__in=[Study.State.PREPARING, Study.State.FAILED]
    )
    blocks: list[Block] = []
    for study in found.order_by("-pk")[:SHOWN]:
        told = results(study)
        blocks.append(_head(study, told))
        if study.design == Study.Design.SIDE_BY_SIDE:
            blocks += [_percentages(study, told), _umbrellas(told)]
        else:
            blocks += [_ratings(study, told)]
        blocks.append(_agreement(told))
    return Section("Studies", blocks) if blocks else None


def _head(study: Study, told: dict[str, Any]) -> Facts:
    return Facts(
        [
            ("Study", study.name),
            ("Compared" if len(told["sources"]) > 1 else "Rated", " and ".join(told["sources"])),
            ("State", study.get_state_display()),
            ("Items", told["items"]),
            ("Judgements", told["ratings"]),
            ("Raters", told["raters"]),
            ("Seed of sample and sides", str(study.seed)),
        ]
    )


def _percentages(study: Study, told: dict[str, Any]) -> Table:
    first, second = told["sources"]
    return Table(
        caption=f"{study.name}: percentages per point, and the net preference for “{second}”",
        columns=["Metric", *_levels(first, second), "Net", "95 % interval"],
        rows=[
            [
                metric["title"],
                *(metric["percent"] or [None] * 5),
                metric["net"]["value"],
                _interval(metric["net"]),
            ]
            for metric in told["metrics"]
        ],
        note=f"{told['method']} Rows sum to 100 by the method of the largest remainder.",
    )


def _levels(first: str, second: str) -> list[str]:
    return [f"{first} ++", f"{first} +", "–", f"{second} +", f"{second} ++"]


def _interval(figure: dict[str, Any]) -> str | None:
    if figure["low"] is None or figure["high"] is None:
        return None
    return f"{figure['low']:.1f} to {figure['high']:.1f}"


def _umbrellas(told: dict[str, Any]) -> Table:
    return Table(
        caption="Umbrella metrics (IIW App. D.4), net preference",
        columns=["Metric", "Net", "95 % interval"],
        rows=[[each["title"], each["value"], _interval(each)] for each in told["umbrellas"]],
    )


def _ratings(study: Study, told: dict[str, Any]) -> Table:
    return Table(
        caption=f"{study.name}: mean of the items' medians, 1 to 5",
        columns=["Metric", "Texts", "Items", "Mean of medians", "95 % interval"],
        rows=[
            [
                metric["title"],
                each["source"],
                each["items"],
                each["mean_of_medians"]["value"],
                _interval(each["mean_of_medians"]),
            ]
            for metric in told["metrics"]
            for each in metric["by_source"]
        ],
    )


def _agreement(told: dict[str, Any]) -> Table:
    titles = {metric["key"]: metric["title"] for metric in told["metrics"]}
    return Table(
        caption="Agreement of raters",
        columns=["Metric", "Krippendorff's alpha", "Pairs that agree", ""],
        rows=[
            [titles[each["metric"]], each["alpha"], each["pairwise"], each["why"] or ""]
            for each in told["agreement"]
        ],
    )
