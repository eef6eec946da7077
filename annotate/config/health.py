"""What is well and what is not, for load balancers and for people."""

import uuid
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from annotate.config.celery import app
from annotate.core import logs
from annotate.core.jobs import selectors

log = logs.get(__name__)


def _database() -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return {"engine": connection.vendor}


def _broker() -> dict[str, Any]:
    if settings.REDIS_URL:
        with app.connection_for_read() as broker:
            broker.ensure_connection(max_retries=1, timeout=2)
        return {"transport": "redis"}
    probe = settings.BROKER_DIR / f"probe-{uuid.uuid4().hex}"
    probe.touch()
    probe.unlink()
    return {"transport": "filesystem"}


def _storage() -> dict[str, Any]:
    name = default_storage.save(f"health/{uuid.uuid4().hex}", ContentFile(b"ok"))
    default_storage.delete(name)
    return {}


def _checked(name: str, check: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        return {"ok": True, **check()}
    except Exception:
        # The cause may name hosts and paths; it belongs into the log, not into the answer.
        log.exception("Health check failed", part=name)
        return {"ok": False}


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
        "database": _checked("database", _database),
        "broker": _checked("broker", _broker),
        "storage": _checked("storage", _storage),
    }
    parts["workers"] = _workers() if parts["database"]["ok"] else {"ok": False, "alive": 0}
    serving = parts["database"]["ok"] and parts["storage"]["ok"]
    well = all(part["ok"] for part in parts.values())
    return JsonResponse(
        {"status": "ok" if well else "degraded", **parts}, status=200 if serving else 503
    )
