"""What back ends say about images, as answers of the project's stages."""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from PIL import Image as Pixels

from annotate import kinds
from annotate.analysis.text import clean_line, is_blank
from annotate.backends import (
    BackendError,
    Captioner,
    CaptionRequest,
    Detection,
    Detector,
    Hint,
    LabelledBox,
    Reader,
    runs,
)
from annotate.backends.base import or_raise
from annotate.backends.runs import CaptionRun, dropped_json
from annotate.kinds.capabilities import Describes, MarksObjects, ReadsText, Seedable
from annotate.projects.recipes import Recipe, StageSpec
from annotate.seeding.loaded_models import LoadedModels


@dataclass(frozen=True)
class Described:
    detection: Detection
    text: str


@dataclass
class Crops:
    """The objects that can be shown, what was left out, and every call that was answered."""

    kept: list[Described] = field(default_factory=list)
    dropped: list[dict[str, Any]] = field(default_factory=list)
    calls: list[CaptionRun] = field(default_factory=list)

    @property
    def scores(self) -> list[float]:
        return [round(item.detection.score, 4) for item in self.kept]

    def drop(self, reason: str, detection: Detection, message: str = "") -> None:
        row = {"reason": reason, "label": clean_line(detection.label)[:200]}
        self.dropped.append(row | ({"message": clean_line(message)[:300]} if message else {}))


def whole(answer: CaptionRun | BackendError) -> CaptionRun:
    """The description of a whole image; raises BackendError where there is none, or it is empty."""
    if is_blank(or_raise(answer).caption.text):
        raise BackendError("The back end wrote an empty description of the image.")
    return or_raise(answer)


def sorted_out(
    stage: StageSpec,
    detections: Sequence[Detection],
    answers: Iterable[CaptionRun | BackendError],
) -> Crops:
    """Keep the objects whose texts the stage takes, up to as many as it takes.

    Raises:
        BackendError: trying again may help, or no object at all could be described.
    """
    crops = Crops()
    refused: list[BackendError] = []
    settings = stage.kind_settings
    for detection, answer in zip(detections, answers, strict=True):
        if isinstance(answer, BackendError):
            if answer.retry:
                raise answer
            refused.append(answer)
            crops.drop("caption_failed", detection, str(answer))
            continue
        crops.calls.append(answer)
        text = answer.caption.text
        if settings.description_required and is_blank(text):
            crops.drop("empty_text", detection)
        elif len(text) > settings.max_description_characters:
            crops.drop("text_too_long", detection)
        elif len(crops.kept) == settings.max_objects:
            crops.drop("too_many_objects", detection)
        else:
            crops.kept.append(Described(detection, text))
    if refused and len(refused) == len(detections):
        raise refused[0]
    return crops


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
    detected: runs.DetectionRun
    error: BackendError | None = None
    crops: Crops | None = None
    whole: runs.CaptionRun | None = None
    words: runs.ReadingRun | None = None
    dropped: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dropped += map(dropped_json, self.detected.dropped)

    @property
    def _boxes(self) -> list[LabelledBox]:
        return [LabelledBox(label=item.label, box=item.box) for item in self.detected.detections]

    def _stage(self, capability: type[object]) -> StageSpec | None:
        return next(seeded_stages(self.recipe, capability), None)

    def questions(self) -> list[CaptionRequest]:
        """What the captioner is asked about this picture, the whole of it last."""
        pixels = self.picture.pixels
        asked: list[CaptionRequest] = []
        if self._stage(MarksObjects):
            asked += [CaptionRequest(pixels, box=b.box, label=b.label) for b in self._boxes]
        if self._stage(Describes):
            hints = [Hint(label=key, value=value) for key, value in self.picture.hints.items()]
            asked.append(CaptionRequest(pixels, objects=self._boxes, hints=hints))
        return asked

    def receive(self, answers: list[runs.CaptionRun | BackendError]) -> None:
        try:
            if self._stage(Describes):
                self.whole = whole(answers.pop())
            stage = self._stage(MarksObjects)
            if stage:
                self.crops = sorted_out(stage, self.detected.detections, answers)
                self.dropped += self.crops.dropped
        except BackendError as failed:
            self.error = failed

    def read(self, reader: Reader) -> None:
        if self.error is not None:
            return
        try:
            self.words = runs.read(reader, self.picture.pixels, [b.box for b in self._boxes])
            self.dropped += map(dropped_json, self.words.dropped)
        except BackendError as failed:
            self.error = failed

    def seeds(self) -> Seeds:
        answers = ((stage, self._answer(stage.kind_object)) for stage in seeded_stages(self.recipe))
        seeds = [self._seed(stage, *answer) for stage, answer in answers if answer]
        return Seeds(seeds, self.dropped)

    def _answer(self, kind: object) -> Any:
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
        if self.crops is None:
            return None
        objects = [
            {
                "id": _id(),
                "label": item.detection.label,
                "box": item.detection.box.model_dump(),
                "description": item.text,
                "derived_from": [],
            }
            for item in self.crops.kept
        ]
        detected = self._signed_detection(scores=self.crops.scores)
        calls = [self.models.signed("captioner", call.provenance) for call in self.crops.calls]
        return {kind.objects_path: objects}, [detected, *calls]

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
        return {kind.tokens_path: tokens}, [self._signed_detection(), read]

    def _signed_detection(self, **more: Any) -> dict[str, Any]:
        return self.models.signed("detector", self.detected.provenance, **more)


