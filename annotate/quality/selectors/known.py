"""How people did where the right answer is known."""

from annotate.analysis.quality.people import Gold
from annotate.projects.models import Project


def gold_records(
    project: Project, *, stage_key: str | None = None, batch: int | None = None
) -> dict[int | str, Gold]:
    """Return by person how many parts with a known answer they gave, and how many right."""
    return {}
