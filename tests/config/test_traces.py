"""A request, the message it sends and the job that follows are one trace, if somebody collects it.

The servers are started as they are deployed: gunicorn with its configuration and two processes,
Celery with a pool of processes, and messages in folders on disk.
"""

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from annotate_client import Project
from tests.client.house import Person
from tests.config.collector import Collector, Span, collecting
from tests.e2e import installation
from tests.e2e.installation import BIN, PASSWORD, PHOTOS, ROOT, Served
from tests.waiting import eventually

SERVER, CONSUMER = 2, 5
# What nobody may find in a trace.
PROJECT, PICTURE, CAPTION = "Secret garden", "demo-coffee", "A cup of coffee on a red saucer."
KEYS = {
    *("http.request.method", "http.route", "http.response.status_code", "error.type"),
    *("annotate.project_id", "annotate.job_kind", "annotate.job_id", "annotate.attempt"),
    *("annotate.waited_ms", "annotate.count", "annotate.status"),
}
WARNING = "Traces cannot be sent"


@dataclass
class Running:
    served: Served
    web: int
    worker: int
    log: Path

    def lines(self) -> list[dict[str, object]]:
        """Every line of the log that is one of ours."""
        return [
            json.loads(line) for line in self.log.read_text().splitlines() if line.startswith("{")
        ]


@contextmanager
def running(data: Path, **more: str) -> Iterator[Running]:
    """Serve an installation with two web processes and a pool of one."""
    port = installation.free_port()
    environment = installation.environment(data, "") | {"LOG_FORMAT": "json"} | more
    served = Served(f"http://127.0.0.1:{port}", data, environment)
    log = data / "servers.log"
    log.write_text("")
    web = [
        *[str(BIN / "gunicorn"), "--config", str(ROOT / "deploy" / "gunicorn.py")],
        *["--bind", f"127.0.0.1:{port}", "annotate.config.wsgi:application"],
    ]
    worker = [
        *[str(BIN / "celery"), "--app", "annotate.config", "worker"],
        *["--beat", "--concurrency", "1", "--loglevel", "info"],
    ]
    children = [installation.start(command, served, log) for command in (web, worker)]
    try:
        served.wait_until(installation.is_healthy)
        yield Running(served, children[0].pid, children[1].pid, log)
    finally:
        for child in children:
            child.terminate()
        for child in children:
            child.wait(timeout=installation.STOP_SECONDS)
        served.close()
        print(log.read_text()[-6000:])


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("traced")
    installation.make_tables(folder, "")
    return folder


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    with collecting() as collector:
        yield collector


@pytest.fixture(scope="module")
def house(data: Path, collector: Collector) -> Iterator[Running]:
    named = {"OTEL_SERVICE_NAME": "describing", "OTEL_BSP_SCHEDULE_DELAY": "200"}
    with running(data, OTEL_EXPORTER_OTLP_ENDPOINT=collector.url, **named) as house:
        yield house


