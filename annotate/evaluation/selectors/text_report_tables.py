"""The tables of reports on texts as CSV, for LaTeX and on paper: each figure with its interval."""

from collections.abc import Iterator, Sequence

from annotate.analysis.intervals import LEVEL, RESAMPLES
from annotate.analysis.latex import escaped, number, number_range, tabular
from annotate.core.csv_files import rows_as_csv
from annotate.core.documents import Cell, Table
from annotate.evaluation.selectors.report_columns import ReportTable, Row
from annotate.evaluation.selectors.text_reports import undefined_in

# Fixed: the same texts have the same intervals in every report.
SEED = 1
MOST_PRINTED = 60  # rows of a table with several rows for a source
METHOD = (
    f"In brackets, intervals of {LEVEL:.0%} of the figures that are made of sums over texts: images"
    f" are drawn anew, each with all its texts (percentile bootstrap, {RESAMPLES:,} draws, seed"
    f" {SEED})."
)


def as_csv(table: ReportTable, rows: Sequence[Row]) -> Iterator[str]:
    """A table with all digits, and why what is missing is missing."""
    names = [column.name for column in table.columns]
    ends = [f"{name}_{end}" for name in names for end in ("low", "high")]
    header = ["source", *_part(table, table.part.lower()), "texts", *names, *ends, "undefined"]
    cells = (
        [
            *(row["title"], *_part(table, row.get("part", "")), row["texts"]),
            *(row["figures"].get(name) for name in names),
            *(_interval(row, name).get(end) for name in names for end in ("low", "high")),
            _reasons(row),
        ]
        for row in rows
    )
    return rows_as_csv([header, *cells])


def _part(table: ReportTable, cell: str) -> list[str]:
    """The cell that tells of what a row is, where a source has several."""
    return [cell] if table.part else []


def _interval(row: Row, name: str) -> Row:
    found: Row = row.get("intervals", {}).get(name, {})
    return found


def _reasons(row: Row) -> str:
    return "; ".join(f"{name}: {why['message']}" for name, why in sorted(row["undefined"].items()))


def as_latex(table: ReportTable, rows: Sequence[Row]) -> str:
    """A table for the package booktabs; what is missing is a dash with its reason below."""
    titles = ("Source", *_part(table, table.part), "n", *(one.title for one in table.columns))
    header = list(map(escaped, titles))
    body = []
    for row in rows:
        figures = table.cells(row, lambda value, digits: number(value, f",.{digits}f"))
        about = [escaped(row["title"]), *map(escaped, _part(table, row.get("part", "")))]
        body.append([*about, f"{row['texts']:,}", *figures])
        if _has_intervals(table, row):
            body.append(["", "", *_part(table, ""), *_latex_intervals(table, row)])
    names = "l" * len(header[: len(header) - len(table.columns) - 1])
    cells = tabular(names + "r" * (len(table.columns) + 1), [header], body)
    notes = "".join(f"% {escaped(why)}\n" for why in undefined_in(rows))
    caption = " ".join([table.caption, *_made_with(rows), *_method(table, rows)])
    return (
        "% Needs \\usepackage{booktabs}\n" + notes + "\\begin{table}\n\\centering\n"
        f"\\caption{{{escaped(caption)}}}\n{cells}\n\\end{{table}}\n"
    )


def _has_intervals(table: ReportTable, row: Row) -> bool:
    return any(_interval(row, column.name).get("low") is not None for column in table.columns)


def _method(table: ReportTable, rows: Sequence[Row]) -> list[str]:
    there = any(_has_intervals(table, row) for row in rows)
    return [table.method or METHOD] if there else []


def _made_with(rows: Sequence[Row]) -> list[str]:
    """What told word classes, and which models made vectors."""
    models = sorted({row.get("model", "") for row in rows} - {""})
    return [*_taggers(rows), *([f"Vectors by {'; '.join(models)}."] if models else [])]


def _taggers(rows: Sequence[Row]) -> list[str]:
    """What told word classes; rows that were measured before this was kept say nothing."""
    known = sorted({row.get("tagger", "") for row in rows} - {""})
    return [f"Word classes by {' and '.join(known)}."] if known else []


def _latex_intervals(table: ReportTable, row: Row) -> Iterator[str]:
    for column in table.columns:
        found = _interval(row, column.name)
        low, high = found.get("low"), found.get("high")
        ends = number_range(low, high, f",.{column.digits}f")
        yield "" if low is None else rf"\footnotesize {ends}"


def on_paper(table: ReportTable, rows: Sequence[Row]) -> Table:
    lines: list[list[Cell]] = []
    shown = rows[:MOST_PRINTED] if table.part else rows
    for row in shown:
        about = [row["title"], *_part(table, row.get("part", "")), row["texts"]]
        lines.append([*about, *table.cells(row, _rounded)])
        if _has_intervals(table, row):
            lines.append(["", "", *_part(table, ""), *_printed_intervals(table, row)])
    more = len(rows) - len(shown)
    left_out = [f"{more:,} more rows are in the table as CSV."] if more else []
    return Table(
        caption=table.caption,
        columns=["Source", *_part(table, table.part), "Texts", *(c.title for c in table.columns)],
        rows=lines,
        note=" ".join([*_made_with(rows), *_method(table, rows), *left_out, *undefined_in(rows)]),
    )


def _rounded(value: float | int | None, digits: int) -> Cell:
    return value if value is None or isinstance(value, int) else round(value, digits)


def _printed_intervals(table: ReportTable, row: Row) -> Iterator[str]:
    for column in table.columns:
        found = _interval(row, column.name)
        low, high = found.get("low"), found.get("high")
        yield "" if low is None else f"[{low:,.{column.digits}f}, {high:,.{column.digits}f}]"
