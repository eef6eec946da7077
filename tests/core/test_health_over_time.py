"""What the clock measures: one row in five minutes, thinned after two days, gone after thirty."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

import pytest

from annotate.core.health import figures, services
from annotate.core.health.models import HealthMeasure
from annotate.core.jobs import services as jobs
from annotate.core.jobs.models import Job
from annotate.core.tasks import measure_health
from tests.conftest import Clock

pytestmark = pytest.mark.django_db


def put(at: datetime, *, is_hourly: bool = False, workers: int = 1) -> None:
    HealthMeasure.objects.create(
        slot=int(at.timestamp() // 300),
        at=at,
        is_hourly=is_hourly,
        workers=workers,
        queued=0,
        running=0,
        longest_wait=0,
        failed=0,
    )


def test_one_row_is_written_in_five_minutes_however_many_clocks_there_are(time: Clock) -> None:
    assert [measure_health(), measure_health()] == [True, False]
    time.forward(minutes=5)
    assert measure_health()
    assert HealthMeasure.objects.count() == 2


def test_two_clocks_that_look_at_once_write_one_row(
    time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = services._measured

    def overtaken() -> dict[str, int | None]:
        put(time.at, workers=9)
        return measured()

    monkeypatch.setattr(services, "_measured", overtaken)
    services.measure()
    assert HealthMeasure.objects.get().workers == 9


def test_a_measurement_says_who_works_what_waits_and_what_failed(time: Clock) -> None:
    jobs.beat("worker:1")
    at = time.at
    Job.objects.create(name="a", scope="x", created_at=at - timedelta(minutes=3))
    Job.objects.create(name="a", scope="x", created_at=at - timedelta(minutes=1))
    Job.objects.create(name="b", scope="x", state=Job.State.RUNNING)
    for hours in (1, 23, 25):
        ended = at - timedelta(hours=hours)
        Job.objects.create(name="c", scope="x", state=Job.State.FAILED, finished_at=ended)
    services.measure()
    row = HealthMeasure.objects.get()
    assert (row.workers, row.queued, row.running, row.longest_wait) == (1, 2, 1, 180)
    assert row.failed == 2
    assert row.database_bytes
    assert row.disk_free_bytes
    assert [(each.name, each.queued, each.running) for each in figures.queues()] == [
        ("a", 2, 0),
        ("b", 0, 1),
    ]


def test_the_table_stays_small(time: Clock) -> None:
    """Catches a history that grows for ever: of three days two are left whole, and the hours."""
    for _ in range(3 * 24 * 12):
        now = time.forward(minutes=5)
        put(now, is_hourly=now.minute == 0)
    time.forward(minutes=5)
    services.measure()
    assert HealthMeasure.objects.count() <= 2 * 24 * 12 + 24 + 2
    time.forward(days=31)
    services.measure()
    assert HealthMeasure.objects.count() == 1


def test_one_row_of_each_hour_is_kept_longer(time: Clock) -> None:
    for _ in range(25):
        services.measure()
        time.forward(minutes=5)
    assert HealthMeasure.objects.filter(is_hourly=True).count() == 3


def test_a_measurement_costs_few_statements(
    time: Clock, django_assert_max_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    with django_assert_max_num_queries(14):
        services.measure()