@pytest.fixture(scope="module")
def exported(house: Running, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project whose samples were exported once, asked with a query that nobody is to see."""
    lena = Person.sign_in(house.served.url, "lena", PASSWORD)
    project = lena.client.create_project(PROJECT, recipe="iiw")
    project.add_images(PHOTOS / "coffee.jpg", seeds=[CAPTION], producer="by hand", progress=False)
    project.open(progress=False)
    project.export(
        "iiw-jsonl",
        tmp_path_factory.mktemp("export") / "x.jsonl",
        with_unfinished=True,
        progress=False,
    )
    httpx.get(f"{house.served.url}/api/v1/projects?search=Ada+Lovelace")
    return project


def process(span: Span) -> int:
    return int(span.instance.rpartition(":")[2])


@pytest.mark.usefixtures("exported")
def test_a_request_and_the_job_it_starts_are_one_trace_over_two_processes(
    house: Running, collector: Collector
) -> None:
    eventually(lambda: collector.named("job exchange.export"), "the job is told")
    (job,) = collector.named("job exchange.export")
    (asked,) = collector.named("POST /api/v1/projects/<int:project_id>/exports")
    assert (job.trace, job.parent) == (asked.trace, asked.id)
    assert (asked.kind, job.kind) == (SERVER, CONSUMER)
    assert {step.name for step in collector.children(job)} >= {"write samples", "finish the file"}
    assert {asked.service, job.service} == {"describing"}
    # Told by the processes that were forked, not by those that forked them.
    assert process(asked) != process(job)
    assert not {process(asked), process(job)} & {house.web, house.worker}


def test_spans_say_which_project_job_and_answer(collector: Collector, exported: Project) -> None:
    eventually(lambda: collector.named("job exchange.export"), "the job is told")
    (job,) = collector.named("job exchange.export")
    (asked,) = collector.named("POST /api/v1/projects/<int:project_id>/exports")
    told = dict(job.told)
    assert 0 <= told.pop("annotate.waited_ms") < 120_000
    assert told.pop("annotate.job_id") > 0
    assert told == {
        "annotate.job_kind": "exchange.export",
        "annotate.project_id": exported.id,
        "annotate.attempt": 1,
    }
    assert asked.told == {
        "http.request.method": "POST",
        "http.route": "/api/v1/projects/<int:project_id>/exports",
        "http.response.status_code": 201,
        "annotate.project_id": exported.id,
    }


@pytest.mark.usefixtures("exported")
def test_no_span_tells_texts_names_or_queries(collector: Collector) -> None:
    eventually(lambda: collector.named("GET /api/v1/projects"), "the request is told")
    told = json.dumps([(span.name, span.told) for span in collector.spans])
    assert {key for span in collector.spans for key in span.told} <= KEYS
    assert not [span for span in collector.spans if span.words]
    for secret in (PROJECT, PICTURE, CAPTION, "lena", "Lena", "Ada", "search", "by hand"):
        assert not re.search(rf"\b{re.escape(secret)}\b", told), secret


@pytest.mark.usefixtures("exported")
def test_lines_of_both_logs_name_the_trace(house: Running, collector: Collector) -> None:
    eventually(lambda: collector.named("job exchange.export"), "the job is told")
    (job,) = collector.named("job exchange.export")
    lines = [line for line in house.lines() if line.get("trace_id") == job.trace]
    assert {line.get("job_id") for line in lines} >= {job.told.get("annotate.job_id")}
    assert len({line.get("request_id") for line in lines}) == 1
    with httpx.Client(base_url=house.served.url) as stranger:
        stranger.get("/api/v1/session")
        headers = {"X-CSRFToken": stranger.cookies["csrftoken"]}
        wrong = {"username": "nobody", "password": "nothing-right"}
        stranger.post("/api/v1/session", json=wrong, headers=headers)
    (told,) = eventually(
        lambda: [line for line in house.lines() if "login" in str(line["event"]).lower()][-1:],
        "a sign-in that failed stands in the log",
    )
    assert re.fullmatch("[0-9a-f]{32}", str(told["trace_id"]))
    assert re.fullmatch("[0-9a-f]{32}", str(told["request_id"]))


@pytest.mark.usefixtures("exported")
def test_whoever_asks_from_outside_does_not_choose_the_trace(
    house: Running, collector: Collector
) -> None:
    forged = "ab" * 16
    headers = {"traceparent": f"00-{forged}-{'cd' * 8}-01"}
    before = len(collector.named("GET /api/v1/session"))
    httpx.get(f"{house.served.url}/api/v1/session", headers=headers)
    eventually(lambda: len(collector.named("GET /api/v1/session")) > before, "it is told")
    assert forged not in {span.trace for span in collector.spans}


@pytest.mark.long
def test_a_collector_that_is_away_costs_one_line_a_minute_and_no_time(data: Path) -> None:
    """Catches retries on the way of a request, and an end that waits for them."""
    nobody = f"http://127.0.0.1:{installation.free_port()}"
    with running(data, OTEL_EXPORTER_OTLP_ENDPOINT=nobody, OTEL_BSP_SCHEDULE_DELAY="100") as house:
        took = []
        for _ in range(200):
            began = time.perf_counter()
            assert httpx.get(f"{house.served.url}/api/v1/session").status_code == 200
            took.append(time.perf_counter() - began)
        eventually(lambda: WARNING in house.log.read_text(), "that nobody collects is said")
        lines = [line for line in house.lines() if str(line["event"]).startswith(WARNING)]
        # Two web processes and one of the pool, each once.
        assert 1 <= len(lines) <= 3
        assert sorted(took)[len(took) // 2] < 0.5
        ending = time.monotonic()
    assert time.monotonic() - ending < 25
