"""Rows are read while those before them are written. Only PostgreSQL does both at once."""

import hashlib
import threading
from collections.abc import Sequence
from typing import Any

import pytest

from annotate.exchange.imports import preparing, running
from annotate.exchange.imports.preparing import Prepared
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.workflow.models import Sample
from tests.conftest import Cast
from tests.exchange.files import counts, imported, jsonl, problems, zipped
from tests.images import pictures

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
WAIT = 30  # seconds; nobody waits for so long where both are there


@pytest.fixture
def read_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chunk is one row, and the first is written when the second has been looked up."""
    monkeypatch.setattr(running, "CHUNK", 1)
    looked_up, write, second = preparing.with_stored, running._Writer.take, threading.Event()
    calls = 0

    def counted(chunk: list[Prepared], project_ids: Sequence[int] | None) -> list[Prepared]:
        nonlocal calls
        found = looked_up(chunk, project_ids)
        calls += 1
        if calls == 2:
            second.set()
        return found

    def take(self: Any, chunk: list[Prepared]) -> None:
        assert second.wait(WAIT), "nothing is read ahead"
        write(self, chunk)

    monkeypatch.setattr(running, "with_stored", counted)
    monkeypatch.setattr(running._Writer, "take", take)


def test_rows_read_ahead_come_in_once_and_in_their_order(
    project: Project, people: Cast, read_ahead: None
) -> None:
    files = {f"{number}.jpg": pictures.jpeg(seed=number) for number in range(5)}
    import_ = imported(project, people.lead, "p.zip", zipped({**files, "3b.jpg": b"broken"}))
    assert (import_.position, counts(import_)) == (6, (5, 0, 1))
    samples = Sample.objects.filter(project=project).order_by("pk")
    assert [sample.image.name for sample in samples] == list(files)


def test_a_content_that_the_row_before_brings_in_is_not_missing(
    project: Project, people: Cast, read_ahead: None
) -> None:
    """Catches a row that is refused because it was looked up a moment too early."""
    picture = pictures.jpeg(seed=1)
    digest = hashlib.sha256(picture).hexdigest()
    rows = jsonl({"file": "a.jpg"}, {"sha256": digest, "external_id": "again"})
    import_ = imported(
        project, people.lead, "p.zip", zipped({"a.jpg": picture, "manifest.jsonl": rows})
    )
    assert problems(import_) == [(2, "file", "duplicate_image")]
    assert Image.objects.filter(project=project).count() == 1
