"""The JSONL layout of the released IIW data set, with every round beside the final texts.

`image/key`, `IIW` and `objects` with `label`, `description` and `normalized_coords` are as in the
release; docs/reference/exports.md explains every other key.
"""

from collections.abc import Iterable
from typing import Any

from annotate.exchange.exports.base import DigestingFile, Format, Writer, decode, encode
from annotate.exchange.exports.boxes import normalised
from annotate.exchange.exports.reading import Exported, Picture, Pseudonyms, Round
from annotate.projects.models import Project


class IiwWriter(Writer):
    """One line per sample."""

    def __init__(self, project: Project, out: DigestingFile) -> None:
        super().__init__(project, out)
        self._pseudonyms = Pseudonyms(project)

    def add(self, batch: Iterable[Exported]) -> None:
        lines = [encode(self._record(each)) for each in batch]
        lines.append(b"")
        self.out.write(b"\n".join(lines))

    def finish(self) -> None:
        return None

    def _record(self, sample: Exported) -> dict[str, Any]:
        picture = sample.picture
        places = {each.id: place for place, each in enumerate(sample.rounds)}
        rounds = [self._round(each, places) for each in sample.rounds]
        text, objects = sample.final("description.v1"), sample.final("objects.v1")
        return {
            "IIW": rounds[places[text.id]]["answer"]["text"] if text else None,
            "image/format": picture.format,
            "image/height": picture.height,
            "image/key": picture.external_id,
            "image/metadata": decode(picture.metadata_json),
            "image/name": picture.name,
            "image/sha256": picture.sha256,
            "image/split": picture.split or None,
            "image/width": picture.width,
            "objects": _objects(rounds[places[objects.id]]["answer"], picture) if objects else [],
            "rounds": rounds,
            "sample/state": picture.state,
        }

    def _round(self, each: Round, places: dict[int, int]) -> dict[str, Any]:
        author, decision = each.author_id, decode(each.decision_json)
        return {
            "active_seconds": each.active_seconds,
            "annotator": None if author is None else self._pseudonyms.of(author),
            "answer": decode(each.value_json),
            "created_at": each.created_at,
            "decision": decision or None,
            "from_scratch": each.from_scratch,
            "index": each.number,
            "kind": each.kind,
            "measures": decode(each.measures_json),
            "origin": each.origin,
            "producer": each.producer or None,
            "provenance": decode(each.provenance_json) if each.provenance_json else None,
            "scratch_reason": each.scratch_reason or None,
            "stage": each.stage_key,
            "started_from": None if each.parent_id is None else places.get(each.parent_id),
            "stopped_early": decision.get("reason") == "similar_enough",
        }


def _objects(answer: dict[str, Any], picture: Picture) -> list[dict[str, Any]]:
    return [
        {
            "box": each["box"],
            "description": each["description"],
            "id": each["id"],
            "label": each["label"],
            "normalized_coords": normalised(each["box"], picture.width, picture.height),
        }
        for each in answer["objects"]
    ]


FORMAT = Format(
    name="iiw-jsonl",
    title="IIW JSONL: final texts, objects and every round",
    suffix=".jsonl",
    content_type="application/jsonl",
    writer=IiwWriter,
)
