"""Constant memory, and a number of queries that does not follow the number of samples."""

import hashlib
import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis import geometry
from annotate.exchange.exports import FORMATS, iiw, reading
from annotate.exchange.exports.batches import batches
from annotate.exchange.exports.files import DigestingFile
from annotate.exchange.exports.writing import write, write_to_path
from annotate.messages import Message
from annotate.projects.models import Project
from tests.conftest import add_samples
from tests.exchange.files import UNFINISHED, Silent
from tests.workflow.acts import seed


def queries(work: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as seen:
        work()
    return len(seen)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_batch_costs_as_many_queries_however_many_samples_it_has(
    project: Project, name: str
) -> None:
    def export() -> None:
        write(
            BytesIO(),
            project=project,
            format_=FORMATS[name],
            watcher=Silent(),
            selection=UNFINISHED,
        )

    for sample in add_samples(project, 2, opened=False):
        seed(sample, "A seed.")
    few = queries(export)
    for sample in add_samples(project, 30, opened=False):
        for number in range(3):
            seed(sample, f"Seed {number}.")
    assert queries(export) == few


def test_all_samples_come_once_and_in_order_whatever_the_batches(project: Project) -> None:
    samples = add_samples(project, 7, opened=False)
    for sample in samples:
        seed(sample, f"Seed of {sample.pk}.")
    scope = reading.Scope.of(project, reading.Selection(with_unfinished=True))
    for size in (1, 2, 3, 7, 100):
        found = [each for batch in batches(scope, size=size) for each in batch]
        assert [each.picture.sample_id for each in found] == [sample.pk for sample in samples]
        assert [json.loads(each.rounds[0].value_json)["text"] for each in found] == [
            f"Seed of {sample.pk}." for sample in samples
        ]


def test_another_project_is_not_exported(project: Project, new_project: Any) -> None:
    add_samples(new_project(), 2)
    out = BytesIO()
    write(
        out, project=project, format_=FORMATS["iiw-jsonl"], watcher=Silent(), selection=UNFINISHED
    )
    assert out.getvalue() == b""


def test_an_export_that_fails_leaves_the_old_file(project: Project, tmp_path: Path) -> None:
    class Stop(Silent):
        def renew(self) -> None:
            return

        def report(self, done: int, total: int, note: Message | None = None) -> None:
            raise RuntimeError("stopped")

    add_samples(project, 1)
    path = tmp_path / "out.jsonl"
    path.write_bytes(b"the old file")
    coco = FORMATS["coco"]
    with pytest.raises(RuntimeError):
        write_to_path(path, project=project, format_=coco, watcher=Stop(), selection=UNFINISHED)
    assert path.read_bytes() == b"the old file"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_told_and_not_swallowed() -> None:
    class Full(BytesIO):
        def write(self, data: Any) -> int:
            raise OSError("no space left")

    out = DigestingFile(Full())
    out.write(b"one")
    with pytest.raises(OSError, match="no space"):
        out.close()


def test_a_box_a_hair_outside_the_smallest_image_ends_at_its_edge() -> None:
    box = {"x": 1.005, "y": -0.01, "width": 0.005, "height": 1.02}
    assert iiw.normalised(box, 1, 1) == ["0", "999", "999", "999"]


def test_what_waits_to_be_written_comes_in_order_and_is_digested() -> None:
    out, written = BytesIO(), [bytes([number]) * (1 << 20) for number in range(12)]
    digesting = DigestingFile(out)
    for piece in written:
        digesting.write(piece)
    digesting.close()
    whole = b"".join(written)
    assert out.getvalue() == whole
    assert (digesting.size, digesting.sha256) == (len(whole), hashlib.sha256(whole).hexdigest())


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_what_was_measured_is_read_only_by_formats_that_tell_it(
    project: Project, name: str
) -> None:
    seed(add_samples(project, 1, opened=False)[0], "A seed.")
    selection = UNFINISHED
    with CaptureQueriesContext(connection) as seen:
        write(
            BytesIO(),
            project=project,
            format_=FORMATS[name],
            watcher=Silent(),
            selection=selection,
        )
    reads = any('"measures"' in query["sql"] for query in seen.captured_queries)
    assert reads == FORMATS[name].writer.with_measures


sizes = st.integers(1, 20_000)


@given(
    width=sizes,
    height=sizes,
    corners=st.tuples(*(st.floats(0, 1),) * 4),
    shift=st.floats(-0.01, 0.01),
)
def test_normalising_agrees_with_the_definition_and_goes_back(
    width: int, height: int, corners: tuple[float, float, float, float], shift: float
) -> None:
    x1, y1, x2, y2 = corners
    box = geometry.from_corners(x1 * width + shift, y1 * height, x2 * width, y2 * height)
    found = iiw.normalised(box.model_dump(), width, height)
    expected = geometry.normalise(box, width=width, height=height)
    assert found == [str(value) for value in expected]
    back = geometry.from_normalised(expected, width=width, height=height)
    # Half a grid step, the rounding to hundredths of a pixel, and the shift over the edge.
    for a, b, size in (
        (back.x, box.x, width),
        (back.y, box.y, height),
        (back.right, box.right, width),
        (back.bottom, box.bottom, height),
    ):
        assert abs(a - b) <= size / 1998 + 0.03
