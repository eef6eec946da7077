"""The clock goes on when the disk takes nothing, and its container says whether it does."""

import importlib.util
import json
import os
import subprocess
import sys
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


_ASK = """
import json, sys
from celery.beat import Service
from annotate.config.clock import app
app.loader.init_worker()
app.conf.beat_schedule = {"soon": {"task": "core.requeue_stale_jobs", "schedule": 0.1}}
scheduler = Service(app, scheduler_cls=app.conf.beat_scheduler).get_scheduler()
while not scheduler.schedule["soon"].total_run_count:
    scheduler.tick()
with app.connection_for_read() as connection:
    message = connection.SimpleQueue(app.conf.task_default_queue).get(timeout=30)
    message.ack()
loaded = sorted(name for name in sys.modules if name.endswith((".models", ".services", ".tasks")))
print(json.dumps({"task": message.headers["task"], "loaded": loaded}))
"""


def test_the_clock_asks_for_tasks_without_loading_the_product(tmp_path: Path) -> None:
    """It has a process of its own, which would take as much memory as a worker."""
    told = subprocess.run(
        [sys.executable, "-c", _ASK],
        cwd=ROOT,
        env={**os.environ, "DATA_DIR": str(tmp_path), "TEST_DATA_DIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
        timeout=240,
    )
    found = json.loads(told.stdout.splitlines()[-1])
    assert found["task"] == "core.requeue_stale_jobs"
    assert [name for name in found["loaded"] if name.startswith("annotate")] == []
    assert "django.contrib.auth.models" not in found["loaded"]


_SAME = """
import json, logging
from annotate.config.clock import app

def told(app):
    handlers = [[type(h).__name__, type(h.formatter).__name__] for h in logging.root.handlers]
    conf = app.conf
    return [sorted(conf.beat_schedule), conf.beat_scheduler, conf.task_default_queue, handlers]

clock = told(app)
import django; django.setup()
from annotate.config import celery_app
print(json.dumps([clock, told(celery_app)]))
"""


def test_the_clock_has_the_settings_of_the_workers_and_writes_their_lines() -> None:
    told = subprocess.run(
        [sys.executable, "-c", _SAME],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
        text=True,
        timeout=240,
    )
    clock, worker = json.loads(told.stdout.splitlines()[-1])
    assert clock == worker
    schedule, *_, handlers = clock
    assert schedule
    assert handlers
