"""The studies of a project, and its newest report on texts, as parts of its printed report."""

from dataclasses import asdict

from annotate.core.documents import Block, Facts, Section, Table
from annotate.evaluation.models import Study, TextReport
from annotate.evaluation.selectors.ratings import design_of
from annotate.evaluation.selectors.report_columns import TABLES
from annotate.evaluation.selectors.results import results
from annotate.evaluation.selectors.text_report_tables import on_paper
from annotate.kinds.judging import StudyResults
from annotate.projects.hooks import ReportOptions
from annotate.projects.models import Project

MOST_STUDIES = 20


def section(project: Project, options: ReportOptions) -> Section | None:
    """The newest studies with their tables; None where there is none."""
    studies = Study.objects.filter(project=project).exclude(
        state__in=[Study.State.PREPARING, Study.State.FAILED]
    )
    blocks: list[Block] = []
    for study in studies.order_by("-pk")[:MOST_STUDIES]:
        figures = results(study)
        tables = design_of(study).report_tables(study.name, figures)
        blocks += [_head(study, figures), *(Table(**asdict(table)) for table in tables)]
    return Section("Studies", blocks) if blocks else None


def _head(study: Study, figures: StudyResults) -> Facts:
    return Facts(
        [
            ("Study", study.name),
            ("Compared" if len(figures.sources) > 1 else "Rated", " and ".join(figures.sources)),
            ("State", study.get_state_display()),
            ("Items", figures.items),
            ("Judgements", figures.ratings),
            ("Raters", figures.raters),
            ("Seed of sample and sides", str(study.seed)),
        ]
    )


def texts_section(project: Project, options: ReportOptions) -> Section | None:
    """The tables of the newest report that is measured; None where there is none."""
    measured = TextReport.objects.filter(project=project, results__isnull=False)
    report = measured.order_by("-pk").first()
    if report is None or report.results is None:
        return None
    tables = report.results["tables"]
    printed = [on_paper(table, tables[table.key]) for table in TABLES if table.key in tables]
    return Section("Texts", [_report_head(report), *printed])


def _report_head(report: TextReport) -> Facts:
    references = report.options["references"]
    return Facts(
        [
            ("Report", report.name),
            ("Sources", ", ".join(source["title"] for source in report.sources)),
            ("References", references["title"] if references else "none"),
            ("Measured with", report.code_version),
            ("Asked for on", f"{report.created_at:%Y-%m-%d}"),
        ]
    )
