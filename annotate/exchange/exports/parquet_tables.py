"""Samples as tables of Arrow, with the types that `datasets` gives them.

Arrow takes 40 MB of memory and a fifth of a second to load, so only what writes loads it.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, NamedTuple

from annotate.exchange.exports.base import encode
from annotate.exchange.exports.reading import Picture
from annotate.exchange.exports.telling import Final, ToldRound
from annotate.kinds.capabilities import MarkedObject

if TYPE_CHECKING:
    import pyarrow as pa

# A feature: the name of a type, fields by their names, or a list of one of both.
Feature = str | Mapping[str, Any] | list[Any]
_BOX = "box"
OBJECT: Mapping[str, Feature] = {
    "id": "string",
    "label": "string",
    "description": "string",
    _BOX: ["float64", 4],
}
ROUND: Mapping[str, Feature] = dict.fromkeys(ToldRound._fields, "string") | {
    "number": "int32",
    "created_at": "timestamp[ms, tz=UTC]",
    "active_seconds": "float64",
    "similarity": "float64",
    "judges": "int32",
    "started_from": "int32",
    "from_scratch": "bool",
    "stopped_early": "bool",
    "rests_on_rejected": "bool",
}
SAMPLE: Mapping[str, Feature] = {
    "external_id": "string",
    "name": "string",
    "sha256": "string",
    "format": "string",
    "width": "int32",
    "height": "int32",
    "split": "string",
    "state": "string",
    "text": "string",
    "captions": ["string"],
    "objects": [OBJECT],
    "rests_on_rejected": "bool",
    "metadata": "string",
    "rounds": [ROUND],
}
# Few different words; of the others each value is another.
_REPEATED = ("format", "split", "state")
_REPEATED_IN_ROUNDS = ("stage", "kind", "origin", "annotator", "producer", "scratch_reason")


class Row(NamedTuple):
    """What a sample gives; `image` is the content of its picture, where pictures are wanted."""

    picture: Picture
    final: Final
    metadata: str
    rounds: list[ToldRound]
    image: bytes | None

    @property
    def weight(self) -> int:
        """About how many bytes it has."""
        texts = sum(len(told.answer) + len(told.measures) for told in self.rounds)
        return len(self.image or b"") + 2 * texts + 2000


def features(*, with_images: bool) -> dict[str, Feature]:
    """The columns of a dataset and what is in them."""
    return ({"image": "image"} if with_images else {}) | dict(SAMPLE)


def schema(*, with_images: bool) -> "pa.Schema":
    """The columns; `datasets` reads its own word for them out of each file."""
    import pyarrow as pa

    # Arrow's own allocator would keep another 25 MB.
    pa.set_memory_pool(pa.system_memory_pool())
    columns = features(with_images=with_images)
    told = {name: _told(feature) for name, feature in columns.items()}
    return pa.schema(
        [(name, _arrow(feature)) for name, feature in columns.items()],
        metadata={"huggingface": encode({"info": {"features": told}})},
    )


def _arrow(feature: Feature) -> "pa.DataType":
    import pyarrow as pa

    match feature:
        case "image":
            return pa.struct([("bytes", pa.binary()), ("path", pa.string())])
        case "timestamp[ms, tz=UTC]":
            return pa.timestamp("ms", tz="UTC")
        case str():
            return pa.type_for_alias(feature)
        case [part, length]:
            return pa.list_(_arrow(part), length)
        case [part]:
            return pa.list_(_arrow(part))
    return pa.struct([(name, _arrow(part)) for name, part in dict(feature).items()])


def _told(feature: Feature) -> dict[str, Any]:
    match feature:
        case "image":
            return {"_type": "Image"}
        case str():
            return {"_type": "Value", "dtype": feature}
        case [part, *length]:
            told = {"_type": "List", "feature": _told(part)}
            return told | ({"length": length[0]} if length else {})
    return {name: _told(part) for name, part in dict(feature).items()}


def repeated_columns() -> list[str]:
    """The columns that are stored as a list of words and the places in it."""
    return [*_REPEATED, *(f"rounds.list.element.{name}" for name in _REPEATED_IN_ROUNDS)]


def table(rows: Sequence[Row], wanted: "pa.Schema") -> "pa.Table":
    """A table of samples. Lists are made column by column: millions of rounds are in them."""
    import pyarrow as pa

    finals = [row.final for row in rows]
    pictures = [row.picture for row in rows]
    special = {
        "split": [picture.split or None for picture in pictures],
        "text": [final.text for final in finals],
        "captions": [final.captions for final in finals],
        "rests_on_rejected": [final.rests_on_rejected for final in finals],
        "metadata": [row.metadata for row in rows],
        "image": [{"bytes": row.image, "path": f"{row.picture.sha256}.jpg"} for row in rows],
    }
    nested: dict[str, Sequence[Sequence[tuple[object, ...]]]] = {
        "objects": [[_object(marked) for marked in final.objects] for final in finals],
        "rounds": [row.rounds for row in rows],
    }
    columns = []
    for field in wanted:
        if field.name in nested:
            columns.append(_lists(nested[field.name], field.type))
        else:
            values = special.get(field.name)
            if values is None:
                values = [getattr(picture, field.name) for picture in pictures]
            columns.append(pa.array(values, field.type))
    return pa.Table.from_arrays(columns, schema=wanted)


def _object(marked: MarkedObject) -> tuple[object, ...]:
    box = marked["box"]
    return (
        marked["id"],
        marked["label"],
        marked["description"],
        (box["x"], box["y"], box["width"], box["height"]),
    )


def _lists(groups: Sequence[Sequence[tuple[object, ...]]], wanted: "pa.DataType") -> "pa.Array":
    import pyarrow as pa

    offsets = pa.array([0, *accumulate(map(len, groups))], pa.int32())
    parts = wanted.value_type
    columns: Iterable[Sequence[object]] = zip(*chain.from_iterable(groups), strict=True)
    given = list(columns) or [()] * parts.num_fields
    arrays = [_column(values, part.type) for values, part in zip(given, parts, strict=True)]
    return pa.ListArray.from_arrays(offsets, pa.StructArray.from_arrays(arrays, fields=list(parts)))


def _column(values: Sequence[object], wanted: "pa.DataType") -> "pa.Array":
    import pyarrow as pa

    if pa.types.is_timestamp(wanted):
        # Arrow would read them too, after loading 12 MB of functions.
        values = [datetime.fromisoformat(str(value)) for value in values]
    return pa.array(values, wanted)
