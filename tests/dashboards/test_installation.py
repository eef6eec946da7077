"""The installation for admins: how it is, how it was, and what each project stores."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from annotate.core.health import figures
from annotate.core.health import services as measuring
from annotate.core.jobs import services as jobs
from annotate.core.jobs.models import Job
from annotate.exchange.models import Export, FrozenRelease, Release
from annotate.projects.models import Project
from tests.api.test_query_counts import cost
from tests.conftest import Cast, Clock, NewProject, add_image, client_of

pytestmark = pytest.mark.django_db
HEALTH = "/api/v1/admin/health"
STORAGE = "/api/v1/admin/storage"
GIB = 1024**3


def have_room(monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    space = figures.Space(100 * GIB, free)
    monkeypatch.setattr(figures, "disk", lambda folder=None: space)


@pytest.fixture(autouse=True)
def _room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the disk of the test machine room: how full it is must decide nothing here."""
    have_room(monkeypatch, 50 * GIB)


def told(people: Cast) -> dict[str, Any]:
    answer = client_of(people.admin).get(HEALTH)
    assert answer.status_code == 200, answer.content
    body: dict[str, Any] = answer.json()
    return body


def parts(people: Cast) -> dict[str, str]:
    return {part["key"]: part["level"] for part in told(people)["parts"]}


def test_all_is_well_where_all_works(people: Cast, time: Clock) -> None:
    jobs.beat("worker:1")
    measuring.measure()
    body = told(people)
    assert {part["level"] for part in body["parts"]} == {"ok"}
    assert [part["problem"] for part in body["parts"]] == [None] * 9
    assert body["figures"]["pending_migrations"] == 0
    assert body["figures"]["database_bytes"] > 0
    assert body["workers"][0]["is_alive"]


def test_each_part_that_is_not_well_says_what_to_do(people: Cast, time: Clock) -> None:
    measuring.measure()
    time.forward(minutes=16)
    old = time.at - timedelta(minutes=20)
    Job.objects.create(name="exchange.export", scope="project/7", created_at=old)
    error = {"code": "x", "message": "It broke.", "remedy": "Mend it.", "retry": False}
    ended = {"state": Job.State.FAILED, "finished_at": time.at, "error": error}
    Job.objects.create(name="gone.kind", scope="project/7", **ended)
    body = told(people)
    bad = {part["key"]: part for part in body["parts"] if part["level"] != "ok"}
    assert {key: part["level"] for key, part in bad.items()} == {
        "workers": "bad",
        "clock": "bad",
        "queues": "warning",
        "jobs": "warning",
    }
    assert all(part["problem"]["remedy"] for part in bad.values())
    [queue] = body["queues"]
    assert (queue["queued"], queue["running"]) == (1, 0)
    [failed] = body["failed"]
    assert (failed["project"], failed["error"]["message"]) == (7, "It broke.")


def test_a_clock_that_never_measured_is_new_and_not_broken(people: Cast) -> None:
    assert parts(people)["clock"] == "warning"


