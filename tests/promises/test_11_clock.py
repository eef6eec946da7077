"""The clock goes on when the disk takes nothing, and its container says whether it does."""

import importlib.util
import os
import time
from pathlib import Path
from types import ModuleType

import pytest
from celery import current_app
from celery.beat import Service

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def healthcheck() -> ModuleType:
    spec = importlib.util.spec_from_file_location("healthcheck", ROOT / "deploy" / "healthcheck.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def clock_of(folder: Path) -> Service:
    """The clock as `celery beat` starts it, with its file in this folder."""
    return Service(
        current_app,
        scheduler_cls=current_app.conf.beat_scheduler,
        schedule_filename=str(folder / "clock"),
    )


def test_the_clock_starts_and_goes_on_where_nothing_can_be_written(tmp_path: Path) -> None:
    clock = clock_of(tmp_path / "gone")
    assert set(current_app.conf.beat_schedule) <= set(clock.scheduler.schedule)
    clock.scheduler.sync()
    clock.sync()


def test_the_health_check_sees_the_clock_alive(
    tmp_path: Path, healthcheck: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    assert healthcheck.beat() == "the clock has not started"
    clock_of(tmp_path).scheduler.sync()
    assert healthcheck.beat() is None


def test_the_health_check_tells_a_silent_clock(
    tmp_path: Path, healthcheck: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    clock_of(tmp_path).scheduler.sync()
    long_ago = time.time() - healthcheck.BEAT_SILENCE - 60
    os.utime(tmp_path / "clock", (long_ago, long_ago))
    assert str(healthcheck.beat()).startswith("the clock has been silent")
