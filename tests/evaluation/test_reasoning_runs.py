"""Questions of reasoning put to a model by a job, over HTTP: figures, stops, costs, refusals."""

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.evaluation.models import ReasoningReply
from annotate.evaluation.services import reasoning_asking
from annotate.projects.models import Project
from tests.backends.openai.conftest import address, standin
from tests.backends.standin.api import StandIn
from tests.backends.standin.requests import MODEL
from tests.backends.standin.wire import Said
from tests.conftest import Cast, add_samples, client_of
from tests.evaluation.knowing_model import KnowingModel
from tests.evaluation.texts_scene import run_jobs, source_of, text_file

__all__ = ["address", "standin"]
pytestmark = pytest.mark.django_db
Json = dict[str, Any]
NUMBER = 12
TRUE = [f"the cup {at} is on the plate" for at in range(NUMBER)]
ROWS = [
    {
        "image_path": f"{at}.jpg",
        "relation_name": "on",
        "true_caption": TRUE[at],
        "false_caption": f"the plate {at} is on the cup",
    }
    for at in range(NUMBER)
]


@pytest.fixture
def model(standin: StandIn) -> KnowingModel:
    knowing = KnowingModel(frozenset(TRUE))
    standin.say = knowing.say
    return knowing


@pytest.fixture
def lead(people: Cast) -> APIClient:
    return client_of(people.owner)


@pytest.fixture
def base(project: Project, settings: Any, tmp_path: Any) -> str:
    settings.MEDIA_ROOT = tmp_path / "media"
    return f"/api/v1/projects/{project.pk}"


@pytest.fixture
def connection(lead: APIClient, base: str, address: str) -> int:
    settings = {"base_url": address, "model": MODEL, "retries": 0, "concurrency": 1}
    prices = {"price_in": 3, "price_out": 50}
    body = {"name": "Large", "backend": "openai", "settings": {**settings, **prices}}
    answer = lead.post(f"{base}/connections", body, format="json")
    assert answer.status_code == 201, answer.content
    return int(answer.json()["id"])


def add_set(lead: APIClient, base: str, rows: Any = ROWS, name: str = "VG-R") -> Any:
    file = SimpleUploadedFile("relation.json", json.dumps(rows).encode())
    return lead.post(f"{base}/reasoning-sets", {"file": file, "name": name})


Start = Callable[..., Any]


@pytest.fixture
def start(lead: APIClient, base: str, connection: int, project: Project) -> Start:
    """Two sources: one says what is true of nine images, one of six."""
    samples = add_samples(project, NUMBER)
    for at, sample in enumerate(samples):
        sample.image.external_id = str(at)
        sample.image.save(update_fields=["external_id"])
    sources = []
    for name, knows in (("People", 9), ("Model", 6)):
        texts = {str(at): f"{name} says: {TRUE[at] if at < knows else at}." for at in range(NUMBER)}
        file = text_file(project, samples, name, **texts)
        sources.append({"source": source_of(file), "title": name})
    [row] = [add_set(lead, base).json()["id"]]

    def ask(**changes: Any) -> Any:
        body = {"name": "Table 5", "sets": [row], "sources": sources, "connection": connection}
        return lead.post(f"{base}/reasoning-runs", {**body, **changes}, format="json")

    return ask


def read(client: APIClient, base: str, run: Json) -> Json:
    told: Json = client.get(f"{base}/reasoning-runs/{run['id']}").json()
    return told