@pytest.mark.parametrize(
    ("free", "level"), [(50 * GIB, "ok"), (4 * GIB, "warning"), (GIB // 1024, "bad")]
)
def test_a_disk_is_called_full_in_time(
    people: Cast, monkeypatch: pytest.MonkeyPatch, free: int, level: str
) -> None:
    have_room(monkeypatch, free)
    assert parts(people)["disk"] == level


def test_a_dead_broker_is_the_trouble_of_the_workers(
    people: Cast, settings: Settings, tmp_path: Path
) -> None:
    jobs.beat("worker:1")
    settings.REDIS_URL = ""
    settings.BROKER_DIR = tmp_path / "nowhere"
    [part] = [part for part in told(people)["parts"] if part["key"] == "workers"]
    assert part["level"] == "bad"
    assert "nowhere" not in str(part), "the answer names no path"


def test_migrations_that_are_missing_are_told(
    people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = figures.Versions("0.1.0", "3.11", "5.2", 2)
    monkeypatch.setattr(figures, "versions", lambda: versions)
    assert parts(people)["versions"] == "bad"


def test_only_admins_are_told(people: Cast, project: Project) -> None:
    for path in (HEALTH, f"{HEALTH}/history", STORAGE):
        for user in (people.owner, people.ada, people.blocked, people.stranger):
            assert client_of(user).get(path).status_code == 403
        assert client_of(None).get(path).status_code == 401


def test_the_history_is_of_a_day_or_a_month(people: Cast, time: Clock) -> None:
    for _ in range(27):
        measuring.measure()
        time.forward(hours=1)
    client = client_of(people.admin)
    day = client.get(f"{HEALTH}/history").json()
    month = client.get(f"{HEALTH}/history?span=month").json()
    assert (len(day), len(month)) == (24, 27)
    assert day == sorted(day, key=lambda point: point["at"])
    assert client.get(f"{HEALTH}/history?span=year").status_code == 422


def store(project: Project, people: Cast, *, images: int, export: int, release: int) -> None:
    for _ in range(images):
        add_image(project, bytes=1000)
    by = {"created_by": people.owner, "format": "coco"}
    Export.objects.create(project=project, file="a", size_bytes=export, **by)
    Export.objects.create(project=project, **by)  # not written yet
    made = Release.objects.create(project=project, name="r", version="1", formats=[])
    FrozenRelease.objects.create(
        release=made, digest="0" * 64, samples=1, size_bytes=release, left_out={}
    )


def test_what_each_project_stores_is_summed_by_kind(people: Cast, new_project: NewProject) -> None:
    small, large = new_project(name="Small"), new_project(name="Large")
    store(small, people, images=1, export=10, release=20)
    store(large, people, images=3, export=5000, release=7)
    new_project(name="Empty")
    rows = client_of(people.admin).get(STORAGE).json()["results"]
    assert [(row["name"], row["total_bytes"]) for row in rows] == [
        ("Large", 8007),
        ("Small", 1030),
        ("Empty", 0),
    ]
    assert tuple(rows[0][f"{kind}_count"] for kind in ("image", "export", "release")) == (3, 1, 1)
    assert (rows[0]["image_bytes"], rows[0]["export_bytes"]) == (3000, 5000)


@pytest.mark.parametrize("order", ["name", "-image_bytes", "release_bytes", "total_bytes"])
def test_projects_are_sorted_and_paged_by_every_column(
    people: Cast, new_project: NewProject, order: str
) -> None:
    for number in range(5):
        made = new_project(name=f"P{number}")
        store(made, people, images=number % 3, export=number, release=7 * number)
    client = client_of(people.admin)
    whole = client.get(f"{STORAGE}?order={order}").json()["results"]
    seen, cursor = [], ""
    while True:
        page = client.get(f"{STORAGE}?order={order}&page_size=2{cursor}").json()
        seen += page["results"]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert seen == whole
    values = [row[order.removeprefix("-")] for row in whole]
    assert values == sorted(values, reverse=order.startswith("-"))


def test_the_sums_are_one_statement_however_many_projects_there_are(
    people: Cast, new_project: NewProject
) -> None:
    client = client_of(people.admin)
    before, _ = cost(lambda: client.get(STORAGE))
    for number in range(6):
        store(new_project(name=f"P{number}"), people, images=1, export=1, release=1)
    after, text = cost(lambda: client.get(STORAGE))
    assert after <= before <= 3, text


def test_the_page_of_health_costs_a_bounded_number_of_statements(people: Cast) -> None:
    client = client_of(people.admin)
    number, text = cost(lambda: client.get(HEALTH))
    assert number <= 20, text
    for each in range(30):
        Job.objects.create(name=f"kind{each}", scope="x", state=Job.State.FAILED)
        Job.objects.create(name=f"kind{each}", scope="x")
    assert cost(lambda: client.get(HEALTH))[0] <= number
