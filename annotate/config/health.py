"""What is well and what is not, for load balancers and for people."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from annotate.core.health.checks import broker, checked, database, storage
from annotate.core.jobs import selectors


def _workers() -> dict[str, Any]:
    workers = selectors.workers()
    return {"ok": workers.alive > 0, "alive": workers.alive, "last_seen": workers.last_seen}


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Tell how database, broker, storage and workers are.

    503 only when this process cannot serve (database or storage): a web process without a worker
    still lets people annotate, and must not be taken out of service for it.
    """
    parts = {
        "database": checked("database", database),
        "broker": checked("broker", broker),
        "storage": checked("storage", storage),
    }
    parts["workers"] = _workers() if parts["database"]["ok"] else {"ok": False, "alive": 0}
    serving = parts["database"]["ok"] and parts["storage"]["ok"]
    well = all(part["ok"] for part in parts.values())
    return JsonResponse(
        {"status": "ok" if well else "degraded", **parts}, status=200 if serving else 503
    )