def test_the_figures_are_the_known_truth_and_costs_add_up(
    start: Start, lead: APIClient, base: str, model: KnowingModel
) -> None:
    run = start().json()
    assert (run["state"], run["results"]) == ("asking", None)
    run_jobs()
    told = read(lead, base, run)
    assert (told["state"], told["job"]["state"]) == ("ready", "succeeded")
    results = told["results"]
    by_title = {source["title"]: source["sets"]["vg-relation"] for source in results["sources"]}
    assert [figures["n"] for figures in by_title.values()] == [NUMBER] * 3
    assert sum(figures["right"] for figures in by_title.values()) == len(model.right)
    assert by_title[None]["right"] == NUMBER // 2
    assert by_title["People"]["right"] >= 9
    assert by_title["People"]["low"] < by_title["People"]["share"] < by_title["People"]["high"]
    pairs = {(pair["first"], pair["second"]): pair["sets"] for pair in results["differences"]}
    gain = pairs["Model", "People"]["vg-relation"]
    right = (by_title["Model"]["right"], by_title["People"]["right"])
    assert gain["difference"] == pytest.approx((right[0] - right[1]) / NUMBER)
    costs = results["costs"]
    tokens = sum(len(prompt) // 4 + 85 for prompt in model.asked)
    assert (costs["replies"], costs["prompt_tokens"]) == (3 * NUMBER, tokens)
    assert costs["cost"] == pytest.approx(tokens * 3 / 1e6)
    assert (told["model"], results["failures"]) == ("Large M0: standin-vl", [])


def test_what_one_run_asked_another_does_not_ask_again(
    start: Start, lead: APIClient, base: str, model: KnowingModel
) -> None:
    first, second = start().json(), start(name="Once more").json()
    run_jobs()
    assert len(model.asked) == len(set(model.asked)) == 3 * NUMBER
    figures = [read(lead, base, run)["results"]["sources"] for run in (first, second)]
    assert figures[0] == figures[1]


def test_a_run_is_stopped_and_goes_on_where_it_was(
    start: Start,
    lead: APIClient,
    base: str,
    model: KnowingModel,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = start().json()
    job = run["job"]["id"]

    def stop(asked: int) -> None:
        if asked == 6:
            Job.objects.filter(pk=job).update(state=Job.State.CANCELLED)

    keep = reasoning_asking.ReplyTable.keep

    def keeping(table: Any, replies: Any) -> None:
        keep(table, replies)
        stop(len(model.asked))

    with monkeypatch.context() as pressed:
        pressed.setattr(reasoning_asking.ReplyTable, "keep", keeping)
        pressed.setattr("annotate.backends.openai.answerer.batch_of", lambda settings: 3)
        run_jobs()
    told = read(lead, base, run)
    assert (told["state"], len(model.asked)) == ("stopped", 6)
    assert told["results"]["costs"]["replies"] == ReasoningReply.objects.count() == 6
    assert lead.post(f"{base}/jobs/{job}/retry").status_code == 200
    run_jobs()
    told = read(lead, base, run)
    assert (told["state"], told["results"]["costs"]["replies"]) == ("ready", 3 * NUMBER)
    assert len(model.asked) == len(set(model.asked)) == 3 * NUMBER


def test_a_worker_that_dies_is_followed_by_one_that_asks_the_rest(
    start: Start,
    lead: APIClient,
    base: str,
    model: KnowingModel,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = start().json()
    keep = reasoning_asking.ReplyTable.keep

    def dying(table: Any, replies: Any) -> None:
        keep(table, replies)
        raise SystemExit

    with monkeypatch.context() as killed:
        killed.setattr(reasoning_asking.ReplyTable, "keep", dying)
        killed.setattr("annotate.backends.openai.answerer.batch_of", lambda settings: 5)
        with pytest.raises(SystemExit):
            job_services.run(run["job"]["id"])
    Job.objects.filter(pk=run["job"]["id"]).update(state=Job.State.QUEUED)
    run_jobs()
    assert read(lead, base, run)["state"] == "ready"
    assert len(model.asked) == len(set(model.asked)) == 3 * NUMBER


def test_a_limit_of_cost_is_not_passed(
    start: Start, lead: APIClient, base: str, model: KnowingModel
) -> None:
    run = start(most_cost=0.004).json()
    run_jobs()
    results = read(lead, base, run)["results"]
    assert results["stopped_at_limit"] is True
    assert 0 < results["costs"]["cost"] <= 0.004
    assert 1 < len(model.asked) < 3 * NUMBER
    unanswered = [each["sets"]["vg-relation"]["unanswered"] for each in results["sources"]]
    assert sum(unanswered) == 3 * NUMBER - len(model.asked)


def test_questions_that_failed_are_no_wrong_answers_and_are_asked_by_another_run_of_the_job(
    start: Start, lead: APIClient, base: str, standin: StandIn, model: KnowingModel
) -> None:
    standin.faults.extend([None, Said(400, {"error": {"message": "Too long."}}), None])
    run = start().json()
    run_jobs()
    told = read(lead, base, run)
    assert (told["state"], told["job"]["state"]) == ("stopped", "failed")
    assert "Too long." in told["job"]["error"]["message"]
    assert told["results"]["costs"]["replies"] == 3 * NUMBER - 1
    assert "Too long." in told["results"]["failures"][0]["message"]
    assert lead.post(f"{base}/jobs/{run['job']['id']}/retry").status_code == 200
    run_jobs()
    told = read(lead, base, run)
    assert (told["state"], told["results"]["failures"]) == ("ready", [])
    assert len(model.asked) == 3 * NUMBER


def test_everything_is_downloaded_as_tables(
    start: Start, lead: APIClient, base: str, model: KnowingModel
) -> None:
    run = start(most=5).json()
    assert lead.get(_table(base, run), {"table": "answers"}).status_code == 409
    run_jobs()
    figures, differences, answers = (
        _rows(lead, base, run, table) for table in ("figures", "differences", "answers")
    )
    assert [row["n"] for row in figures] == ["5", "5", "5"]
    assert {row["first"] for row in differences} == {"People", "Model"}
    assert len(answers) == 15
    assert sum(int(row["right"]) for row in answers) == len(model.right)
    assert answers[0]["image"].endswith(".jpg")


def _table(base: str, run: Json) -> str:
    return f"{base}/reasoning-runs/{run['id']}/table.csv"


def _rows(lead: APIClient, base: str, run: Json, table: str) -> list[dict[str, str]]:
    answer = lead.get(_table(base, run), {"table": table})
    content = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    return list(csv.DictReader(io.StringIO(content)))


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"name": " "}, "name"),
        ({"sets": [10**6]}, "sets[0]"),
        ({"sets": []}, "sets"),
        ({"sources": [], "baseline": False}, "sources"),
        ({"connection": 10**6}, "connection"),
        ({"sources": [{"source": {"type": "file", "file": 10**6}}]}, "sources[0].source.file"),
        ({"most": 0}, "most"),
        ({"most_cost": -1}, "most_cost"),
    ],
)
def test_what_cannot_be_asked_is_refused_by_the_field(
    start: Start, changes: Json, path: str
) -> None:
    answer = start(**changes)
    assert answer.status_code == 422
    assert [field["path"] for field in answer.json()["error"]["fields"]] == [path]
    assert not Job.objects.exists()


