"""One picture on its way to seeds: what is asked about it, and what comes of the answers."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from PIL import Image as Pixels

from annotate import kinds
from annotate.backends import BackendError, CaptionRequest, Hint, LabelledBox, Reader, runs
from annotate.backends.sanity import dropped_json
from annotate.kinds.capabilities import Describes, MarksObjects, ReadsText, Seedable
from annotate.projects.recipes import Recipe, StageSpec
from annotate.seeding import crops
from annotate.seeding.loaded_models import LoadedModels


@dataclass(frozen=True)
class Picture:
    """An upright RGB image, and what is known of it."""

    pixels: Pixels.Image
    hints: dict[str, str]


@dataclass(frozen=True)
class Seed:
    """The answer a stage starts from, and which back ends made it."""

    stage_key: str
    value: dict[str, Any]
    producer: str
    provenance: list[dict[str, Any]]
    # Whose words or boxes these are, and all that had a part; unknown where nobody signed.
    version_id: int | None = None
    made_by: str = ""


@dataclass(frozen=True)
class Seeds:
    seeds: list[Seed]
    dropped: list[dict[str, Any]]


def seeded_stages(recipe: Recipe, capability: type[object] = Seedable) -> Iterator[StageSpec]:
    """The stages whose answers models begin, and which can do something."""
    for stage in recipe.stages:
        kind = stage.kind_object
        if stage.seeded and isinstance(kind, Seedable) and isinstance(kind, capability):
            yield stage


@dataclass
class Work:
    """One picture on its way to seeds; after an error it is left alone."""

    models: LoadedModels
    recipe: Recipe
    picture: Picture
    found: runs.DetectionRun
    error: BackendError | None = None
    shown: crops.Crops | None = None
    whole: runs.CaptionRun | None = None
    words: runs.ReadingRun | None = None
    dropped: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dropped += map(dropped_json, self.found.dropped)

    @property
    def _boxes(self) -> list[LabelledBox]:
        return [LabelledBox(label=each.label, box=each.box) for each in self.found.detections]

    def _stage(self, capability: type[object]) -> StageSpec | None:
        return next(seeded_stages(self.recipe, capability), None)

    def questions(self) -> list[CaptionRequest]:
        """Return what the captioner is asked about this picture, the whole of it last."""
        pixels = self.picture.pixels
        asked: list[CaptionRequest] = []
        if self._stage(MarksObjects):
            asked += [CaptionRequest(pixels, box=b.box, label=b.label) for b in self._boxes]
        if self._stage(Describes):
            hints = [Hint(label=key, value=value) for key, value in self.picture.hints.items()]
            asked.append(CaptionRequest(pixels, objects=self._boxes, hints=hints))
        return asked

    def hear(self, answers: list[runs.CaptionRun | BackendError]) -> None:
        """Take the answers to the questions."""
        try:
            if self._stage(Describes):
                self.whole = crops.whole(answers.pop())
            stage = self._stage(MarksObjects)
            if stage:
                self.shown = crops.sorted_out(stage, self.found.detections, answers)
                self.dropped += self.shown.dropped
        except BackendError as failed:
            self.error = failed

    def read(self, reader: Reader) -> None:
        """Read the text in the picture."""
        if self.error is not None:
            return
        try:
            self.words = runs.read(reader, self.picture.pixels, [b.box for b in self._boxes])
            self.dropped += map(dropped_json, self.words.dropped)
        except BackendError as failed:
            self.error = failed

    def seeds(self) -> Seeds:
        made = ((stage, self._made(stage.kind_object)) for stage in seeded_stages(self.recipe))
        seeds = [self._seed(stage, *parts) for stage, parts in made if parts]
        return Seeds(seeds, self.dropped)

    def _made(self, kind: object) -> Any:
        """The answer and where it is from; None where no model gave one."""
        match kind:
            case MarksObjects():
                return self._objects(kind)
            case Describes():
                return self._description(kind)
            case ReadsText():
                return self._tokens(kind)
        raise TypeError(f"Nobody knows how to compose a seed of {kind!r}.")

    def _seed(
        self, stage: StageSpec, value: dict[str, Any], provenance: list[dict[str, Any]]
    ) -> Seed:
        kind = kinds.able(stage.kind_object, Seedable)
        return Seed(
            stage.key,
            value,
            self.models.producer(*kind.seed_authors),
            provenance,
            self.models.version(kind.seed_roles[0]),
            self.models.made_by(*kind.seed_roles),
        )

    def _objects(self, kind: MarksObjects) -> Any:
        if self.shown is None:
            return None
        objects = [
            {
                "id": _id(),
                "label": each.detection.label,
                "box": each.detection.box.model_dump(),
                "description": each.text,
                "derived_from": [],
            }
            for each in self.shown.kept
        ]
        calls = [self.models.signed("captioner", each.provenance) for each in self.shown.calls]
        return {kind.objects_path: objects}, [self._detected(scores=self.shown.scores), *calls]

    def _description(self, kind: Describes) -> Any:
        if self.whole is None:
            return None
        text = self.whole.caption.text
        return {kind.text_path: text}, [self.models.signed("captioner", self.whole.provenance)]

    def _tokens(self, kind: ReadsText) -> Any:
        if self.words is None:
            return None
        tokens = [
            {
                "id": _id(),
                "text": word.text,
                "box": word.box.model_dump(),
                "derived_from": [],
                "legible": True,
            }
            for word in self.words.words
        ]
        scores = [round(word.score, 4) for word in self.words.words]
        read = self.models.signed("ocr", self.words.provenance, scores=scores)
        return {kind.tokens_path: tokens}, [self._detected(), read]

    def _detected(self, **more: Any) -> dict[str, Any]:
        return self.models.signed("detector", self.found.provenance, **more)


def _id() -> str:
    # As random as the ids a browser makes: an id must not tell who made the object.
    return uuid.uuid4().hex[:12]
