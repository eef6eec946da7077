"""Reports on texts: asked for, measured in the background, read, kept and deleted."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.evaluation.models import TextReport
from annotate.evaluation.services import text_measuring
from annotate.projects.models import AuditEvent, Project
from annotate.workflow.models import Sample
from tests.conftest import Cast, add_image, client_of
from tests.evaluation.text_report_acts import Json, ask, measured, row_of, rows_of, sheet, upload

pytestmark = pytest.mark.django_db
ONE = [
    {"image": "a", "text": "A red dog runs over wet grass."},
    {"image": "b", "text": "A grey cat sleeps on a chair."},
]
OTHER = [
    {"image": "a", "text": "The dog runs."},
    {"image": "a", "text": "A dog is running on grass."},
    {"image": "c", "text": "A boat at sea."},
]


@pytest.fixture(autouse=True)
def storage(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def lead(people: Cast) -> APIClient:
    return client_of(people.lead)


@pytest.fixture
def base(project: Project) -> str:
    return f"/api/v1/projects/{project.pk}"


@pytest.fixture
def one(lead: APIClient, base: str) -> Json:
    return upload(lead, base, "one", ONE)


@pytest.fixture
def other(lead: APIClient, base: str) -> Json:
    return upload(lead, base, "other", OTHER)


def test_sources_stand_side_by_side(lead: APIClient, base: str, one: Json, other: Json) -> None:
    report = measured(lead, base, one, other, measures=["describe", "readability"])
    assert [each["title"] for each in report["sources"]] == ["File: one", "File: other"]
    assert [(row["title"], row["texts"]) for row in rows_of(report, "describe")] == [
        ("File: one", 2),
        ("File: other", 3),
    ]
    # A red dog runs over wet grass . | A grey cat sleeps on a chair .
    first = rows_of(report, "describe")[0]
    assert (first["figures"]["tokens"], first["figures"]["sentences"]) == (8.0, 1.0)
    assert first["spreads"]["tokens"]["median"] == 8.0
    # a red dog runs over wet grass grey cat sleeps on chair
    assert rows_of(report, "unique")[0]["figures"]["unique_words"] == 12
    short = rows_of(report, "readability")[1]
    assert short["figures"]["ari"] is None
    assert short["undefined"]["ari"] == "The formulas need 100 words or more."
    assert report["results"]["sources"][1] == {
        "title": "File: other",
        "texts": 3,
        "images": 2,
        "several": 1,
    }


def test_scores_are_of_the_images_that_all_sources_have(
    lead: APIClient, base: str, one: Json, other: Json
) -> None:
    people = upload(lead, base, "people", [*ONE, *OTHER])
    sent = {"references": people, "measures": ["captions"]}
    same = measured(lead, base, one, other, **sent)
    assert [row["figures"]["images"] for row in rows_of(same, "captions")] == [1, 1]
    assert [row["figures"]["left_out"] for row in rows_of(same, "captions")] == [1, 1]
    own = measured(lead, base, one, other, same_images=False, **sent)
    assert [row["figures"]["images"] for row in rows_of(own, "captions")] == [2, 2]


def test_references_are_not_scored_against_themselves(
    lead: APIClient, base: str, one: Json, other: Json
) -> None:
    """Catches a perfect score that says nothing."""
    report = measured(lead, base, one, other, references=other, measures=["captions"])
    scored, themselves = rows_of(report, "captions")
    assert scored["figures"]["rouge_l"] > 0
    assert themselves["figures"]["rouge_l"] is None
    assert "the references themselves" in themselves["undefined"]["rouge_l"]
    (people,) = rows_of(report, "people")
    assert people["title"] == "File: other"
    assert people["figures"]["images"] == 1


def test_what_is_not_available_is_said_and_never_a_number(
    lead: APIClient, base: str, one: Json, other: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    monkeypatch.setenv("WORDNET_DIR", "/nowhere")
    report = measured(lead, base, one, references=other, meteor=True)
    (scores,) = rows_of(report, "captions")
    assert scores["figures"]["meteor"] is scores["figures"]["spice"] is None
    assert "METEOR needs Java" in scores["undefined"]["meteor"]
    assert "SPICE is not available" in scores["undefined"]["spice"]
    alone = rows_of(report, "specificity")[0]
    assert "No image has two texts" in alone["undefined"]["specificity"]
    several = measured(lead, base, other, measures=["specificity"])
    assert "WordNet is not installed" in rows_of(several, "specificity")[0]["undefined"]["images"]


def test_meteor_is_left_out_of_too_many_texts(
    lead: APIClient, base: str, one: Json, other: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_measuring, "METEOR_AT_MOST", 1)
    report = measured(lead, base, one, references=other, measures=["captions"], meteor=True)
    assert "left out beyond 1 texts" in rows_of(report, "captions")[0]["undefined"]["meteor"]


def test_tables_are_csv_with_every_digit_and_latex(
    lead: APIClient, base: str, one: Json, other: Json
) -> None:
    source = {"source": one, "title": "50 % & more"}
    report = measured(lead, base, sources=[source], references=other, measures=["captions"])
    (line,) = sheet(lead, base, report, "captions")
    assert line["source"] == "50 % & more"
    assert float(line["rouge_l"]) == row_of(report, "captions")["rouge_l"]
    assert line["spice"] == ""
    assert "spice: SPICE is not available" in line["undefined"]
    answer = lead.get(f"{base}/text-reports/{report['id']}/table.tex", {"table": "captions"})
    text = answer.content.decode()
    assert answer["Content-Disposition"] == 'attachment; filename="texts-captions.tex"'
    assert r"50 \% \& more & 2 & 1 & 1 & 1 & 2.00 & " in text
    assert r" & -- \\" in text
    assert "% SPICE is not available" in text
    assert text.count("&") == 2 * 15 + 1


def test_figures_of_single_texts_are_files(
    lead: APIClient, base: str, one: Json, other: Json
) -> None:
    report = measured(lead, base, one, other, references=other)
    singly = sheet(lead, base, report, "texts")
    assert [(row["source"], row["number"], row["key"]) for row in singly[:3]] == [
        ("File: one", "1", "a"),
        ("File: one", "2", "b"),
        ("File: other", "1", "a"),
    ]
    assert (singly[0]["tokens"], singly[0]["ari"]) == ("8", "")
    assert float(singly[0]["rouge_l"]) > 0
    assert singly[1]["rouge_l"] == ""
    images = sheet(lead, base, report, "images")
    assert [(row["key"], row["texts"]) for row in images[2:]] == [("a", "2"), ("c", "1")]


def test_texts_of_the_project_pair_with_a_file_by_their_image(
    lead: APIClient, base: str, project: Project, one: Json
) -> None:
    """Catches pairing by what a file calls an image that the project knows by another name."""
    add_image(project, external_id="photo-77", name="folder/photo-77.png")
    image = add_image(project, external_id="photo-78", name="b.png")
    Sample.objects.create(project=project, image=image)
    mine = upload(lead, base, "mine", [{"image": "b.png", "text": "A cat."}])
    theirs = upload(lead, base, "theirs", [{"image": "photo-78", "text": "A cat."}])
    report = measured(lead, base, mine, references=theirs, measures=["captions"])
    assert row_of(report, "captions")["items"] == 1


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"sources": []}, "sources"),
        ({"sources": [{"source": {"type": "file", "file": 10**6}}]}, "sources[0].source.file"),
        ({"references": {"type": "tea"}}, "references.type"),
        ({"measures": ["spice"]}, "measures.0"),
        ({"measures": []}, "measures"),
        ({"name": " "}, "name"),
    ],
)
def test_a_wrong_request_names_the_field(
    lead: APIClient, base: str, one: Json, changes: Json, path: str
) -> None:
    wanted = {"name": "Texts", "sources": [{"source": one}], **changes}
    answer = lead.post(f"{base}/text-reports", wanted, format="json")
    assert answer.status_code == 422, answer.content
    assert path in {field["path"] for field in answer.json()["error"]["fields"]}
    assert not Job.objects.exists()


def test_no_source_and_no_title_comes_twice(
    lead: APIClient, base: str, one: Json, other: Json
) -> None:
    for second, path in (
        ({"source": one, "title": "Again"}, "sources[1].source"),
        ({"source": other, "title": "File: one"}, "sources[1].title"),
    ):
        wanted = {"name": "Texts", "sources": [{"source": one}, second]}
        answer = lead.post(f"{base}/text-reports", wanted, format="json")
        assert answer.status_code == 422
        assert [field["path"] for field in answer.json()["error"]["fields"]] == [path]


def test_a_report_waits_until_it_is_measured(lead: APIClient, base: str, one: Json) -> None:
    told = ask(lead, base, one)
    assert (told["state"], told["results"]) == ("measuring", None)
    assert told["created_by"]["username"] == "leo"
    answer = lead.get(f"{base}/text-reports/{told['id']}/table.csv", {"table": "describe"})
    assert answer.status_code == 409
    job_services.run(told["job"]["id"])
    (listed,) = lead.get(f"{base}/text-reports").json()["results"]
    assert (listed["state"], listed["results"]) == ("ready", None)
    assert listed["code_version"].startswith("annotate ")
    answer = lead.get(f"{base}/text-reports/{told['id']}/table.tex", {"table": "texts"})
    assert answer.status_code == 422


def test_a_file_that_a_report_needs_is_not_deleted(
    lead: APIClient, base: str, one: Json, other: Json
) -> None:
    told = ask(lead, base, one, references=other)
    for source in (one, other):
        assert lead.delete(f"{base}/text-files/{source['file']}").status_code == 409
    lead.delete(f"{base}/text-reports/{told['id']}")
    assert lead.delete(f"{base}/text-files/{other['file']}").status_code == 204


def test_a_report_whose_file_is_gone_says_so(lead: APIClient, base: str, one: Json) -> None:
    told = ask(lead, base, one)
    TextReport.objects.filter(pk=told["id"]).update(
        sources=[{"source": {"type": "file", "file": 10**6}, "title": "Gone"}]
    )
    job_services.run(told["job"]["id"])
    found = lead.get(f"{base}/text-reports/{told['id']}").json()
    assert (found["state"], found["results"]) == ("failed", None)
    assert "no such file" in found["problem"]


def test_a_run_that_was_killed_is_begun_anew_and_a_finished_one_is_kept(
    lead: APIClient, base: str, one: Json
) -> None:
    report = measured(lead, base, one, measures=["describe"])
    Job.objects.filter(pk=report["job"]["id"]).update(state=Job.State.QUEUED)
    TextReport.objects.filter(pk=report["id"]).update(results=None)
    job_services.run(report["job"]["id"])
    again = lead.get(f"{base}/text-reports/{report['id']}").json()
    assert again["results"] == report["results"]
    assert len(sheet(lead, base, again, "texts")) == 2
    (project_folder,) = (Path(default_storage.path("")) / "text-reports").iterdir()
    assert len(list(project_folder.iterdir())) == 1


def test_deleting_takes_the_files_and_stops_the_job(
    lead: APIClient, base: str, one: Json, project: Project
) -> None:
    report, waiting = measured(lead, base, one), ask(lead, base, one)
    for each in (report, waiting):
        assert lead.delete(f"{base}/text-reports/{each['id']}").status_code == 204
        assert lead.get(f"{base}/text-reports/{each['id']}").status_code == 404
    assert not default_storage.exists(f"text-reports/{project.pk}/{report['id']}-texts.csv")
    assert Job.objects.get(pk=waiting["job"]["id"]).state == Job.State.CANCELLED
    job_services.run(waiting["job"]["id"])
    verbs = AuditEvent.objects.filter(project=project, verb__startswith="text_report")
    assert verbs.filter(verb="text_report.deleted").count() == 2


def test_a_list_costs_the_same_for_any_number(lead: APIClient, base: str, one: Json) -> None:
    """Catches a query for each report: results are large and are left out of lists."""
    counts = []
    for _ in range(2):
        measured(lead, base, one, measures=["describe"])
        with CaptureQueriesContext(connection) as queries:
            lead.get(f"{base}/text-reports")
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 6
