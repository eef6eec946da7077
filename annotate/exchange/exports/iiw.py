"""The JSONL layout of the released IIW data set, with every round beside the final texts.

`image/key`, `IIW` and `objects` with `label`, `description` and `normalized_coords` are as in the
release; docs/reference/exports.md explains every other key.
"""

from collections.abc import Iterable, Mapping
from itertools import islice

import msgspec

from annotate.analysis.geometry import NORMALISED_MAX
from annotate.exchange.exports.answers import image_text, marked_objects
from annotate.exchange.exports.base import Format, Writer, encode
from annotate.exchange.exports.files import DigestingFile
from annotate.exchange.exports.pseudonyms import Pseudonyms
from annotate.exchange.exports.reading import (
    STOPPED_EARLY,
    TRUE,
    Answer,
    Exported,
    Round,
    Scope,
)
from annotate.kinds.capabilities import BoxJson, Describes, MarksObjects

# Truth as JSON, by what Python makes of it as a place.
_TRUTH = ("false", "true")
# Places on the grid as they are written. A hundredth of a pixel outside, which a box may be, is ten
# of them in an image that is one pixel wide.
_PLACES = tuple(str(min(place, NORMALISED_MAX)) for place in range(NORMALISED_MAX + 11))
_FIRST, _LAST = _PLACES[0], _PLACES[-1]
# How many lines are written at once, some 700 KiB: few enough to stay in the processor's cache.
_LINES = 50


def _json(value: object) -> str:
    return encode(value).decode()


# Structs rather than dicts: this is the innermost loop of an export of millions of annotations.
class IiwObject(msgspec.Struct, gc=False):
    """One object of the final answer."""

    box: BoxJson
    description: str
    id: str
    label: str
    normalized_coords: list[str]


class _Words(dict[str, str]):
    """Texts as JSON. For the few that come again in every round, such as keys of stages."""

    def __missing__(self, text: str) -> str:
        told = self[text] = _json(text)
        return told


class IiwWriter(Writer):
    """One line per sample."""

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        super().__init__(scope, out)
        self._pseudonyms = Pseudonyms(scope)
        self._words = _Words({"": "null"})

    def add(self, batch: Iterable[Exported]) -> None:
        lines = map(self.line, batch)
        while block := list(islice(lines, _LINES)):
            self.out.write(b"".join(block))

    def line(self, sample: Exported) -> bytes:
        """The line of a sample, keys in order of their names.

        Put together of texts: most are JSON already, and models of every round, however lean,
        take as long as all the rest here.
        """
        picture = sample.picture
        text, objects = sample.final(Describes), sample.final(MarksObjects)
        places = {row.id: place for place, row in enumerate(sample.rounds)}
        parts = [
            f'{{"IIW":{_json(image_text(sample, text)) if text else "null"},'
            f'"image/format":{_json(picture.format)},"image/height":{picture.height},'
            f'"image/key":{_json(picture.external_id)},"image/metadata":',
            picture.metadata_json,
            f',"image/name":{_json(picture.name)},"image/sha256":{_json(picture.sha256)},'
            f'"image/split":{self._words[picture.split]},"image/width":{picture.width},'
            f'"objects":{_json(_objects(sample, objects)) if objects else "[]"},'
            f'"rests_on_rejected":{_TRUTH[sample.rests(text, objects)]},"rounds":[',
        ]
        for row in sample.rounds:
            parts += self._round(row, places, sample)
        if sample.rounds:
            parts.pop()
        parts.append(f'],"sample/state":{self._words[picture.state]}}}\n')
        return "".join(parts).encode()

    def _round(self, row: Round, places: Mapping[int, int], sample: Exported) -> tuple[str, ...]:
        """One annotation, a comma behind it. What ends in `_json` is passed on as it is."""
        # By position: a name for each of twenty fields costs as much again.
        (
            _, annotation, stage, number, kind, origin, author, producer, parent, about, reason,
            seconds, scratch, created, value, measures, decision, provenance, *_,
        ) = row  # fmt: skip
        words = self._words
        annotator = "" if author is None else self._pseudonyms.of(author)
        corrected = sample.corrected.get(annotation) if sample.corrected else None
        return (
            f'{{"active_seconds":{_json(seconds)},"annotator":{words[annotator]},"answer":',
            value,
            f',"corrected":{"null" if corrected is None else _json(dict(corrected))},'
            f'"created_at":"{created[:10]}T{created[11:19]}Z","decision":',
            "null" if decision == "{}" else decision,
            f',"from_scratch":{_TRUTH[scratch in TRUE]},"index":{number},'
            f'"judges":{"null" if about is None else places.get(about, "null")},'
            f'"kind":{words[kind]},"measures":',
            measures,
            f',"origin":{words[origin]},"producer":{words[producer]},"provenance":',
            provenance or "null",
            f',"rests_on_rejected":{_TRUTH[annotation in sample.resting]},'
            f'"scratch_reason":{_json(reason) if reason else "null"},"stage":{words[stage]},'
            f'"started_from":{"null" if parent is None else places.get(parent, "null")},'
            f'"stopped_early":{_TRUTH[STOPPED_EARLY in decision]}}}',
            ",",
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
        _PLACES[int(top / height * NORMALISED_MAX + 0.5)] if top > 0 else _FIRST,
        _PLACES[int(left / width * NORMALISED_MAX + 0.5)] if left > 0 else _FIRST,
        _PLACES[int(bottom / height * NORMALISED_MAX + 0.5)] if bottom < height else _LAST,
        _PLACES[int(right / width * NORMALISED_MAX + 0.5)] if right < width else _LAST,
    ]


FORMAT = Format(
    name="iiw-jsonl",
    title="IIW JSONL: final texts, objects and every round",
    summary="The layout of the released IIW data set, one sample per line, with every round.",
    suffix=".jsonl",
    content_type="application/jsonl",
    writer=IiwWriter,
)
