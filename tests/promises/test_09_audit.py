"""Nothing passes in silence: the audit trail says what was taken in, asked for and taken away."""

import pytest

from annotate.core.jobs import services as jobs
from annotate.exchange import services
from annotate.exchange.models import Export
from annotate.projects.models import AuditEvent, Project
from tests.conftest import Cast, add_samples, client_of
from tests.exchange.files import start, zipped
from tests.images import pictures

pytestmark = pytest.mark.django_db


def entries(verb: str) -> list[AuditEvent]:
    return list(AuditEvent.objects.filter(verb=verb).order_by("pk"))


def test_an_import_ends_with_one_entry_of_what_it_brought_in(
    project: Project, people: Cast
) -> None:
    import_ = start(project, people.lead, "p.zip", zipped({"a.jpg": pictures.jpeg(seed=913)}))
    assert import_.job is not None
    jobs.run(import_.job.pk)
    # Sent twice, or taken over from a worker that died after the last row.
    services.run_import({"import_id": import_.pk}, jobs._JobProgress(import_.job))
    (entry,) = entries("import.finished")
    assert (entry.actor, entry.target) == (people.lead, "p.zip")
    assert (entry.data["added"], entry.data["failed"]) == (1, 0)


def test_an_export_says_what_was_chosen_and_each_download_who_took_it(
    project: Project, people: Cast
) -> None:
    add_samples(project, 1)
    exports = f"/api/v1/projects/{project.pk}/exports"
    chosen = {"format": "iiw-jsonl", "with_unfinished": True, "split": ""}
    lead = client_of(people.lead)
    told = lead.post(exports, chosen, format="json").json()
    jobs.run(told["job"]["id"])
    (started,) = entries("export.started")
    assert started.data == {"export": told["id"], "with_unfinished": True}
    for _ in range(2):
        assert lead.get(f"{exports}/{told['id']}/file").status_code == 200
    taken = entries("export.downloaded")
    assert [(entry.actor, entry.target) for entry in taken] == [(people.lead, "iiw-jsonl")] * 2
    digest = Export.objects.get().sha256
    assert taken[0].data == {"export": told["id"], "sha256": digest}


def test_a_download_that_is_refused_is_none(project: Project, people: Cast) -> None:
    export = Export.objects.create(project=project, created_by=people.lead, format="iiw-jsonl")
    path = f"/api/v1/projects/{project.pk}/exports/{export.pk}/file"
    for user in (people.lead, people.ada, people.stranger):
        assert client_of(user).get(path).status_code in (403, 404)
    assert entries("export.downloaded") == []
