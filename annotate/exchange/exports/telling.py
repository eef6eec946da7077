"""What tables say of a sample: its final answers, and each round in the words of an export.

Nothing here is a number of the database, and keys of JSON are sorted: one project gives the same on
every database.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from annotate.exchange.exports.answers import captions_of, image_text, marked_objects
from annotate.exchange.exports.base import decode, encode
from annotate.exchange.exports.pseudonyms import Pseudonyms
from annotate.exchange.exports.reading import Exported, Round
from annotate.kinds.capabilities import BoxJson, Describes, MarkedObject, MarksObjects


class Final(NamedTuple):
    """What people made of a sample in the end."""

    text: str | None
    # Without the canned ones, in order of stage and number.
    captions: list[str]
    objects: list[MarkedObject]
    rests_on_rejected: bool


def final_of(sample: Exported) -> Final:
    text, marked = sample.final(Describes), sample.final(MarksObjects)
    captions = [caption for caption in captions_of(sample) if not caption.canned]
    return Final(
        text=image_text(sample, text) if text else None,
        captions=[caption.text for caption in captions],
        objects=marked_objects(sample, marked) if marked else [],
        rests_on_rejected=sample.rests(text, marked)
        or any(caption.rests_on_rejected for caption in captions),
    )


class ToldRound(NamedTuple):
    """One annotation; docs/reference/exports.md explains every field."""

    stage: str
    kind: str
    number: int
    origin: str
    annotator: str | None
    producer: str | None
    created_at: str
    active_seconds: float
    similarity: float | None
    judges: int | None
    started_from: int | None
    from_scratch: bool
    scratch_reason: str | None
    stopped_early: bool
    rests_on_rejected: bool
    # JSON from here on.
    answer: str
    corrected: str | None
    measures: str
    decision: str | None
    provenance: str | None


def rounds_of(sample: Exported, pseudonyms: Pseudonyms) -> list[ToldRound]:
    """Every annotation of a sample; those that others refer to are named by their place."""
    places = {row.id: place for place, row in enumerate(sample.rounds)}
    return [_told(row, places, sample, pseudonyms) for row in sample.rounds]


def _told(
    row: Round, places: Mapping[int, int], sample: Exported, pseudonyms: Pseudonyms
) -> ToldRound:
    decision: dict[str, Any] = decode(row.decision_json)
    corrected = sample.corrected.get(row.id)
    return ToldRound(
        stage=row.stage_key,
        kind=row.kind,
        number=row.number,
        origin=row.origin,
        annotator=None if row.author_id is None else pseudonyms.of(row.author_id),
        producer=row.producer or None,
        created_at=row.moment,
        active_seconds=row.active_seconds,
        similarity=decision.get("similarity"),
        judges=None if row.about_id is None else places.get(row.about_id),
        started_from=None if row.parent_id is None else places.get(row.parent_id),
        from_scratch=row.is_from_scratch,
        scratch_reason=row.scratch_reason or None,
        stopped_early=row.stopped_early,
        rests_on_rejected=row.id in sample.resting,
        answer=sorted_json(row.value_json),
        corrected=encode(dict(corrected)).decode() if corrected else None,
        measures=sorted_json(row.measures_json),
        decision=encode(decision).decode() if decision else None,
        provenance=sorted_json(row.provenance_json) if row.provenance_json else None,
    )


def sorted_json(text: str) -> str:
    """The same JSON, its keys in order of the alphabet.

    >>> sorted_json('{"b": 1, "a": {"d": 2.0, "c": null}}')
    '{"a":{"c":null,"d":2.0},"b":1}'
    """
    return encode(decode(text)).decode()


def shares(box: BoxJson, width: int, height: int) -> tuple[float, float, float, float]:
    """A box as (x, y, width, height) in shares of the sides of its image, from 0 to 1.

    >>> shares({"x": 160, "y": 0, "width": 480, "height": 100}, 640, 400)
    (0.25, 0.0, 0.75, 0.25)
    """
    left, top = box["x"] / width, box["y"] / height
    # At most a hundredth of a pixel of a submitted box is outside the image.
    return (
        round(left, 6),
        round(top, 6),
        round(min(box["width"] / width, 1 - left), 6),
        round(min(box["height"] / height, 1 - top), 6),
    )
