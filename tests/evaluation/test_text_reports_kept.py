"""Reports on texts: asked for, measured in the background, read, kept and deleted."""

from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotate.core.documents import Table
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.evaluation.models import TextReport
from annotate.evaluation.selectors.printed import texts_section as section
from annotate.projects.hooks import ReportOptions
from annotate.projects.models import AuditEvent, Project
from tests.evaluation.text_report_acts import Json, ask, measured, rows_of, sheet
from tests.evaluation.text_report_scene import base, lead, one, other, storage

__all__ = ["base", "lead", "one", "other", "storage"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("storage")]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"sources": []}, "sources"),
        ({"sources": [{"source": {"type": "file", "file": 10**6}}]}, "sources[0].source.file"),
        ({"references": {"type": "tea"}}, "references.type"),
        ({"measures": ["spice"]}, "measures[0]"),
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


def test_the_newest_report_is_printed_with_the_project(
    lead: APIClient, base: str, one: Json, other: Json, project: Project
) -> None:
    """Catches figures on paper that are not those of the page, and a reason that got lost."""
    assert section(project, ReportOptions()) is None
    report = measured(lead, base, one, references=other, measures=["describe", "captions"])
    ask(lead, base, one)
    found = section(project, ReportOptions())
    assert found is not None
    described, _, scores, _ = (block for block in found.blocks if isinstance(block, Table))
    assert list(described.rows[0])[:3] == ["File: one", 2, 8.0]
    assert described.note.startswith("Word classes by TextBlob")
    assert "SPICE is not available" in scores.note
    (row,) = rows_of(report, "captions")
    assert scores.rows[0][-2] == round(row["figures"]["cider"], 4)
    assert scores.rows[0][-1] is None
