"""The JSONL layout of the released IIW data set, with every round beside the final texts.

`image/key`, `IIW` and `objects` with `label`, `description` and `normalized_coords` are as in the
release; docs/reference/exports.md explains every other key.
"""

from collections.abc import Iterable, Mapping

import msgspec

from annotate.analysis.geometry import NORMALISED_MAX
from annotate.exchange.exports.answers import image_text, marked_objects
from annotate.exchange.exports.base import Format, Writer, encode_lines
from annotate.exchange.exports.files import DigestingFile
from annotate.exchange.exports.pseudonyms import Pseudonyms
from annotate.exchange.exports.reading import Answer, Exported, Round, Scope
from annotate.kinds.capabilities import BoxJson, Describes, MarksObjects

_NOTHING = msgspec.Raw(b"null")


# Structs rather than dicts: this is the innermost loop of an export of millions of annotations.
class IiwObject(msgspec.Struct, gc=False):
    """One object of the final answer."""

    box: BoxJson
    description: str
    id: str
    label: str
    normalized_coords: list[str]


class IiwRound(msgspec.Struct, gc=False):
    """One annotation. What is `Raw` is passed on as the database has it."""

    active_seconds: float
    annotator: str | None
    answer: msgspec.Raw
    corrected: dict[str, str] | None
    created_at: str
    decision: msgspec.Raw
    from_scratch: bool
    index: int
    judges: int | None
    kind: str
    measures: msgspec.Raw
    origin: str
    producer: str | None
    provenance: msgspec.Raw
    rests_on_rejected: bool
    scratch_reason: str | None
    stage: str
    started_from: int | None
    stopped_early: bool


class IiwRecord(
    msgspec.Struct,
    gc=False,
    rename=lambda name: name.replace("_", "/") if name.startswith(("image_", "sample_")) else name,
):
    """One line."""

    IIW: str | None
    image_format: str
    image_height: int
    image_key: str
    image_metadata: msgspec.Raw
    image_name: str
    image_sha256: str
    image_split: str | None
    image_width: int
    objects: list[IiwObject]
    rests_on_rejected: bool
    rounds: list[IiwRound]
    sample_state: str


class IiwWriter(Writer):
    """One line per sample."""

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        super().__init__(scope, out)
        self._pseudonyms = Pseudonyms(scope)

    def add(self, batch: Iterable[Exported]) -> None:
        self.out.write(encode_lines([self.record(sample) for sample in batch]))

    def record(self, sample: Exported) -> IiwRecord:
        """The line of a sample."""
        picture = sample.picture
        text, objects = sample.final(Describes), sample.final(MarksObjects)
        places = {row.id: place for place, row in enumerate(sample.rounds)}
        return IiwRecord(
            IIW=image_text(sample, text) if text else None,
            image_format=picture.format,
            image_height=picture.height,
            image_key=picture.external_id,
            image_metadata=msgspec.Raw(picture.metadata_json),
            image_name=picture.name,
            image_sha256=picture.sha256,
            image_split=picture.split or None,
            image_width=picture.width,
            objects=_objects(sample, objects) if objects else [],
            rests_on_rejected=sample.rests(text, objects),
            rounds=[self._round(row, places, sample) for row in sample.rounds],
            sample_state=picture.state,
        )

    def _round(self, row: Round, places: dict[int, int], sample: Exported) -> IiwRound:
        # By position, as declared: twenty names cost as much as all the rest here.
        return IiwRound(
            row.active_seconds,
            None if row.author_id is None else self._pseudonyms.of(row.author_id),
            msgspec.Raw(row.value_json),
            dict(sample.corrected[row.id]) if row.id in sample.corrected else None,
            row.moment,
            _NOTHING if row.decision_json == "{}" else msgspec.Raw(row.decision_json),
            row.is_from_scratch,
            row.number,
            None if row.about_id is None else places.get(row.about_id),
            row.kind,
            msgspec.Raw(row.measures_json),
            row.origin,
            row.producer or None,
            msgspec.Raw(row.provenance_json) if row.provenance_json else _NOTHING,
            row.id in sample.resting,
            row.scratch_reason or None,
            row.stage_key,
            None if row.parent_id is None else places.get(row.parent_id),
            row.stopped_early,
        )


def _objects(sample: Exported, final: Answer[MarksObjects]) -> list[IiwObject]:
    width, height = sample.picture.width, sample.picture.height
    return [
        IiwObject(
            row["box"],
            row["description"],
            row["id"],
            row["label"],
            normalised(row["box"], width, height),
        )
        for row in marked_objects(sample, final)
    ]


def normalised(box: Mapping[str, float], width: int, height: int) -> list[str]:
    """The box as [ymin, xmin, ymax, xmax] from 0 to 999, strings as in the IIW release.

    The same as `geometry.normalise`, which a test compares it with, without making models of
    the millions of boxes of a large project.

    >>> normalised({"x": 0, "y": 100, "width": 640, "height": 100}, 640, 400)
    ['250', '0', '500', '999']
    """
    left, top = box["x"], box["y"]
    right, bottom = round(left + box["width"], 2), round(top + box["height"], 2)
    # At most a hundredth of a pixel of a submitted box is outside the image.
    return [
        str(int(top / height * NORMALISED_MAX + 0.5) if top > 0 else 0),
        str(int(left / width * NORMALISED_MAX + 0.5) if left > 0 else 0),
        str(int(bottom / height * NORMALISED_MAX + 0.5) if bottom < height else NORMALISED_MAX),
        str(int(right / width * NORMALISED_MAX + 0.5) if right < width else NORMALISED_MAX),
    ]


FORMAT = Format(
    name="iiw-jsonl",
    title="IIW JSONL: final texts, objects and every round",
    summary="The layout of the released IIW data set, one sample per line, with every round.",
    suffix=".jsonl",
    content_type="application/jsonl",
    writer=IiwWriter,
)
