"""What each project stores, by the sizes that its rows know. No file is looked at."""

import operator
from functools import reduce
from typing import Any

from django.db.models import BigIntegerField, Count, F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from annotate.core.keyset import Rows, page_by
from annotate.dashboards import hooks
from annotate.dashboards.schemas.health import ProjectStorage, StorageQuery
from annotate.images.models import Image
from annotate.projects.models import Project


def storage_page(query: StorageQuery) -> Rows[Project]:
    """One page of projects with their sums; one statement."""
    column = query.order.removeprefix("-")
    is_largest = query.order.startswith("-")
    return page_by(with_sums(), query, column=column, key="id", largest_first=is_largest)


def with_sums() -> QuerySet[Project]:
    """Projects with how many of each kind there are, and their bytes."""
    kinds: dict[str, tuple[QuerySet[Any, Any], str, str]] = {
        "image": (Image.objects.all(), "project", "bytes")
    }
    for told in hooks.stored:
        kinds.update(told())
    sums: dict[str, Combinable] = {}
    for kind, (rows, project, column) in kinds.items():
        its = rows.filter(**{project: OuterRef("pk")}).values(project)
        sums[f"{kind}_count"] = _counted(its.annotate(found=Count("pk")))
        sums[f"{kind}_bytes"] = _counted(its.annotate(found=Sum(column)))
    total = reduce(operator.add, (F(f"{kind}_bytes") for kind in kinds))
    return Project.objects.defer("recipe_data").annotate(**sums).annotate(total_bytes=total)


def _counted(rows: QuerySet[Any, Any]) -> Combinable:
    found = Subquery(rows.order_by().values("found"), output_field=BigIntegerField())
    return Coalesce(found, 0, output_field=BigIntegerField())


def storage_of(project: Project) -> ProjectStorage:
    """A row of `storage_page` as it is answered."""
    return ProjectStorage.from_row(project)
