"""The studies of a project as a part of its printed report."""

from dataclasses import asdict

from annotate.core.documents import Block, Facts, Section, Table
from annotate.evaluation.models import Study
from annotate.evaluation.selectors.ratings import design_of
from annotate.evaluation.selectors.results import results
from annotate.kinds.judging import StudyResults
from annotate.projects.models import Project
from annotate.projects.report_sections import ReportOptions

SHOWN = 20


def section(project: Project, options: ReportOptions) -> Section | None:
    """Return the newest studies with their tables; None where there is none."""
    studies = Study.objects.filter(project=project).exclude(
        state__in=[Study.State.PREPARING, Study.State.FAILED]
    )
    blocks: list[Block] = []
    for study in studies.order_by("-pk")[:SHOWN]:
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
