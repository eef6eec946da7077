"""Whether database, broker and storage answer, asked of each by using it."""

import uuid
from collections.abc import Callable
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection

from annotate.core import logs

log = logs.get(__name__)


def database() -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return {"engine": connection.vendor}


def broker() -> dict[str, Any]:
    if settings.REDIS_URL:
        with current_app.connection_for_read() as reached:
            reached.ensure_connection(max_retries=1, timeout=2)
        return {"transport": "redis"}
    probe = settings.BROKER_DIR / f"probe-{uuid.uuid4().hex}"
    probe.touch()
    probe.unlink()
    return {"transport": "filesystem"}


def storage() -> dict[str, Any]:
    name = default_storage.save(f"health/{uuid.uuid4().hex}", ContentFile(b"ok"))
    default_storage.delete(name)
    return {}


def checked(name: str, check: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What a check tells, with whether it came through."""
    try:
        return {"ok": True, **check()}
    except Exception:
        # The cause may name hosts and paths; it belongs into the log, not into the answer.
        log.exception("Health check failed", part=name)
        return {"ok": False}