def test_a_file_that_is_no_set_is_refused_in_words(lead: APIClient, base: str) -> None:
    for rows, said in [
        ([{"caption": "a"}], "neither ARO"),
        ([{**ROWS[0], "false_caption": 7.5}], "Row 1: false_caption"),
        ([], "neither ARO"),
    ]:
        answer = add_set(lead, base, rows)
        assert answer.status_code == 422
        assert said in answer.json()["error"]["message"]
    assert add_set(lead, base).status_code == 201
    assert add_set(lead, base).json()["error"]["code"] == "name_taken"


def test_a_set_of_a_run_stays_and_both_can_be_deleted(
    start: Start, lead: APIClient, base: str
) -> None:
    run = start().json()
    [row] = lead.get(f"{base}/reasoning-sets").json()["results"]
    assert (row["title"], row["questions"]) == ("ARO VG-R", NUMBER)
    refused = lead.delete(f"{base}/reasoning-sets/{row['id']}")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "in_use")
    assert lead.delete(f"{base}/reasoning-runs/{run['id']}").status_code == 204
    assert Job.objects.get().state == Job.State.CANCELLED
    assert lead.delete(f"{base}/reasoning-sets/{row['id']}").status_code == 204
    verbs = [entry["verb"] for entry in lead.get(f"{base}/audit").json()["results"]]
    assert {
        "reasoning_set.added",
        "reasoning.started",
        "reasoning.deleted",
        "reasoning_set.deleted",
    } <= set(verbs)


def test_a_file_of_texts_that_a_run_is_about_stays(
    start: Start, lead: APIClient, base: str
) -> None:
    start()
    [file, _] = lead.get(f"{base}/text-files").json()["results"]
    refused = lead.delete(f"{base}/text-files/{file['id']}")
    assert (refused.status_code, "Table 5" in refused.json()["error"]["message"]) == (409, True)
