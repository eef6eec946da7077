"""Tasks for Label Studio, with the configuration of a project that shows them.

Facts of the layout: labelstud.io/guide/task_format. Its import refuses a `completed_by` that is no
account there, so who worked is told by a key of our own, which it passes over.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from xml.sax.saxutils import quoteattr

import msgspec

from annotate.exchange.exports.answers import image_text, marked_objects
from annotate.exchange.exports.base import Format, decode, encode
from annotate.exchange.exports.files import DigestingFile
from annotate.exchange.exports.folders import FolderWriter
from annotate.exchange.exports.pseudonyms import Pseudonyms
from annotate.exchange.exports.reading import Answer, Exported, Picture, Round, Scope
from annotate.exchange.exports.telling import sorted_json
from annotate.kinds.capabilities import (
    BoxJson,
    Captions,
    Describes,
    MarksObjects,
    ReadsText,
    WritesImageText,
)
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Annotation

# What the words in an image are called there, where every box has a label.
WORD, ILLEGIBLE = "word", "illegible"
# Behind the name of a stage: the text of one box of it.
OF_A_BOX = "-text"
# Where Label Studio serves files of its own machine; its root is then the unpacked folder.
_SERVED = "/data/local-files/?d="
_IMAGE = "image"
Item = dict[str, Any]


class Region(NamedTuple):
    """A box with its label and what is written about it."""

    id: str
    label: str
    box: BoxJson
    text: str


class LabelStudioWriter(FolderWriter):
    with_measures = False
    """Tasks wait on disk, and the labels are known with the last one."""

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        super().__init__(scope, out)
        self._pseudonyms = Pseudonyms(scope)
        self._tasks = self.spools.new()
        self._labels: set[str] = set()

    def add(self, batch: Iterable[Exported]) -> None:
        self._tasks.add(encode(self._task(sample)) for sample in batch)

    def _task(self, sample: Exported) -> Item:
        picture, file = sample.picture, self.picture(sample)
        rounds = [(row, result) for row in sample.rounds if (result := self._result(sample, row))]
        given = [each for each in rounds if each[0].origin != Annotation.Origin.MODEL]
        seeds = [each for each in rounds if each[0].origin == Annotation.Origin.MODEL]
        return {
            "annotations": [self._annotation(row, result) for row, result in given],
            "data": {
                "external_id": picture.external_id,
                "image": picture.name if file is None else _SERVED + file,
                "metadata": msgspec.Raw(sorted_json(picture.metadata_json).encode()),
                "name": picture.name,
                "sha256": picture.sha256,
                "split": picture.split or None,
            },
            "predictions": predictions_of(seeds),
        }

    def _annotation(self, row: Round, result: list[Item]) -> Item:
        return {
            "annotator": None if row.author_id is None else self._pseudonyms.of(row.author_id),
            "created_at": row.moment,
            # Or else Label Studio takes every annotation for a right answer.
            "ground_truth": False,
            "lead_time": row.active_seconds,
            "number": row.number,
            "origin": row.origin,
            "result": result,
            "stage": row.stage_key,
            "was_cancelled": False,
        }

    def _result(self, sample: Exported, row: Round) -> list[Item]:
        regions = regions_of(sample, row)
        self._labels.update(region.label for region in regions)
        found = [
            item for region in regions for item in _of_region(region, row.stage_key, sample.picture)
        ]
        for answer in sample.able(WritesImageText, lambda one: one.id == row.id):
            if text := image_text(sample, answer):
                found.append(_item(row.stage_key, row.stage_key, "textarea", {"text": [text]}))
        return found

    def finish(self) -> None:
        self.archive.add_blocks("tasks.json", _as_list(self._tasks.lines()))
        text = configuration(self.project.recipe.stages, sorted(self._labels))
        self.archive.add("label-config.xml", text)
        super().finish()


def predictions_of(seeds: Iterable[tuple[Round, list[Item]]]) -> list[Item]:
    """What one model says about an image together, and once more for each newer seed of a stage."""
    made: list[Item] = []
    newest: dict[str, tuple[Item, set[str]]] = {}
    for row, result in seeds:
        prediction, stages = newest.get(row.producer, ({}, {row.stage_key}))
        if row.stage_key in stages:
            prediction, stages = {"model_version": row.producer, "result": []}, set()
            newest[row.producer] = prediction, stages
            made.append(prediction)
        prediction["result"] += result
        stages.add(row.stage_key)
    return made


def regions_of(sample: Exported, row: Round) -> list[Region]:
    """The boxes of an annotation; none if its kind has none."""
    for objects in sample.able(MarksObjects, lambda one: one.id == row.id):
        return [
            Region(one["id"], one["label"], one["box"], one["description"])
            for one in marked_objects(sample, objects)
        ]
    words: list[Answer[ReadsText]] = sample.able(ReadsText, lambda one: one.id == row.id)
    return [
        Region(f"t{number}", WORD if token["legible"] else ILLEGIBLE, token["box"], token["text"])
        for answer in words
        for number, token in enumerate(
            answer.kind.read_tokens(decode(answer.round.value_json)), start=1
        )
    ]


def _of_region(region: Region, stage: str, picture: Picture) -> Iterator[Item]:
    size = {
        "image_rotation": 0,
        "original_height": picture.height,
        "original_width": picture.width,
    }
    place = percent(region.box, picture.width, picture.height) | {"rotation": 0}
    labelled = place | {"rectanglelabels": [region.label]}
    yield _item(region.id, stage, "rectanglelabels", labelled) | size
    if region.text:
        written = place | {"text": [region.text]}
        yield _item(region.id, stage + OF_A_BOX, "textarea", written) | size


def _item(id_: str, name: str, type_: str, value: dict[str, Any]) -> Item:
    return {"from_name": name, "id": id_, "to_name": _IMAGE, "type": type_, "value": value}


def percent(box: BoxJson, width: int, height: int) -> dict[str, float]:
    """A box in percent of the sides of its image.

    Not rounded: pixels come back to the hundredth.

    >>> percent({"x": 160, "y": 0, "width": 480, "height": 100}, 640, 400)
    {'x': 25.0, 'y': 0.0, 'width': 75.0, 'height': 25.0}
    """
    return {
        "x": box["x"] / width * 100,
        "y": box["y"] / height * 100,
        "width": box["width"] / width * 100,
        "height": box["height"] / height * 100,
    }


def configuration(stages: Iterable[StageSpec], labels: Iterable[str]) -> str:
    """The labelling interface: a control for each stage whose answers Label Studio can show."""
    lines = ["<View>", f'  <Image name="{_IMAGE}" value="$image"/>']
    for stage in stages:
        kind, to = stage.kind_object, f'toName="{_IMAGE}"'
        title, name = quoteattr(stage.title or stage.key), quoteattr(stage.key)
        if isinstance(kind, MarksObjects | ReadsText):
            lines += [f"  <Header value={title}/>", f"  <RectangleLabels name={name} {to}>"]
            known = [WORD, ILLEGIBLE] if isinstance(kind, ReadsText) else labels
            lines += [f"    <Label value={quoteattr(label)}/>" for label in known]
            of_a_box = quoteattr(stage.key + OF_A_BOX)
            lines += [
                "  </RectangleLabels>",
                f'  <TextArea name={of_a_box} {to} perRegion="true" editable="true" rows="3"/>',
            ]
        if isinstance(kind, WritesImageText):
            lines += [
                f"  <Header value={title}/>",
                f'  <TextArea name={name} {to} editable="true" maxSubmissions="1" rows="6"/>',
            ]
    return "\n".join([*lines, "</View>", ""])


def _as_list(items: Iterable[bytes]) -> Iterator[bytes]:
    separator = b"[\n"
    for item in items:
        yield separator + item
        separator = b",\n"
    yield b"\n]\n" if separator == b",\n" else b"[]\n"


FORMAT = Format(
    name="label-studio",
    title="Label Studio: tasks with annotations and predictions",
    summary="Tasks for Label Studio with every round, and the configuration that shows them.",
    suffix=".zip",
    content_type="application/zip",
    writer=LabelStudioWriter,
    holds_pictures=True,
    needs=(MarksObjects, Describes, Captions, ReadsText),
)