def _id() -> str:
    # As random as the ids a browser makes: an id must not tell who made the object.
    return uuid.uuid4().hex[:12]


def make_seeds(
    pixels: Pixels.Image,
    *,
    recipe: Recipe,
    detector: Detector,
    captioner: Captioner,
    reader: Reader | None = None,
    hints: dict[str, str],
) -> Seeds:
    """Make the seeds of one image.

    Raises:
        BackendError: a back end failed on this image.
    """
    models = LoadedModels(detector=detector, captioner=captioner, reader=reader)
    picture = Picture(runs.as_upright_rgb(pixels), hints)
    return or_raise(make_many([picture], recipe=recipe, models=models)[0])


def make_many(
    pictures: Sequence[Picture], *, recipe: Recipe, models: LoadedModels
) -> list[Seeds | BackendError]:
    """Detect objects, describe each crop, then the whole image, and read the text (IIW §3.3, TC).

    Each back end is asked about all pictures together, so that it can share a batch or have
    several requests under way. Only stages that the recipe seeds get one, and only back ends that
    one of them needs are asked. For a picture on which a back end failed, its error is returned.
    """
    asked = [stage.kind_object for stage in seeded_stages(recipe)]
    if not asked:
        return [Seeds([], []) for _ in pictures]
    detected = runs.detect_many(models.detector, [picture.pixels for picture in pictures])
    works = [
        run if isinstance(run, BackendError) else Work(models, recipe, picture, run)
        for picture, run in zip(pictures, detected, strict=True)
    ]
    going = [work for work in works if isinstance(work, Work)]
    if any(isinstance(kind, (MarksObjects, Describes)) for kind in asked):
        _caption(going, models.captioner)
    if any(isinstance(kind, ReadsText) for kind in asked) and models.reader is not None:
        for work in going:
            work.read(models.reader)
    return [
        work if isinstance(work, BackendError) else work.error or work.seeds() for work in works
    ]


def _caption(works: Sequence[Work], captioner: Captioner) -> None:
    """Put the questions about all pictures together, and deal the answers out again."""
    questions = [work.questions() for work in works]
    answers = iter(runs.caption_many(captioner, list(chain.from_iterable(questions))))
    for work, of_picture in zip(works, questions, strict=True):
        work.receive([next(answers) for _ in of_picture])
