"""Tables beside pictures: CSV, TSV, the folders of Hugging Face, Parquet."""

import io
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from annotate.core import errors
from annotate.exchange.imports.options import ImageOptions
from annotate.images.models import Image
from annotate.projects.models import Project
from tests.conftest import Cast
from tests.exchange.files import counts, from_path, imported, jsonl, problems, start, zipped
from tests.exchange.listed import A, B, boxes, seeds, told

pytestmark = pytest.mark.django_db

CSV = """\
file,caption,year,split
a.jpg,"A dog, asleep.",1999,train
b.jpg,,2001,validation
"""


def test_columns_of_a_csv_are_guessed_and_the_rest_are_hints(
    project: Project, people: Cast
) -> None:
    packed = zipped({"set/a.jpg": A, "set/b.jpg": B, "set/list.csv": CSV.encode()})
    import_ = imported(project, people.lead, "p.zip", packed)
    assert (counts(import_), import_.unused_count) == ((2, 0, 0), 0)
    assert seeds(project, "description") == {"set/a.jpg": {"text": "A dog, asleep."}}
    found = Image.objects.order_by("external_id").values_list("split", "metadata")
    assert list(found) == [("train", {"year": "1999"}), ("val", {"year": "2001"})]
    assert import_.understood["format"] == "csv"
    assert import_.understood["header"] == ["file", "caption", "year", "split"]
    assert import_.understood["columns"] == {
        "file": "file",
        "captions": "caption",
        "split": "split",
    }
    assert import_.understood["rows"][0]["text"] == "A dog, asleep."


def test_the_guess_is_corrected_column_by_column(project: Project, people: Cast) -> None:
    table = b"picture;title;note\na.jpg;Dog;A dog sleeps.\n"
    packed = zipped({"a.jpg": A, "list.csv": table})
    plain = imported(project, people.lead, "p.zip", packed, dry_run=True)
    assert plain.understood["format"] == "pictures"
    columns = {"file": "picture", "text": "note", "external_id": "title"}
    import_ = imported(project, people.lead, "p.zip", packed, options=ImageOptions(columns=columns))
    assert seeds(project, "description") == {"Dog": {"text": "A dog sleeps."}}
    assert import_.columns == columns


def test_a_column_that_the_table_does_not_have_is_refused(project: Project, people: Cast) -> None:
    options = ImageOptions(columns={"text": "title"})
    with pytest.raises(errors.Invalid) as caught:
        start(project, people.lead, "list.csv", CSV.encode(), options=options)
    assert caught.value.fields[0].path == "columns.text"


def test_a_table_of_tabs_alone_is_for_pictures_that_are_there(
    project: Project, people: Cast
) -> None:
    imported(project, people.lead, "p.zip", zipped({"a.jpg": A}))
    table = b"image\ttext\na\tA dog sleeps.\nb\tNobody knows it.\n"
    import_ = imported(project, people.lead, "list.tsv", table)
    assert counts(import_) == (0, 1, 1)
    assert problems(import_) == [(2, "file", "picture_not_sent")]
    assert seeds(project, "description") == {"a.jpg": {"text": "A dog sleeps."}}


OBJECTS = {"bbox": [[4, 8, 40, 20], [0, 0, 9, 9]], "categories": ["dog", 7], "id": [1, 2]}


@pytest.mark.parametrize("name", ["metadata.csv", "metadata.jsonl"])
def test_an_image_folder_gives_texts_objects_and_the_split_of_its_folder(
    project: Project, people: Cast, name: str
) -> None:
    row = {"file_name": "a.jpg", "text": "A dog.", "objects": OBJECTS, "nested": {"a": 1}}
    if name.endswith(".csv"):
        cells = [json.dumps(json.dumps(v)) if isinstance(v, dict) else v for v in row.values()]
        quoted = [str(c).replace('\\"', '""') for c in cells]
        data = f"{','.join(row)}\n{','.join(quoted)}\n".encode()
    else:
        data = jsonl(row, b"{broken")
    packed = zipped({"train/a.jpg": A, "test/b.jpg": B, f"train/{name}": data})
    import_ = imported(project, people.lead, "p.zip", packed)
    assert counts(import_) == (1, 0, 0 if name.endswith(".csv") else 1)
    assert boxes(seeds(project, "objects")["train/a.jpg"]) == [("dog", (4, 8, 40, 20))]
    assert seeds(project, "description") == {"train/a.jpg": {"text": "A dog."}}
    assert Image.objects.get().split == "train"
    assert told(import_)[1]["left_no_label"] == 1
    assert [file["name"] for file in import_.unused] == ["test/b.jpg"]


def parquet(rows: list[dict[str, Any]], names: list[str]) -> bytes:
    """A table as `datasets` writes it, in groups of one row."""
    features = {
        "image": {"_type": "Image"},
        "objects": {"feature": {"category": {"names": names, "_type": "ClassLabel"}}},
    }
    table = pa.Table.from_pylist(rows)
    told_ = json.dumps({"info": {"features": features}})
    out = io.BytesIO()
    pq.write_table(table.replace_schema_metadata({"huggingface": told_}), out, row_group_size=1)
    return out.getvalue()


ROWS = [
    {
        "image": {"bytes": data, "path": name},
        "text": f"Picture {name}",
        "year": 1999,
        "objects": {"bbox": [[4.0, 8.0, 40.0, 20.0]], "category": [1]},
    }
    for name, data in (("a.jpg", A), ("b.jpg", B))
]


def test_parquet_gives_the_pictures_that_are_in_it(project: Project, people: Cast) -> None:
    data = parquet(ROWS, ["cat", "dog"])
    for given in ((2, 0, 0), (0, 2, 0)):
        import_ = imported(project, people.lead, "train.parquet", data)
        assert counts(import_) == given
    assert import_.understood["format"] == "parquet"
    assert boxes(seeds(project, "objects")["b.jpg"]) == [("dog", (4, 8, 40, 20))]
    assert seeds(project, "description")["a.jpg"] == {"text": "Picture a.jpg"}
    assert Image.objects.first().metadata == {"year": "1999"}  # type: ignore[union-attr]


def test_parquet_in_a_folder_and_broken_parquet(project: Project, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/train-0.parquet").write_bytes(parquet(ROWS[:1], []))
    (tmp_path / "data/train-1.parquet").write_bytes(parquet(ROWS[1:], []))
    import_ = from_path(project, tmp_path)
    assert (counts(import_), import_.unused_count) == ((2, 0, 0), 0)
    (tmp_path / "data/train-1.parquet").write_bytes(b"PAR1 broken")
    with pytest.raises(errors.Invalid):
        from_path(project, tmp_path)


def test_a_broken_table_fails_the_import_with_a_reason(project: Project, people: Cast) -> None:
    table = b'file,text\na.jpg,"never closed\n'
    import_ = imported(project, people.lead, "p.zip", zipped({"a.jpg": A, "list.csv": table}))
    assert import_.state == "failed"
    assert import_.job is not None
    assert import_.job.error is not None
    assert import_.job.error["message_code"] == "table_unreadable"
