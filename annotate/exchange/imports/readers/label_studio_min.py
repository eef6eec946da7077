"""Label Studio's JSON-MIN: a list with an object for each annotation, its task's data among it.

The keys before `id` are the data of the task, those behind it what was answered, by the names of
the controls. People start from the newest annotation of a task; finished answers are all.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from annotate.exchange.imports.entries import Entry, Reading
from annotate.exchange.imports.readers import cells
from annotate.exchange.imports.readers.documents import Document, Documents
from annotate.exchange.imports.readers.label_studio import picture_key, picture_name
from annotate.exchange.imports.readers.label_studio_results import said_by
from annotate.exchange.imports.said import PERCENT, Said
from annotate.exchange.models import Import
from annotate.images.archives import RowError
from annotate.messages import Message

Record = Mapping[str, Any]

_ID, _ANNOTATION = "id", "annotation_id"
# What Label Studio writes of each annotation besides.
_ABOUT = {
    _ANNOTATION,
    "agreement",
    "annotator",
    "created_at",
    "history",
    "lead_time",
    "updated_at",
}
_decoder = msgspec.json.Decoder(dict[str, Any])
_WRONG = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class LabelStudioMin(Reading):
    """The annotations of one task are one entry."""

    format = "label-studio"

    def __init__(self, documents: Sequence[Document], *, given_as: str) -> None:
        self._documents = documents
        self._finished = given_as == Import.GivenAs.ANSWERS
        self._of: dict[object, list[msgspec.Raw]] = defaultdict(list)
        for document in documents:
            for number, raw in enumerate(document.items):
                self._of[_task(raw, (document.name, number))].append(raw)

    def files(self) -> Sequence[str]:
        return [document.name for document in self._documents]

    def total(self) -> int:
        return len(self._of)

    def entries(self) -> Iterator[Entry]:
        for raws in self._of.values():
            try:
                yield self._entry([_decoder.decode(raw) for raw in raws])
            except _WRONG as fault:
                reason = Message("unreadable_because", reason=f"{fault}.")
                yield Entry("?", problem=RowError("", reason))

    def _entry(self, records: Sequence[Record]) -> Entry:
        newest = max(records, key=lambda record: str(record.get("updated_at") or ""))
        data, answered = _parted(newest)
        place = picture_key(data)
        if place is None:
            return Entry("?", problem=RowError("data", Message("task_without_picture")))
        left = Counter[str]()
        if not self._finished:
            left["left_other_results"] += len(records) - 1
        parts = [_said(record, left) for record in (records if self._finished else [newest])]
        said = Said(
            objects=tuple(each for part in parts for each in part.objects),
            texts=tuple(each for part in parts for each in part.texts),
            producer="label-studio",
            frame=PERCENT,
            left=left,
        )
        words = {name: value for name, value in answered.items() if _is_word(value)}
        hints = {name: value for name, value in data.items() if name != place} | words
        metadata = cells.hints(hints.items(), left)
        return Entry(picture_name(str(data[place])), metadata=metadata, said=said)


def _task(raw: msgspec.Raw, otherwise: object) -> object:
    """What tells a task from others."""
    try:
        record = _decoder.decode(raw)
    except _WRONG:
        return otherwise
    task = record.get(_ID)
    return task if isinstance(task, int | str) else otherwise


def _parted(record: Record) -> tuple[Record, Record]:
    """The data of the task, and what was answered.

    >>> _parted({"image": "a.jpg", "id": 7, "caption": "A dog.", "annotator": 1})
    ({'image': 'a.jpg'}, {'caption': 'A dog.'})
    """
    names = [name for name in record if name not in _ABOUT]
    at = names.index(_ID) if _ID in names else len(names)
    data = {name: record[name] for name in names[:at]}
    return data, {name: record[name] for name in names[at + 1 :]}


def _said(record: Record, left: Counter[str]) -> Said:
    _, answered = _parted(record)
    values = (value for value in answered.values() if not _is_word(value))
    results = [result for value in values for result in _results(value)]
    return said_by({"result": results}, left)


def _is_word(answer: object) -> bool:
    """Whether an answer is one word, as one choice among several is: no text of a picture."""
    return isinstance(answer, str) and len(answer.split()) == 1


def _results(value: object) -> Iterator[dict[str, Any]]:
    """The values of a control as the results that they were made of."""
    for each in value if isinstance(value, list) else [value]:
        region = {"text": each} if isinstance(each, str) else each
        if not isinstance(region, dict):
            yield {}
            continue
        sides = [region.get(side) for side in ("x", "y", "width", "height")]
        kinds = [name for name in region if name.endswith("labels")]
        kind = "textarea" if "text" in region else next(iter(kinds), "")
        # A text at a box says in which only by the same place.
        key = region.get("id") or (str(sides) if None not in sides else "")
        yield {"type": kind, "id": key, "value": region}


def find(documents: Documents) -> LabelStudioMin | None:
    """Every list of annotations with the data of their tasks."""
    found = [each for each in documents.json if each.items and _is_record(each.items[0])]
    return LabelStudioMin(found, given_as=documents.given_as) if found else None


def _is_record(raw: msgspec.Raw) -> bool:
    try:
        record = _decoder.decode(raw)
    except _WRONG:
        return False
    return "data" not in record and {_ANNOTATION, "annotator"} <= record.keys()
