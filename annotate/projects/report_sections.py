"""What the printed report of a project consists of: each package above says its own part.

As with `projects.counts`, whoever knows something registers a builder at start-up; this package
need not know models, flags or studies.
"""

from collections.abc import Callable
from dataclasses import dataclass

from annotate.core.documents import Section
from annotate.projects.models import Project


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a report is to be written. Without ``with_names`` people are numbered."""

    with_names: bool = False


# Returns the part, or None where there is nothing to say.
Builder = Callable[[Project, Wishes], Section | None]

_BUILDERS: dict[int, Builder] = {}


def register(place: int, builder: Builder) -> None:
    """Add a part at a place of its own: lower numbers come first.

    Raises:
        ValueError: another part stands there.
    """
    if _BUILDERS.setdefault(place, builder) is not builder:
        raise ValueError(f"Two parts of the report at {place}.")


def sections(project: Project, wishes: Wishes) -> list[Section]:
    """Return every part that has something to say, in order."""
    built = (builder(project, wishes) for _, builder in sorted(_BUILDERS.items()))
    return [section for section in built if section is not None]
