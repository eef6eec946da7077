"""Texts that come with images may be given texts of a study: one file, whole or not there."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotate.core import clock
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.evaluation.models import FileText, TextFile
from annotate.evaluation.selectors.sources import available
from annotate.exchange.imports import running, texts
from annotate.exchange.imports.ledger import Ledger
from annotate.exchange.imports.options import ImageOptions
from annotate.exchange.models import Import, ImportedText
from annotate.images.models import Image
from annotate.people.models import User
from annotate.projects.models import AuditEvent, Project
from annotate.workflow.models import Annotation
from tests.conftest import Cast, client_of
from tests.exchange.answered import DOG
from tests.exchange.files import counts, jsonl, problems, sent, start, zipped
from tests.exchange.listed import A, B, told
from tests.exchange.test_resuming import Killed
from tests.images import pictures

pytestmark = pytest.mark.django_db
TWO = {"file": "a.jpg", "captions": ["A dog sleeps.", "The dog rests."], "objects": [DOG]}
ONE = {"file": "b.jpg", "text": "  A hat\nlies there.  "}
NUMBER = 5


def packed(*rows: Any) -> bytes:
    return zipped({"a.jpg": A, "b.jpg": B, "manifest.jsonl": jsonl(*rows)})


def begun(
    project: Project, user: User, data: bytes, *, name: str = "Model X", **options: Any
) -> Import:
    chosen = ImageOptions(given_as="texts", texts_name=name)
    return start(project, user, "texts.zip", data, options=chosen, **options)


def run(import_: Import) -> Import:
    job = job_of(import_)
    Job.objects.filter(pk=job.pk).update(lease_expires_at=clock.now())
    job_services.run(job.pk)
    return Import.objects.select_related("job").get(pk=import_.pk)


def job_of(import_: Import) -> Job:
    assert import_.job is not None
    return import_.job


def kept(name: str = "Model X") -> list[tuple[int, str, str]]:
    """(position, name of the image, text) of a file; every image is one of the project."""
    rows = FileText.objects.filter(file__name=name).order_by("position")
    assert not rows.filter(image=None).exists()
    return list(rows.values_list("position", "key", "text"))


def test_they_become_one_file_in_the_order_of_the_rows(project: Project, people: Cast) -> None:
    import_ = run(begun(project, people.lead, packed(TWO, ONE)))
    assert (import_.state, counts(import_)) == ("succeeded", (2, 0, 0))
    assert kept() == [
        (1, "a.jpg", "A dog sleeps."),
        (2, "a.jpg", "The dog rests."),
        (3, "b.jpg", "A hat\nlies there."),
    ]
    assert told(import_)[1] == {"left_no_objects_in_texts": 1}
    assert told(import_)[0] == {"objects": 1, "texts": 3, "given": 2}
    file = TextFile.objects.get()
    assert (file.created_by, len(file.sha256)) == (people.lead, 64)
    assert AuditEvent.objects.get(verb="texts.added").data["texts"] == 3
    assert [source.title for source in available(project)] == ["File: Model X"]
    assert not Annotation.objects.exists()
    assert not ImportedText.objects.exists()


def test_a_lead_sends_them_over_the_api(project: Project, people: Cast) -> None:
    client = client_of(people.lead)
    url = f"/api/v1/projects/{project.pk}/imports"
    body = {"file": sent("texts.zip", packed(TWO)), "given_as": "texts", "texts_name": "Mine"}
    answer = client.post(url, body, format="multipart")
    assert answer.status_code == 201, answer.content
    assert answer.json()["texts_name"] == "Mine"
    job_services.run(answer.json()["job"]["id"])
    files = client.get(f"/api/v1/projects/{project.pk}/text-files").json()["results"]
    assert [(file["name"], file["texts"], file["matched"]) for file in files] == [("Mine", 2, 2)]
    choices = client.get(f"{url}/choices").json()["given"]
    assert {"given_as": "texts", "objects": [], "texts": []} in choices
    taken = client.post(url, {**body, "file": sent("t.zip", packed(ONE))}, format="multipart")
    assert (taken.status_code, taken.json()["error"]["code"]) == (409, "name_taken")
    assert taken.json()["error"]["fields"][0]["path"] == "texts_name"


@pytest.mark.parametrize("after", range(4))
def test_a_killed_import_makes_one_file_with_each_text_once(
    project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    monkeypatch.setattr(running, "CHUNK", 2)
    monkeypatch.setattr(running, "_WEIGHT_OF_SAID", 1)
    rows = [{"file": f"{n}.jpg", "text": f"Text {n}."} for n in range(NUMBER)]
    files = {f"{n}.jpg": pictures.jpeg(seed=n) for n in range(NUMBER)}
    import_ = begun(project, people.lead, zipped({**files, "manifest.jsonl": jsonl(*rows)}))
    genuine, chunks = Ledger.note, 0

    def note(self: Ledger, *args: Any, **kwargs: Any) -> None:
        nonlocal chunks
        if chunks == after:
            raise Killed
        chunks += 1
        genuine(self, *args, **kwargs)

    def at_the_end(import_: Import) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(Ledger, "note", note)
        patched.setattr(texts, "make_file", at_the_end)
        with pytest.raises(Killed):
            run(import_)
    assert Image.objects.count() == min(2 * after, NUMBER)
    assert not TextFile.objects.exists()
    assert run(import_).state == "succeeded"
    assert kept() == [(n + 1, f"{n}.jpg", f"Text {n}.") for n in range(NUMBER)]


def test_of_a_cancelled_import_there_is_no_file_until_it_is_repeated(
    project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_ = begun(project, people.lead, packed(TWO, ONE))
    genuine = running._Writer.take

    def take_and_cancel(self: running._Writer, chunk: Any) -> None:
        genuine(self, chunk)
        Job.objects.filter(pk=job_of(import_).pk).update(state=Job.State.CANCELLED)

    with monkeypatch.context() as patched:
        patched.setattr(running._Writer, "take", take_and_cancel)
        assert run(import_).state == "cancelled"
    assert not TextFile.objects.exists()
    job_services.retry(job_of(import_))
    assert run(import_).state == "succeeded"
    assert len(kept()) == 3


def test_a_name_that_is_taken_meanwhile_fails_the_import_and_loses_nothing(
    project: Project, people: Cast
) -> None:
    import_ = begun(project, people.lead, packed(TWO))
    other = TextFile.objects.create(project=project, name="Model X", created_by=people.lead)
    failed = run(import_)
    assert failed.state == "failed"
    assert (job_of(failed).error or {})["message_code"] == "text_file_name_taken"
    assert kept() == []
    other.delete()
    job_services.retry(job_of(failed))
    assert run(failed).state == "succeeded"
    assert len(kept()) == 2


def test_a_check_makes_no_file_and_counts_the_same(project: Project, people: Cast) -> None:
    checked = run(begun(project, people.lead, packed(TWO, ONE), dry_run=True))
    assert told(checked)[0] == {"objects": 1, "texts": 3, "given": 2}
    assert not TextFile.objects.exists()
    assert not ImportedText.objects.exists()


def test_images_that_are_there_get_their_texts_in_a_file_of_another_name(
    project: Project, people: Cast
) -> None:
    run(begun(project, people.lead, packed(TWO, ONE)))
    again = run(begun(project, people.lead, packed(ONE), name="Model Y"))
    assert (counts(again), kept("Model Y")) == ((0, 1, 0), [(1, "b.jpg", "A hat\nlies there.")])


def test_a_text_that_cannot_be_kept_refuses_its_row_alone(
    project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = run(begun(project, people.lead, packed({**ONE, "text": "e" + "\u0301" * 40}, TWO)))
    assert problems(wrong) == [(1, "text", "overlong_marks")]
    assert len(kept()) == 2
    monkeypatch.setattr(texts, "MAX_TEXTS", 2)
    many = run(begun(project, people.lead, packed(TWO, ONE), name="Many"))
    assert problems(many) == [(2, "text", "too_many")]
    assert len(kept("Many")) == 2


def test_the_command_names_the_file_as_told_or_as_its_source(
    project: Project, tmp_path: Path
) -> None:
    source = tmp_path / "model.zip"
    source.write_bytes(packed(TWO))
    for more in ([], ["--texts-name", "Model Z"]):
        out = StringIO()
        arguments = [str(project.pk), str(source), "--given-as", "texts", *more]
        call_command("import_images", *arguments, stdout=out, stderr=StringIO(), verbosity=0)
        assert "given to 1 pictures as texts" in out.getvalue()
    assert list(TextFile.objects.order_by("pk").values_list("name", flat=True)) == [
        "model.zip",
        "Model Z",
    ]
