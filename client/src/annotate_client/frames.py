"""The samples of a project as tables, for pandas and for the library datasets."""

import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from annotate_client.errors import MissingExtra, Misused
from annotate_client.exports import Record

if TYPE_CHECKING:
    import datasets
    import pandas as pd

Table = Literal["samples", "objects", "rounds"]
Row = dict[str, Any]
_BOX = ("x", "y", "width", "height")


def to_pandas(records: Iterable[Record], table: Table) -> "pd.DataFrame":
    """The records as a data frame; see `Project.to_pandas`."""
    try:
        import pandas as pd
    except ImportError:
        raise MissingExtra("pandas", "pandas") from None
    rows, columns = _table(table)
    return pd.DataFrame([row for record in records for row in rows(record)], columns=columns)


def to_datasets(records: Iterable[Record]) -> "datasets.Dataset":
    """The records as a data set; see `Project.to_datasets`."""
    try:
        import datasets
    except ImportError:
        raise MissingExtra("datasets", "datasets") from None
    features = datasets.Features(_features(datasets.Value, datasets.List))
    rows = [_for_datasets(row) for record in records for row in _samples(record)]
    return datasets.Dataset.from_list(rows, features=features)


def unpacked_datasets(archive: Path) -> "datasets.Dataset":
    """The rows of an export in the format ``parquet``, with their pictures.

    The library keeps them in its own cache on the disk, so that the archive may go.
    """
    try:
        import datasets
    except ImportError:
        raise MissingExtra("datasets", "datasets") from None
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(archive) as packed:
        names = sorted(name for name in packed.namelist() if name.endswith(".parquet"))
        files = [packed.extract(name, folder) for name in names]
        return datasets.concatenate_datasets(
            [cast(datasets.Dataset, datasets.Dataset.from_parquet(file)) for file in files]
        )


def _table(name: str) -> tuple[Callable[[Record], Iterator[Row]], list[str]]:
    try:
        return _TABLES[name]
    except KeyError:
        raise Misused(f"No table is called {name}; there are {', '.join(_TABLES)}.") from None


def _samples(record: Record) -> Iterator[Row]:
    """One row for each image: what came out."""
    yield {
        "external_id": record["image/key"],
        "text": record["IIW"],
        "captions": [each["answer"]["text"] for each in _captions(record)],
        "objects": record["objects"],
        "seed": _seed_text(record),
        "state": record["sample/state"],
        "split": record["image/split"],
        "width": record["image/width"],
        "height": record["image/height"],
        "name": record["image/name"],
        "sha256": record["image/sha256"],
        "metadata": record["image/metadata"],
        "people": len({each["annotator"] for each in record["rounds"] if each["annotator"]}),
        "active_seconds": sum(each["active_seconds"] or 0 for each in record["rounds"]),
    }


def _objects(record: Record) -> Iterator[Row]:
    """One row for each final object; the most salient has rank 1."""
    for rank, each in enumerate(record["objects"], start=1):
        yield {
            "external_id": record["image/key"],
            "rank": rank,
            "label": each["label"],
            "description": each["description"],
            **{side: each["box"][side] for side in _BOX},
        }


def _rounds(record: Record) -> Iterator[Row]:
    """One row for each answer, seeds (round 0) too, in the order they were given."""
    for each in record["rounds"]:
        measures = each["measures"] or {}
        from_base = measures.get("from_base") or {}
        yield {
            "external_id": record["image/key"],
            "stage": each["stage"],
            "round": each["index"],
            "origin": each["origin"],
            "annotator": each["annotator"],
            "producer": each["producer"],
            "text": each["answer"].get("text"),
            "answer": each["answer"],
            "similarity": from_base.get("jaccard_1"),
            "edit_distance": from_base.get("edit_distance"),
            "from_scratch": each["from_scratch"],
            "stopped_early": each["stopped_early"],
            "active_seconds": each["active_seconds"],
            "created_at": each["created_at"],
        }


def _captions(record: Record) -> Iterator[Record]:
    for each in record["rounds"]:
        if each["kind"] == "caption.v1" and each["origin"] != "model":
            yield each


def _seed_text(record: Record) -> str | None:
    """The newest text that a model began with."""
    seeds = [each["answer"].get("text") for each in record["rounds"] if each["origin"] == "model"]
    texts = [text for text in seeds if text is not None]
    return texts[-1] if texts else None


def _for_datasets(row: Row) -> Row:
    """A row in which every image has the same columns: hints are pairs, and boxes have four."""
    objects = [
        {
            "label": each["label"],
            "description": each["description"],
            "box": [float(each["box"][side]) for side in _BOX],
        }
        for each in row["objects"]
    ]
    pairs = [{"name": name, "value": value} for name, value in row["metadata"].items()]
    return {**row, "objects": objects, "metadata": pairs}


def _features(value: Any, several: Any) -> dict[str, Any]:
    text, number = value("string"), value("int64")
    box = several(value("float64"), length=4)
    return {
        "external_id": text,
        "text": text,
        "captions": several(text),
        "objects": several({"label": text, "description": text, "box": box}),
        "seed": text,
        "state": text,
        "split": text,
        "width": number,
        "height": number,
        "name": text,
        "sha256": text,
        "metadata": several({"name": text, "value": text}),
        "people": number,
        "active_seconds": value("float64"),
    }


_SAMPLES = list(_features(lambda kind: kind, lambda kind, length=-1: kind))
_OBJECTS = ["external_id", "rank", "label", "description", *_BOX]
_ROUNDS = [
    *("external_id", "stage", "round", "origin", "annotator", "producer", "text", "answer"),
    *("similarity", "edit_distance", "from_scratch", "stopped_early", "active_seconds"),
    "created_at",
]
_TABLES: dict[str, tuple[Callable[[Record], Iterator[Row]], list[str]]] = {
    "samples": (_samples, _SAMPLES),
    "objects": (_objects, _OBJECTS),
    "rounds": (_rounds, _ROUNDS),
}
