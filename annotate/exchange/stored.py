"""What this package stores for projects."""

from typing import Any

from django.db.models import QuerySet

from annotate.exchange.models import Export, FrozenRelease


def stored() -> dict[str, tuple[QuerySet[Any, Any], str, str]]:
    """Answer `dashboards.stored`: files of exports, and releases."""
    return {
        "export": (Export.objects.exclude(file=""), "project", "size_bytes"),
        "release": (FrozenRelease.objects.all(), "release__project", "size_bytes"),
    }
