"""Reports: a project written down once, as a page that does nothing and as a PDF."""

import os
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from pytest_django import Settings

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.dashboards.models import Report
from annotate.dashboards.services.reports import start_report
from annotate.messages import Message
from annotate.projects.models import AuditEvent, Project
from annotate.seeding.models import Connection, ModelVersion
from annotate.seeding.services.connections import ensure_built_in
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.workflow.acts import describe, seed, use_recipe

pytestmark = pytest.mark.django_db


@pytest.fixture
def worked(people: Cast, project: Project, time: Clock) -> Project:
    """A project in which Ada and Ben have each written one round of a sample."""
    use_recipe(project, {"key": "description", "rounds": 3, "seeded": True})
    [sample] = add_samples(project, 1)
    seed(sample, "A red kite")
    describe(project, people.ada, "A blue kite flies")
    time.forward(days=1)
    describe(project, people.ben, "A blue kite flies high")
    return project


@pytest.fixture
def without_printer(settings: Settings) -> None:
    settings.CHROMIUM = "no-such-browser"


def written(project: Project, people: Cast, **wishes: Any) -> Report:
    report = start_report(project=project, actor=people.lead, **wishes)
    job_services.run(Job.objects.get(name="dashboards.report").pk)
    report.refresh_from_db()
    return report


def page(report: Report) -> str:
    with default_storage.open(report.html) as file:
        return str(file.read().decode())


@pytest.mark.usefixtures("without_printer")
def test_a_report_tells_rounds_people_methods_and_exact_settings(
    worked: Project, people: Cast
) -> None:
    told = page(written(worked, people, title="March"))
    assert "<h1>March</h1>" in told
    for heading in ("Progress", "Rounds", "Agreement", "Annotators", "Methods", "Settings"):
        assert f"<h2>{heading}</h2>" in told
    assert str(worked.seed) in told
    assert "<svg" in told


@pytest.mark.usefixtures("without_printer")
def test_people_are_numbered_unless_names_are_wanted(worked: Project, people: Cast) -> None:
    told = page(written(worked, people))
    assert "Annotator 1" in told
    assert people.ada.display_name not in told
    Job.objects.all().delete()
    assert people.ada.display_name in page(written(worked, people, with_names=True))


@pytest.mark.usefixtures("without_printer")
def test_nothing_that_people_wrote_becomes_markup(worked: Project, people: Cast) -> None:
    evil = "<script>alert(1)</script>"
    Project.objects.filter(pk=worked.pk).update(name=evil, description=evil)
    told = page(written(Project.objects.get(pk=worked.pk), people, title=evil))
    assert "<script" not in told
    assert "&lt;script&gt;" in told


@pytest.mark.usefixtures("without_printer")
def test_a_page_may_do_nothing_in_the_browser_of_its_reader(worked: Project, people: Cast) -> None:
    report = written(worked, people)
    url = f"/api/v1/projects/{worked.pk}/reports/{report.pk}/html"
    answer = client_of(people.lead).get(url)
    assert answer.status_code == 200
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "script" not in policy


@pytest.mark.usefixtures("without_printer")
def test_without_a_printer_there_is_a_page_and_a_reason(worked: Project, people: Cast) -> None:
    report = written(worked, people)
    assert report.problem is not None
    assert "No Chromium was found" in str(Message.from_json(report.problem))
    client = client_of(people.lead)
    told = client.get(f"/api/v1/projects/{worked.pk}/reports/{report.pk}").json()
    assert (told["pdf"], told["html"]) == (None, f"/api/v1{url_of(report)}/html")
    missing = client.get(f"/api/v1{url_of(report)}/pdf")
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "not_found")


def url_of(report: Report) -> str:
    return f"/projects/{report.project_id}/reports/{report.pk}"


@pytest.mark.e2e
def test_a_report_is_printed_by_a_real_browser(
    worked: Project, people: Cast, settings: Settings
) -> None:
    settings.CHROMIUM = os.environ.get("CHROMIUM", "")
    report = written(worked, people)
    assert report.problem is None
    answer: Any = client_of(people.lead).get(f"/api/v1{url_of(report)}/pdf")
    content = b"".join(answer.streaming_content)
    assert content.startswith(b"%PDF-")
    assert len(content) > 10_000
    assert answer["Content-Disposition"].startswith("attachment")


@pytest.mark.usefixtures("without_printer")
def test_a_report_that_was_begun_before_is_written_anew_once(worked: Project, people: Cast) -> None:
    report = start_report(project=worked, actor=people.lead)
    default_storage.save(f"reports/{worked.pk}/{report.pk}.html", ContentFile(b"half a pa"))
    job = Job.objects.get(name="dashboards.report")
    job_services.run(job.pk)
    report.refresh_from_db()
    first = report.finished_at
    assert "<h1>" in page(report)
    Job.objects.filter(pk=job.pk).update(state=Job.State.QUEUED)
    job_services.run(job.pk)
    report.refresh_from_db()
    assert report.finished_at == first


@pytest.mark.usefixtures("without_printer")
def test_a_deleted_report_leaves_no_file_but_a_trace(worked: Project, people: Cast) -> None:
    report = written(worked, people, title="March")
    name = report.html
    answer = client_of(people.lead).delete(f"/api/v1{url_of(report)}")
    assert answer.status_code == 204
    assert not default_storage.exists(name)
    assert AuditEvent.objects.get(verb="report.deleted").target == "March"


@pytest.mark.usefixtures("without_printer")
def test_versions_of_models_are_told_with_what_they_reached(worked: Project, people: Cast) -> None:
    ensure_built_in(worked)
    connection = Connection.objects.filter(project=worked).first()
    assert connection is not None
    base = ModelVersion.objects.get(connection=connection, number=0)
    ModelVersion.objects.create(
        project=worked,
        connection=connection,
        number=1,
        base=base,
        source=ModelVersion.Source.TRAINING,
        state=ModelVersion.State.CANDIDATE,
        metrics={"cider": 0.875},
    )
    told = page(written(worked, people))
    assert f"{connection.name} M1" in told
    assert "0.875" in told


def test_the_command_writes_a_page_without_storing_anything(
    worked: Project, tmp_path: Path
) -> None:
    output = tmp_path / "report.html"
    call_command("report", str(worked.pk), output=str(output), verbosity=0)
    assert "<h2>Rounds</h2>" in output.read_text()
    assert not Report.objects.exists()
    with pytest.raises(CommandError, match=r"must end in \.html or \.pdf"):
        call_command("report", str(worked.pk), output=str(tmp_path / "report.doc"))


@pytest.mark.usefixtures("without_printer")
def test_the_command_says_when_it_cannot_print(worked: Project, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No Chromium was found"):
        call_command("report", str(worked.pk), output=str(tmp_path / "report.pdf"))
    assert not (tmp_path / "report.pdf").exists()


def test_a_browser_that_fails_says_why(worked: Project, tmp_path: Path, settings: Settings) -> None:
    broken = tmp_path / "browser"
    broken.write_text("#!/bin/sh\necho it broke >&2\nexit 3\n")
    broken.chmod(0o755)
    settings.CHROMIUM = str(broken)
    with pytest.raises(CommandError, match="ended with 3 and no PDF: it broke"):
        call_command("report", str(worked.pk), output=str(tmp_path / "report.pdf"))
