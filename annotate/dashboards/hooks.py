"""What this package asks of those beside it, unknown to it; `config.hooks` names who answers."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import QuerySet

from annotate.core.hooks import Hook
from annotate.projects.models import Project

# Says of some pages whether they show something of a project already, in one query.
PageFinder = Callable[[Project], Mapping[str, bool]]

in_use: Hook[PageFinder] = Hook("dashboards.in_use")


def pages_in_use(project: Project) -> list[str]:
    """The pages a project uses, of those that not every project does."""
    return [page for find in in_use for page, is_used in find(project).items() if is_used]


# What packages store for projects, by kind (`export`): the rows, the path from them to their
# project, and the column of their bytes.
StoredRows = Callable[[], Mapping[str, tuple[QuerySet[Any, Any], str, str]]]
stored: Hook[StoredRows] = Hook("dashboards.stored")
