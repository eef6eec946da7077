"""The JSONL layout of the released IIW data set, with every round beside the final texts.

`image/key`, `IIW` and `objects` with `label`, `description` and `normalized_coords` are as in the
release; docs/reference/exports.md explains every other key.
"""

from collections.abc import Iterable, Mapping

import msgspec

from annotate.exchange.exports.answers import image_text, marked_objects
from annotate.exchange.exports.base import DigestingFile, Format, Writer, encode_lines
from annotate.exchange.exports.boxes import normalised
from annotate.exchange.exports.reading import Answer, Exported, Picture, Pseudonyms, Round, Scope
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
    rounds: list[IiwRound]
    sample_state: str


class IiwWriter(Writer):
    """One line per sample."""

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        super().__init__(scope, out)
        self._pseudonyms = Pseudonyms(scope.project)

    def add(self, batch: Iterable[Exported]) -> None:
        self.out.write(encode_lines([self._record(each) for each in batch]))

    def finish(self) -> None:
        return None

    def _record(self, sample: Exported) -> IiwRecord:
        picture = sample.picture
        text, objects = sample.final(Describes), sample.final(MarksObjects)
        places = {each.id: place for place, each in enumerate(sample.rounds)}
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
            rounds=[self._round(each, places, sample.corrected) for each in sample.rounds],
            sample_state=picture.state,
        )

    def _round(
        self, each: Round, places: dict[int, int], corrected: Mapping[int, Mapping[str, str]]
    ) -> IiwRound:
        return IiwRound(
            active_seconds=each.active_seconds,
            annotator=None if each.author_id is None else self._pseudonyms.of(each.author_id),
            answer=msgspec.Raw(each.value_json),
            corrected=dict(corrected[each.id]) if each.id in corrected else None,
            created_at=f"{each.created_at[:10]}T{each.created_at[11:19]}Z",
            decision=_NOTHING if each.decision_json == "{}" else msgspec.Raw(each.decision_json),
            from_scratch=bool(each.from_scratch),
            index=each.number,
            judges=None if each.about_id is None else places.get(each.about_id),
            kind=each.kind,
            measures=msgspec.Raw(each.measures_json),
            origin=each.origin,
            producer=each.producer or None,
            provenance=msgspec.Raw(each.provenance_json) if each.provenance_json else _NOTHING,
            scratch_reason=each.scratch_reason or None,
            stage=each.stage_key,
            started_from=None if each.parent_id is None else places.get(each.parent_id),
            stopped_early='"similar_enough"' in each.decision_json,
        )


def _objects(sample: Exported, final: Answer[MarksObjects]) -> list[IiwObject]:
    picture: Picture = sample.picture
    return [
        IiwObject(
            box=each["box"],
            description=each["description"],
            id=each["id"],
            label=each["label"],
            normalized_coords=normalised(each["box"], picture.width, picture.height),
        )
        for each in marked_objects(sample, final)
    ]


FORMAT = Format(
    name="iiw-jsonl",
    title="IIW JSONL: final texts, objects and every round",
    summary="The layout of the released IIW data set, one sample per line, with every round.",
    suffix=".jsonl",
    content_type="application/jsonl",
    writer=IiwWriter,
)
