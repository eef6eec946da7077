"""What each project stores, by the sizes that its rows know. No file is looked at."""

from typing import Any

from django.db.models import BigIntegerField, Count, F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from annotate.core.keyset import Rows, page_by
from annotate.dashboards.schemas.health import ProjectStorage, StorageQuery
from annotate.evaluation.models import FileText
from annotate.exchange.models import Export, FrozenRelease
from annotate.images.models import Image
from annotate.projects.models import Project


def storage_page(query: StorageQuery) -> Rows[Project]:
    """One page of projects with their sums; one statement."""
    column = query.order.removeprefix("-")
    is_largest = query.order.startswith("-")
    return page_by(with_sums(), query, column=column, key="id", largest_first=is_largest)


def with_sums() -> QuerySet[Project]:
    """Projects with how many of each there are, and their bytes."""
    images = Image.objects.filter(project=OuterRef("pk")).values("project")
    files = FileText.objects.filter(file__project=OuterRef("pk"), bytes__gt=0)
    texts = files.values("file__project")
    exports = Export.objects.filter(project=OuterRef("pk")).exclude(file="").values("project")
    frozen = FrozenRelease.objects.filter(release__project=OuterRef("pk"))
    releases = frozen.values("release__project")
    return Project.objects.defer("recipe_data").annotate(
        image_count=_number(images),
        image_bytes=_sum(images, "bytes"),
        study_image_count=_number(texts),
        study_image_bytes=_sum(texts, "bytes"),
        export_count=_number(exports),
        export_bytes=_sum(exports, "size_bytes"),
        release_count=_number(releases),
        release_bytes=_sum(releases, "size_bytes"),
        total_bytes=F("image_bytes")
        + F("study_image_bytes")
        + F("export_bytes")
        + F("release_bytes"),
    )


def _number(rows: QuerySet[Any, Any]) -> Combinable:
    return _counted(rows.annotate(found=Count("pk")))


def _sum(rows: QuerySet[Any, Any], column: str) -> Combinable:
    return _counted(rows.annotate(found=Sum(column)))


def _counted(rows: QuerySet[Any, Any]) -> Combinable:
    found = Subquery(rows.order_by().values("found"), output_field=BigIntegerField())
    return Coalesce(found, 0, output_field=BigIntegerField())


def storage_of(project: Project) -> ProjectStorage:
    """A row of `storage_page` as it is answered."""
    return ProjectStorage.from_row(project)
