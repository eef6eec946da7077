"""What this package stores for projects."""

from typing import Any

from django.db.models import QuerySet

from annotate.evaluation.models import FileText


def stored() -> dict[str, tuple[QuerySet[Any, Any], str, str]]:
    """Answer `dashboards.stored`: images that came with texts and are judged."""
    return {"study_image": (FileText.objects.filter(bytes__gt=0), "file__project", "bytes")}
