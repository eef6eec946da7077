"""A worker is killed, and killed again, while a long list among foreign files comes in."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db.models import Count

from annotate.exchange import services
from annotate.exchange.imports.options import ImageOptions
from annotate.exchange.models import Import
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast, NewProject, add_image
from tests.exchange.files import sent, zipped
from tests.faults.processes import Workers
from tests.waiting import eventually

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

ROWS, WRONG = 20_000, 40
FOREIGN = {
    "photos/holiday.mp4": b"no picture at all",
    "photos/spare.jpg": b"a picture that the list does not name",
    "notes/README.txt": b"read me",
    "__MACOSX/._manifest.jsonl": b"\0",
    "annotations/other.xml": b"<xml/>",
}


def stored(library: Project, number: int) -> list[str]:
    """Write so many rows of pictures that are stored already; return their digests."""
    digests = [f"{place:064x}" for place in range(number)]
    first = add_image(library)
    values = {"format": "jpeg", "width": 400, "height": 300, "bytes": 1000}
    Image.objects.bulk_create(
        (
            Image(project=library, name=digest, external_id=digest, sha256=digest, **values)
            for digest in digests
        ),
        batch_size=5000,
    )
    first.delete()
    return digests


def archive(digests: list[str]) -> bytes:
    """A list of all of them, in which every so many-th row is wrong, among foreign files."""
    lines = []
    for place, digest in enumerate(digests):
        row = {"sha256": digest, "external_id": f"photo-{place}", "text": f"Text {place}."}
        if place % (ROWS // WRONG) == 7:
            row = {"sha256": "f" * 64, "external_id": f"photo-{place}"}
        lines.append(json.dumps(row).encode())
    return zipped({"manifest.jsonl": b"\n".join(lines), **FOREIGN})


def reached(import_: Import) -> int:
    return Import.objects.values_list("position", flat=True).get(pk=import_.pk)


def at_least(import_: Import, rows: int) -> Callable[[], bool]:
    return lambda: reached(import_) >= rows


def peak_mib(pid: int) -> float:
    """The most memory that a process has had (Linux)."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1024


@pytest.mark.long
def test_killed_twice_it_brings_every_row_in_once_and_accounts_for_every_file(
    new_project: NewProject, people: Cast, workers: Workers, capsys: pytest.CaptureFixture[str]
) -> None:
    library, project = new_project(name="Library"), new_project(name="Target")
    file = sent("rows.zip", archive(stored(library, ROWS)))
    options = ImageOptions(given_as="seeds")
    import_ = services.start_import(project=project, actor=people.lead, file=file, options=options)
    began, stops, peaks = time.monotonic(), [], []
    for share in (1, 2):
        victim = workers.start()
        eventually(at_least(import_, ROWS * share // 4), "some of the rows")
        peaks.append(peak_mib(victim.pid))
        workers.kill(victim)
        stops.append(reached(import_))
    assert 0 < stops[0] < stops[1] < ROWS
    last = workers.start()
    eventually(lambda: Import.objects.get(pk=import_.pk).finished_at, "the end")
    peaks.append(peak_mib(last.pid))
    seconds = time.monotonic() - began

    done = Import.objects.get(pk=import_.pk)
    assert (done.position, done.added, done.skipped, done.failed) == (ROWS, ROWS - WRONG, 0, WRONG)
    assert done.problems.count() == WRONG
    assert set(done.problems.values_list("code", flat=True)) == {"not_stored"}
    assert done.unused_count == len(FOREIGN)
    assert {each["name"] for each in done.unused} == set(FOREIGN)
    assert Image.objects.filter(project=project).count() == ROWS - WRONG
    assert Sample.objects.filter(project=project, state="open").count() == ROWS - WRONG
    seeds = Annotation.objects.filter(project=project, index=0)
    assert seeds.count() == ROWS - WRONG
    assert not seeds.values("sample").annotate(number=Count("id")).filter(number__gt=1).exists()
    wrong = [row for row in seeds.select_related("sample__image") if row.value != text_of(row)]
    assert wrong == []
    with capsys.disabled():
        print(
            f"\n  import: {ROWS:,} rows with a text each, killed at {stops[0]:,} and {stops[1]:,};"
            f" {seconds:.0f} s ({ROWS / seconds:,.0f} rows/s with three workers' starts),"
            f" workers' peaks {', '.join(f'{peak:.0f}' for peak in peaks)} MiB;"
            f" {done.added:,} in, {done.failed} refused, {done.unused_count} files not used."
        )


def text_of(seed: Annotation) -> dict[str, str]:
    number = seed.sample.image.external_id.removeprefix("photo-")
    return {"text": f"Text {number}."}
