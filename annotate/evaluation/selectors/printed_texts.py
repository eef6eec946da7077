"""The newest report on texts as a part of the printed report of a project."""

from annotate.core.documents import Block, Cell, Facts, Section
from annotate.core.documents import Table as PrintedTable
from annotate.evaluation.models import TextReport
from annotate.evaluation.selectors.report_tables import TABLES, Row, Table, reasons
from annotate.projects.models import Project
from annotate.projects.report_sections import ReportOptions


def section(project: Project, options: ReportOptions) -> Section | None:
    """Return the tables of the newest report that is measured; None where there is none."""
    measured = TextReport.objects.filter(project=project, results__isnull=False)
    report = measured.order_by("-pk").first()
    if report is None or report.results is None:
        return None
    tables = report.results["tables"]
    blocks: list[Block] = [_head(report)]
    blocks += [_table(each, tables[each.key]) for each in TABLES if each.key in tables]
    return Section("Texts", blocks)


def _head(report: TextReport) -> Facts:
    references = report.options["references"]
    return Facts(
        [
            ("Report", report.name),
            ("Sources", ", ".join(each["title"] for each in report.sources)),
            ("References", references["title"] if references else "none"),
            ("Measured with", report.code_version),
            ("Asked for on", f"{report.created_at:%Y-%m-%d}"),
        ]
    )


def _table(table: Table, rows: list[Row]) -> PrintedTable:
    return PrintedTable(
        caption=table.caption,
        columns=["Source", "Texts", *(column.title for column in table.columns)],
        rows=[
            [
                row["title"],
                row["texts"],
                *(_cell(row["figures"][each.name], each.digits) for each in table.columns),
            ]
            for row in rows
        ],
        note=" ".join(reasons(rows)),
    )


def _cell(value: float | int | None, digits: int) -> Cell:
    return value if value is None or isinstance(value, int) else round(value, digits)
