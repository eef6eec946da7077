"""Versions as seeds name them."""

from collections.abc import Iterable

from django.db.models import Count

from annotate.core import errors
from annotate.seeding.models import Connection, ModelVersion, SeedRecord


def of_connection(connection: Connection, version_id: int) -> ModelVersion:
    """Return one version of a connection, or raise Invalid naming the field."""
    versions = ModelVersion.objects.select_related("connection", "project")
    found = versions.filter(connection=connection, pk=version_id).first()
    if found is None:
        raise errors.Invalid.field(
            "version", "unknown_version", "The connection has no such version."
        )
    return found


def seeds_by_version(version_ids: Iterable[int]) -> dict[int, int]:
    """Count the seeds whose words or boxes each version made."""
    counted = SeedRecord.objects.filter(version__in=list(version_ids)).values_list("version_id")
    return {pk: number for pk, number in counted.annotate(Count("id")).order_by() if pk is not None}
