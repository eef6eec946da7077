"""Label Studio: a list of tasks, each with data, predictions of models and annotations of people.

What people start from are predictions, or where a task has none its newest annotation; finished
answers are annotations.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from annotate.exchange.imports.addresses import is_address
from annotate.exchange.imports.entries import Entry, Reading
from annotate.exchange.imports.readers import cells
from annotate.exchange.imports.readers.documents import Document, Documents
from annotate.exchange.imports.readers.label_studio_results import said_by
from annotate.exchange.imports.said import PERCENT, Said
from annotate.exchange.models import Import
from annotate.images.archives import RowError
from annotate.messages import Message

_PICTURE = re.compile(r"\.(jpe?g|png|webp|gif|bmp|tiff?)(\?.*)?$", re.IGNORECASE)
# What tasks say of their pictures that this product exported.
_EXPORTED = {"external_id", "metadata", "name", "sha256"}
# What Label Studio puts before the name of a file that is uploaded.
_UPLOADED = re.compile(r"^[0-9a-f]{8}-(?=.)")


class _Task(msgspec.Struct):
    data: dict[str, Any]
    annotations: list[dict[str, Any]] = []
    predictions: list[dict[str, Any]] = []


_WRONG = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class LabelStudio(Reading):
    format = "label-studio"

    def __init__(self, documents: Sequence[Document], *, given_as: str) -> None:
        self._documents = documents
        self._finished = given_as == Import.GivenAs.ANSWERS

    def files(self) -> Sequence[str]:
        return [document.name for document in self._documents]

    def total(self) -> int:
        return sum(len(document.items) for document in self._documents)

    def entries(self) -> Iterator[Entry]:
        for document in self._documents:
            yield from map(self._entry, document.items)

    def _entry(self, raw: msgspec.Raw) -> Entry:
        try:
            task = msgspec.json.decode(raw, type=_Task)
        except _WRONG as fault:
            return _refused("", Message("unreadable_because", reason=f"{fault}."))
        place = picture_key(task.data)
        if place is None:
            return _refused("data", Message("task_without_picture"))
        left = Counter[str]()
        said = self._said(task, left)
        entry = Entry(picture_name(str(task.data[place])), said=said)
        data = {name: value for name, value in task.data.items() if name != place}
        return _as_exported(entry, data) or replace(entry, metadata=cells.hints(data.items(), left))

    def _said(self, task: _Task, left: Counter[str]) -> Said | None:
        given = [each for each in task.annotations if not each.get("was_cancelled")]
        left["left_cancelled"] += len(task.annotations) - len(given)
        if self._finished:
            left["left_predictions"] += len(task.predictions)
            parts = [said_by(each, left) for each in given]
            texts = tuple(text for part in parts for text in part.texts)
            # Each annotation marks all objects: those of two people together would be there twice.
            marked = [part.objects for part in parts if part.objects]
            left["left_other_objects"] += sum(map(len, marked[:-1]))
            objects = marked[-1] if marked else ()
            return Said(objects, texts, "label-studio", PERCENT, left)
        chosen = task.predictions or given
        left["left_other_results"] += len(task.predictions) + len(given) - bool(chosen)
        if not chosen:
            return Said(left=left) if +left else None
        if stages := _last_rounds(given):
            left["left_other_results"] = len(task.predictions) + len(given) - len(stages)
            parts = [said_by(each, left) for each in stages]
            return Said(
                objects=tuple(each for part in parts for each in part.objects),
                texts=tuple(each for part in parts for each in part.texts),
                producer="label-studio",
                frame=PERCENT,
                left=left,
            )
        part = said_by(chosen[-1], left)
        producer = str(chosen[-1].get("model_version") or "label-studio")
        return Said(part.objects, part.texts, producer, PERCENT, left)


def _as_exported(entry: Entry, data: Mapping[str, Any]) -> Entry | None:
    """With what an export of this product says of the picture; None for tasks of others."""
    if not data.keys() >= _EXPORTED:
        return None
    metadata = cells.decoded(data["metadata"])
    return replace(
        entry,
        name=str(data["name"]),
        external_id=str(data["external_id"]),
        split=cells.split(data.get("split")),
        metadata=metadata if isinstance(metadata, dict) else {},
        sha256=str(data["sha256"]),
    )


def _last_rounds(annotations: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Of an export of this product, what was said last in each stage; nothing of others'."""
    by_stage = {each["stage"]: each for each in annotations if isinstance(each.get("stage"), str)}
    return list(by_stage.values())


def picture_key(data: Mapping[str, Any]) -> str | None:
    """Which value of a task is the picture: "image", or the first that looks like one."""
    if isinstance(data.get("image"), str):
        return "image"
    return next((n for n, v in data.items() if isinstance(v, str) and _PICTURE.search(v)), None)


def picture_name(address: str) -> str:
    """The file that an address of Label Studio means.

    >>> picture_name("/data/upload/3/0a1b2c3d-dog.jpg")
    'dog.jpg'
    >>> picture_name("/data/local-files/?d=set/dog.jpg"), picture_name("set/dog.jpg")
    ('set/dog.jpg', 'set/dog.jpg')
    """
    if is_address(address):
        return address
    parts = urlsplit(address)
    if local := parse_qs(parts.query).get("d"):
        return local[0]
    path = unquote(parts.path)
    if path.startswith("/data/upload/"):
        return _UPLOADED.sub("", PurePosixPath(path).name)
    return PurePosixPath(path).name if parts.scheme else path.lstrip("/")


def _refused(field: str, message: Message) -> Entry:
    return Entry("?", problem=RowError(field, message))


def find(documents: Documents) -> LabelStudio | None:
    """Every list of tasks."""
    found = [each for each in documents.json if each.items and _is_task(each.items[0])]
    return LabelStudio(found, given_as=documents.given_as) if found else None


def _is_task(raw: msgspec.Raw) -> bool:
    try:
        task = msgspec.json.decode(raw, type=dict[str, msgspec.Raw])
    except _WRONG:
        return False
    return "data" in task and bool({"annotations", "predictions", "id"} & task.keys())
