"""The parts of the report that this package writes, each at its place."""

from annotate.dashboards.report.sections import methods, models, people, progress, rounds
from annotate.projects import report_sections

# Room is left between them for the parts of other packages; studies stand at 50.
PLACES = {
    10: progress.section,
    20: rounds.section,
    30: people.agreement_section,
    31: people.section,
    40: models.section,
    80: methods.methods_section,
    90: methods.settings_section,
}


def register() -> None:
    """Make these parts of every report."""
    for place, builder in PLACES.items():
        report_sections.register(place, builder)
