from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError

from annotate.core import clock
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.exchange.imports import running
from annotate.exchange.imports.ledger import Ledger, TakenOver
from annotate.exchange.imports.preparing import Prepared
from annotate.exchange.imports.rows import Row
from annotate.exchange.models import Import
from annotate.images import services as images
from annotate.images.details import Details
from annotate.images.intake import Facts
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample
from tests.conftest import Cast
from tests.exchange.files import counts, jsonl, problems, start, zipped
from tests.images import pictures

NUMBER = 7


class Killed(BaseException):
    """The process ends here; nothing after this line runs."""


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "CHUNK", 2)


def archive() -> bytes:
    good = {f"{n}.jpg": pictures.jpeg(seed=n) for n in range(NUMBER)}
    return zipped({**good, "3b.jpg": b"broken"})


def run(import_: Import) -> Import:
    job_services.run(job_of(import_).pk)
    return Import.objects.select_related("job").get(pk=import_.pk)


def job_of(import_: Import) -> Job:
    assert import_.job is not None
    return import_.job


def let_the_lease_run_out(import_: Import) -> None:
    Job.objects.filter(pk=job_of(import_).pk).update(lease_expires_at=clock.now())


@pytest.mark.parametrize("after", range(4))
def test_a_killed_import_goes_on_where_it_stopped(
    project: Project,
    people: Cast,
    small_chunks: None,
    monkeypatch: pytest.MonkeyPatch,
    after: int,
) -> None:
    import_ = start(project, people.lead, "p.zip", archive())
    genuine, chunks = Ledger.note, 0

    def note(self: Ledger, *args: Any, **kwargs: Any) -> None:
        nonlocal chunks
        if chunks == after:
            raise Killed
        chunks += 1
        genuine(self, *args, **kwargs)

    monkeypatch.setattr(Ledger, "note", note)
    with pytest.raises(Killed):
        run(import_)
    halfway = Import.objects.get(pk=import_.pk)
    assert halfway.position == 2 * after
    assert Image.objects.count() == Sample.objects.count() == halfway.added

    monkeypatch.setattr(Ledger, "note", genuine)
    read: list[str] = []
    genuine_store = images.store

    def store(data: bytes, *, digest: str) -> Facts:
        read.append(digest)
        return genuine_store(data, digest=digest)

    monkeypatch.setattr(images, "store", store)
    let_the_lease_run_out(import_)
    done = run(import_)
    assert (done.state, counts(done)) == ("succeeded", (NUMBER, 0, 1))
    assert problems(done) == [(5, "file", "not_an_image")]
    assert Image.objects.count() == Sample.objects.count() == NUMBER
    assert len(read) == NUMBER + 1 - 2 * after  # what was in was not even looked at again


def test_a_fault_in_the_database_leaves_a_chunk_out_whole(
    project: Project, people: Cast, small_chunks: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_ = start(project, people.lead, "p.zip", archive())

    def fail(**_: Any) -> None:
        raise DatabaseError("disk full")

    monkeypatch.setattr(workflow, "add_new", fail)
    first = run(import_)
    assert first.state == "queued"  # it will be tried again
    assert Image.objects.count() == Sample.objects.count() == first.position == 0
    monkeypatch.undo()
    assert counts(run(import_)) == (NUMBER, 0, 1)


def test_a_cancelled_import_can_be_repeated_and_goes_on(
    project: Project, people: Cast, small_chunks: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_ = start(project, people.lead, "p.zip", archive())
    genuine = running._Writer.take

    def take_one_then_cancel(self: running._Writer, chunk: Any) -> None:
        genuine(self, chunk)
        Job.objects.filter(pk=job_of(import_).pk).update(state=Job.State.CANCELLED)

    monkeypatch.setattr(running._Writer, "take", take_one_then_cancel)
    stopped = run(import_)
    assert (stopped.state, stopped.position) == ("cancelled", 2)
    monkeypatch.setattr(running._Writer, "take", genuine)
    job_services.retry(job_of(stopped))
    assert counts(run(import_)) == (NUMBER, 0, 1)


def test_two_workers_never_count_a_chunk_twice(project: Project, people: Cast) -> None:
    import_ = start(project, people.lead, "p.zip", archive())
    mine, theirs = (Import.objects.select_related("project").get(pk=import_.pk) for _ in range(2))
    row = Row(1, "x", Details())
    chunk = [Prepared(row)]
    running._Writer(Ledger(mine)).take(chunk)
    with pytest.raises(TakenOver):
        running._Writer(Ledger(theirs)).take(chunk)
    import_.refresh_from_db()
    assert import_.position == 1


def test_a_job_that_is_run_twice_does_nothing_the_second_time(
    project: Project, people: Cast
) -> None:
    first = run(start(project, people.lead, "p.zip", archive()))
    Job.objects.filter(pk=job_of(first).pk).update(state=Job.State.QUEUED)
    assert counts(run(first)) == counts(first)


def test_a_dry_run_that_was_killed_begins_again(
    project: Project, people: Cast, small_chunks: None
) -> None:
    import_ = start(project, people.lead, "p.zip", archive(), dry_run=True)
    Import.objects.filter(pk=import_.pk).update(position=4, added=4)
    done = run(import_)
    assert counts(done) == (NUMBER, 0, 1)
    assert not Image.objects.exists()


def test_rows_of_a_manifest_go_on_after_the_last_chunk(
    project: Project, people: Cast, small_chunks: None, tmp_path: Path
) -> None:
    rows = jsonl(*({"sha256": f"{n:064x}"} for n in range(5)))
    import_ = start(project, people.lead, "rows.jsonl", rows)
    Import.objects.filter(pk=import_.pk).update(position=3, failed=3)
    assert [row for row, *_ in problems(run(import_))] == [4, 5]
