"""What the printed report of a project consists of: each package above says its own part.

This package need not know models, flags or studies; `config.hooks` names who does, in order.
"""

from collections.abc import Callable
from dataclasses import dataclass

from annotate.core.documents import Section
from annotate.core.hooks import Hook
from annotate.projects.models import Project


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """How a report is to be written. Without ``with_names`` people are numbered."""

    with_names: bool = False


# Writes one part, or None where there is nothing to say.
Builder = Callable[[Project, ReportOptions], Section | None]

builders: Hook[Builder] = Hook("projects.report_sections")


def sections(project: Project, options: ReportOptions) -> list[Section]:
    built = (build(project, options) for build in builders)
    return [section for section in built if section is not None]
