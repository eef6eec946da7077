"""Promise 10: pictures and lines of manifests cost bounded time, whatever is in them."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from PIL import Image

from annotate.core import limits
from annotate.exchange import services
from annotate.exchange.answers.mturk import MAX_LINE, MturkResults
from annotate.exchange.answers.rows import UnreadableFile
from annotate.exchange.imports import lines, trees
from annotate.exchange.imports.manifest import Manifest
from annotate.images import intake, turns
from annotate.images import services as images
from annotate.images.archives import BadArchive
from annotate.projects.models import Project
from tests.conftest import Cast, client_of
from tests.images import pictures

pytestmark = pytest.mark.django_db


def flat(width: int, height: int) -> bytes:
    """A picture of one colour: a small file of very many pixels."""
    out = io.BytesIO()
    Image.new("L", (width, height)).save(out, "PNG")
    return out.getvalue()


def upload(project: Project, people: Cast, **files: bytes) -> Any:
    sent = [SimpleUploadedFile(f"{name}.png", data) for name, data in files.items()]
    address = f"/api/v1/projects/{project.pk}/uploads"
    return client_of(people.lead).post(address, {"files": sent}, format="multipart")


def refused(answer: Any) -> dict[str, str]:
    assert answer.status_code == 200, answer.content
    return {rejected["name"]: rejected["code"] for rejected in answer.json()["rejected"]}


def test_a_small_file_of_very_many_pixels_is_not_decoded_while_somebody_waits(
    project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = flat(9_000, 9_000)
    assert len(data) < 300_000
    monkeypatch.setattr(intake, "admit", pytest.fail)
    answer = upload(project, people, bomb=data)
    assert refused(answer) == {"bomb.png": "too_many_pixels"}
    assert "60 million" in answer.json()["rejected"][0]["message"]
    assert "zip archive" in answer.json()["rejected"][0]["remedy"]


def test_an_import_in_the_background_still_takes_it() -> None:
    assert images.examine(flat(9_000, 9_000)).width == 9_000


def test_an_honest_picture_of_fifty_million_pixels_is_taken(project: Project, people: Cast) -> None:
    answer = upload(project, people, large=flat(8_000, 6_250))
    assert refused(answer) == {}
    assert len(answer.json()["accepted"]) == 1


def test_one_request_has_only_so_many_pixels_decoded(
    project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "MOST", 3 * 96 * 64)
    files = {f"p{seed}": pictures.png(seed=seed) for seed in range(5)}
    answer = upload(project, people, **files)
    assert refused(answer) == {"p3.png": "busy", "p4.png": "busy"}
    again = upload(project, people, p3=files["p3"], p4=files["p4"])
    assert refused(again) == {}


def test_one_picture_is_decoded_at_a_time(
    project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "_PATIENCE_SECONDS", 0.0)
    data = pictures.png(seed=11)
    with turns.Turns().take(data):
        answer = upload(project, people, other=data)
    assert refused(answer) == {"other.png": "busy"}
    assert refused(upload(project, people, other=data)) == {}


def test_one_person_has_one_upload_under_way(project: Project, people: Cast) -> None:
    with limits.one_at_a_time("upload", people.lead.pk):
        answer = upload(project, people, other=pictures.png(seed=12))
    assert (answer.status_code, answer["Retry-After"]) == (429, "1")


def test_nothing_is_decoded_while_the_database_is_held(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An embedded database lets one write at a time: a slow picture kept everybody waiting."""
    depth: list[int] = []
    admit = intake.admit

    def noted(*args: Any, **options: Any) -> Any:
        depth.append(len(connection.savepoint_ids))
        return admit(*args, **options)

    monkeypatch.setattr(intake, "admit", noted)
    outside = len(connection.savepoint_ids)
    services.upload_image(project=project, data=pictures.png(seed=13), name="p.png")
    assert depth == [outside]


LONG = 5_000_000


class Counted(io.BytesIO):
    """A file that knows how much of it was asked for at most at once."""

    most = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(size)
        type(self).most = max(self.most, len(line))
        return line


class Sent(trees.Alone):
    """A manifest that came alone, of these lines."""

    def __init__(self, *texts: bytes) -> None:
        super().__init__(lambda: Counted(b"\n".join(texts)), trees.NoFiles(), suffix=".jsonl")


def manifest(*texts: bytes) -> Manifest:
    return Manifest(Sent(*texts), "list.jsonl")


def test_a_line_of_millions_is_refused_by_its_number_and_the_rest_goes_on() -> None:
    digest = b'{"sha256": "' + b"0" * 64 + b'"}'
    source = manifest(digest, b'{"file": "' + b"a" * LONG + b'"}', digest)
    rows = list(source.rows(0))
    assert [(row.number, bool(row.problems)) for row in rows] == [(1, False), (2, True), (3, False)]
    assert rows[1].problems[0].code == "line_too_long"
    assert Counted.most <= 1 << 20


def test_a_manifest_of_empty_lines_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_LINES", 1_000)
    with pytest.raises(BadArchive, match="1,000 lines"):
        manifest(*[b""] * 2_000).total()


def test_of_a_table_no_line_is_read_further_than_allowed(tmp_path: Path) -> None:
    path = tmp_path / "results.tsv"
    path.write_text("x" * (3 * MAX_LINE))
    with pytest.raises(UnreadableFile, match="longer than"):
        MturkResults(path)
