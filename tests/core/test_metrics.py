"""Figures for Prometheus: for whoever has the token, of every package, by route."""

import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import yaml
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from annotate.config import metrics as view
from annotate.core.jobs.models import Job
from annotate.core.metrics import hooks
from annotate.projects.models import Project
from tests.conftest import Cast, add_samples, client_of

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-the-operator"


@pytest.fixture
def asked(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN


def scraped() -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Return every sample by its name and labels."""
    answer = Client(headers={"Authorization": f"Bearer {TOKEN}"}).get("/metrics")
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in families
        for sample in family.samples
    }


def value(name: str, **labels: str) -> float:
    return scraped()[f"annotate_{name}", frozenset(labels.items())]


# --- who may read them -------------------------------------------------------------------------


def test_there_are_none_unless_the_operator_asks_for_them(client: Client) -> None:
    assert client.get("/metrics").status_code == 404


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize("header", ["", "Bearer", "Bearer wrong", "Token " + TOKEN, "Bearer é"])
def test_without_the_token_nobody_reads_them(client: Client, header: str) -> None:
    answer = client.get("/metrics", headers={"Authorization": header})
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
    assert answer.json()["error"]["message_code"] == "metrics_token"


@pytest.mark.usefixtures("asked")
def test_an_admin_has_no_way_around_the_token(people: Cast) -> None:
    assert client_of(people.admin).get("/metrics").status_code == 401


# --- what they say -----------------------------------------------------------------------------


@pytest.mark.usefixtures("asked")
def test_samples_are_counted_over_all_projects(project: Project) -> None:
    add_samples(project, 3)
    assert sum(number for (name, _), number in scraped().items() if name == "annotate_samples") == 3


@pytest.mark.usefixtures("asked")
def test_jobs_that_wait_are_counted_by_kind_with_how_long_the_first_has_waited() -> None:
    Job.objects.create(name="exchange.export", scope="project/1")
    Job.objects.create(name="exchange.export", scope="project/1", state=Job.State.RUNNING)
    assert value("jobs", kind="exchange.export", state="queued") == 1
    assert value("jobs", kind="exchange.export", state="running") == 1
    assert value("oldest_queued_job_seconds", kind="exchange.export") >= 0


@pytest.mark.usefixtures("asked")
def test_totals_are_there_before_anything_has_happened() -> None:
    """Catches a rate that is undefined on a new installation, and an alert that never comes."""
    for name in ("submissions", "skips", "active_seconds", "seeded_samples"):
        assert value(f"{name}_total") == 0
    assert value("model_cost_total", use="enrichment") == 0


@pytest.mark.usefixtures("asked")
def test_all_figures_of_one_name_have_the_same_labels_and_sentence() -> None:
    shapes: dict[str, set[tuple[str, frozenset[str], bool]]] = {}
    for figure in view._figures():
        shape = (figure.help, frozenset(figure.labels), figure.is_total)
        shapes.setdefault(figure.name, set()).add(shape)
    assert {name: len(found) for name, found in shapes.items() if len(found) != 1} == {}


@pytest.mark.usefixtures("asked")
def test_a_part_that_cannot_be_read_says_so_and_hides_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken() -> list[hooks.Figure]:
        raise ConnectionError

    monkeypatch.setattr(hooks.figures, "functions", (broken, *hooks.figures.functions))
    told = scraped()
    assert told["annotate_figures_read", frozenset({("part", broken.__module__)})] == 0
    assert ("annotate_submissions_total", frozenset()) in told


# --- requests ----------------------------------------------------------------------------------


@pytest.fixture
def counting(settings: Settings, asked: None) -> None:
    settings.MIDDLEWARE = [
        "annotate.core.metrics.requests.MetricsMiddleware",
        *settings.MIDDLEWARE,
    ]


@pytest.mark.usefixtures("counting")
def test_requests_are_counted_by_their_route_and_never_by_their_address(
    people: Cast, project: Project
) -> None:
    client_of(people.owner).get(f"/api/v1/projects/{project.pk}")
    route = "/api/v1/projects/<int:project_id>"
    assert value("http_requests_total", method="GET", route=route, status="200") >= 1
    assert value("http_request_seconds_count", method="GET", route=route) >= 1
    assert not any(f"/projects/{project.pk}" in str(labels) for _, labels in scraped())


@pytest.mark.usefixtures("counting")
def test_made_up_methods_make_no_figure_of_their_own(client: Client) -> None:
    client.generic("BREW", "/api/v1/session")
    methods = {dict(labels).get("method") for name, labels in scraped() if "http" in name}
    assert "other" in methods
    assert "BREW" not in methods


PROGRAM = """
    import os
    from django.conf import settings
    settings.configure()
    from django.http import HttpRequest, HttpResponse
    from prometheus_client import generate_latest
    from annotate.core.metrics.requests import MetricsMiddleware, requests

    def ask():
        request = HttpRequest()
        request.method = "GET"
        MetricsMiddleware(lambda asked: HttpResponse())(request)

    for place in ("1", "2", "1"):  # the third goes on in the place of the first
        child = os.fork()
        if not child:
            os.environ["WEB_PROCESS_PLACE"] = place
            ask()
            os._exit(0)
        os.waitpid(child, 0)
    print(generate_latest(requests()).decode())
"""

COUNTED = "annotate_http_requests_total{"


def test_what_several_processes_counted_is_told_together_in_as_many_files_as_places(
    tmp_path: Path,
) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PROGRAM)],
        env={**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    (line,) = [line for line in ran.stdout.splitlines() if line.startswith(COUNTED)]
    assert line.endswith(" 3.0")
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{kind}_{place}.db" for kind in ("counter", "histogram") for place in ("1", "2")
    }


# --- what is made of them ----------------------------------------------------------------------

MONITORING = Path(__file__).parents[2] / "deploy" / "monitoring"
# Told by Prometheus itself, and by PostgreSQL alone.
ELSEWHERE = {"annotate_database_connections", "annotate_database_connections_allowed"}


def queries() -> list[str]:
    """Return every expression of the alert rules and of the dashboard."""
    rules = yaml.safe_load((MONITORING / "alerts.yml").read_text())
    dashboard = json.loads((MONITORING / "grafana.json").read_text())
    alerts = [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    return alerts + [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]


@pytest.mark.usefixtures("counting")
def test_alerts_and_dashboard_ask_for_figures_that_there_are(project: Project) -> None:
    """Catches a renamed figure, whose alert would never come."""
    add_samples(project, 1)
    Job.objects.create(name="exchange.export", scope="project/1")
    scraped()
    there = {name for name, _ in scraped()} | ELSEWHERE
    asked = {name for query in queries() for name in re.findall(r"annotate_\w+", query)}
    assert len(asked) >= 15
    assert asked - there == set()


@pytest.mark.usefixtures("counting")
def test_every_figure_is_told_in_the_documentation(project: Project) -> None:
    add_samples(project, 1)
    Job.objects.create(name="exchange.export", scope="project/1")
    scraped()
    page = (MONITORING.parents[1] / "docs" / "reference" / "metrics.md").read_text()
    told = set(re.findall(r"`(annotate_\w+)`", page))
    plain = {re.sub(r"_(bucket|count|sum|created)$", "", name) for name, _ in scraped()}
    assert plain - told == set()
    assert told - plain - ELSEWHERE == set()
