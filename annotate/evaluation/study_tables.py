"""Results as tables: CSV for spreadsheets, LaTeX as papers print them (IIW Tables 2 and 8)."""

from collections.abc import Iterator, Sequence
from typing import Any

from annotate.analysis.likert import LEVELS
from annotate.core.latex import escaped, tabular

Row = Sequence[object]
Results = dict[str, Any]
_POINTS = ("++", "+", "-", "+", "++")
_INTERVAL = ("value", "low", "high")
_HEAD = "% Put \\usepackage{booktabs} into the preamble."


def rows_of(results: Results) -> Iterator[Row]:
    """Yield the rows of the CSV table, the names of the columns first."""
    yield from _likert_rows(results) if results["design"] == "likert" else _compared_rows(results)


def latex_of(results: Results) -> str:
    """Return the tables as LaTeX, to be put into a paper with \\input."""
    parts = _likert_latex(results) if results["design"] == "likert" else _compared_latex(results)
    return "\n\n".join([_HEAD, *parts]) + "\n"


def _compared_rows(results: Results) -> Iterator[Row]:
    points = [f"{level} %" for level in results["levels"]]
    yield ("metric", "judgements", *points, "net", "net low", "net high", "alpha")
    alphas = {each["metric"]: each["alpha"] for each in results["agreement"]}
    for metric in results["metrics"]:
        net = [_rounded(metric["net"][end]) for end in _INTERVAL]
        percent = metric["percent"] or [None] * 5
        alpha = _rounded(alphas[metric["key"]], 3)
        yield (metric["title"], metric["n"], *percent, *net, alpha)
    for each in results["umbrellas"]:
        net = [_rounded(each[end]) for end in _INTERVAL]
        yield (each["title"], None, *[None] * 5, *net, None)


def _likert_rows(results: Results) -> Iterator[Row]:
    medians = [f"median {level}" for level in LEVELS]
    given = [f"ratings of {level}" for level in LEVELS]
    yield ("metric", "source", "items", "mean of medians", "low", "high", *medians, *given)
    for metric in results["metrics"]:
        for each in metric["by_source"]:
            mean = [_rounded(each["mean_of_medians"][end], 3) for end in _INTERVAL]
            counts = (*each["median_counts"], *each["counts"])
            yield (metric["title"], each["source"], each["items"], *mean, *counts)
        if metric["difference"]:
            apart = [_rounded(metric["difference"][end], 3) for end in _INTERVAL]
            second_less_first = " - ".join(reversed(results["sources"]))
            yield (metric["title"], second_less_first, None, *apart, *[None] * 10)


def _compared_latex(results: Results) -> Iterator[str]:
    first, second = (escaped(title) for title in results["sources"])
    yield tabular(
        "lrrrrr",
        [
            r"\toprule",
            ("Metric", rf"\multicolumn{{2}}{{c}}{{{first}}}", "",
             rf"\multicolumn{{2}}{{c}}{{{second}}}"),
            r"\cmidrule(lr){2-3} \cmidrule(lr){5-6}",
            ("", *_POINTS),
            r"\midrule",
            *((escaped(each["title"]), *_percent(each)) for each in results["metrics"]),
            r"\bottomrule",
        ],
    )  # fmt: skip
    yield (
        f"% Net preference in percent: above 0, {second} is preferred. "
        + escaped(results["method"])
    )
    yield tabular(
        "lrr",
        [
            r"\toprule",
            ("Metric", "Net", r"95\% interval"),
            r"\midrule",
            *((escaped(each["title"]), *_net(each["net"])) for each in results["metrics"]),
            r"\midrule",
            *((escaped(each["title"]), *_net(each)) for each in results["umbrellas"]),
            r"\bottomrule",
        ],
    )


def _likert_latex(results: Results) -> Iterator[str]:
    yield f"% Mean over images of the median rating. {escaped(results['method'])}"
    yield tabular(
        "llrrr",
        [
            r"\toprule",
            ("Metric", "Source", "Items", "Mean", r"95\% interval"),
            r"\midrule",
            *_likert_cells(results),
            r"\bottomrule",
        ],
    )


def _likert_cells(results: Results) -> Iterator[Sequence[str]]:
    for metric in results["metrics"]:
        for each in metric["by_source"]:
            mean = each["mean_of_medians"]
            cells = (_number(mean["value"], ".2f"), _range(mean, ".2f"))
            named = (escaped(metric["title"]), escaped(each["source"]))
            yield (*named, str(each["items"]), *cells)


def _percent(metric: dict[str, Any]) -> list[str]:
    return [_number(cell, "d") for cell in metric["percent"] or [None] * 5]


def _net(found: dict[str, Any]) -> tuple[str, str]:
    return _number(found["value"], "+.0f"), _range(found, "+.0f")


def _range(found: dict[str, Any], form: str) -> str:
    if found["low"] is None:
        return "--"
    return f"[{_number(found['low'], form)}, {_number(found['high'], form)}]"


def _number(value: float | None, form: str) -> str:
    """Return a figure for a cell, with a real minus; what has no value is a dash."""
    if value is None:
        return "--"
    text = format(value, form)
    return rf"\ensuremath{{-}}{text[1:]}" if text.startswith("-") else text


def _rounded(value: float | None, places: int = 2) -> float | None:
    return None if value is None else round(value, places)
