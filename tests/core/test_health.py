"""What the health address tells, and when it says that this process must not serve."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import storages
from django.db import connection
from django.test import Client
from pytest_django import Settings

from annotate.core.jobs import services

pytestmark = pytest.mark.django_db


def health() -> tuple[int, dict[str, Any]]:
    answer = Client().get("/healthz")
    return answer.status_code, answer.json()


def test_with_a_worker_everything_is_well() -> None:
    services.beat("worker:1")
    status, body = health()
    assert (status, body["status"]) == (200, "ok")
    assert body["database"] == {"ok": True, "engine": connection.vendor}
    assert body["broker"]["ok"]
    assert body["storage"]["ok"]
    assert body["workers"]["alive"] == 1


def test_without_a_worker_people_can_still_work() -> None:
    """A web process must not be taken out of service because the worker is."""
    status, body = health()
    assert (status, body["status"]) == (200, "degraded")
    assert body["workers"] == {"ok": False, "alive": 0, "last_seen": None}


def test_a_dead_storage_takes_the_process_out_of_service(
    settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    settings.MEDIA_ROOT = tmp_path / "file" / "media"
    try:
        status, body = health()
    finally:
        del settings.MEDIA_ROOT
        storages["default"].__dict__.pop("base_location", None)
    assert (status, body["status"]) == (503, "degraded")
    assert body["storage"] == {"ok": False}, "the answer names no path"


def test_a_dead_broker_is_told_and_stops_nobody(settings: Settings, tmp_path: Path) -> None:
    settings.REDIS_URL = ""
    settings.BROKER_DIR = tmp_path / "nowhere"
    status, body = health()
    assert (status, body["status"]) == (200, "degraded")
    assert body["broker"] == {"ok": False}


def test_looking_leaves_nothing_behind(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    health()
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
