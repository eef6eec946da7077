"""Which of a captioner's texts can be used; what cannot is noted and never shown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from annotate.analysis.text import clean_line, is_blank
from annotate.backends import BackendError, Detection
from annotate.backends.runs import CaptionRun
from annotate.projects.recipes import StageSpec


@dataclass(frozen=True)
class Described:
    """An object that can be shown."""

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
        """How sure the detector was of each object that was kept."""
        return [round(each.detection.score, 4) for each in self.kept]

    def drop(self, reason: str, detection: Detection, message: str = "") -> None:
        """Note that an object is left out."""
        row = {"reason": reason, "label": clean_line(detection.label)[:200]}
        self.dropped.append(row | ({"message": clean_line(message)[:300]} if message else {}))


def whole(answer: CaptionRun | BackendError) -> CaptionRun:
    """Return the description of a whole image.

    Raises:
        BackendError: there is none, or it is empty.
    """
    if isinstance(answer, BackendError):
        raise answer
    if is_blank(answer.caption.text):
        raise BackendError("The back end wrote an empty description of the image.")
    return answer


def sorted_out(
    stage: StageSpec,
    detections: Sequence[Detection],
    answers: Iterable[CaptionRun | BackendError],
) -> Crops:
    """Keep the objects whose texts the stage takes, up to as many as it takes.

    Raises:
        BackendError: trying again may help, or no object at all could be described.
    """
    made = Crops()
    refused: list[BackendError] = []
    settings = stage.kind_settings
    for detection, answer in zip(detections, answers, strict=True):
        if isinstance(answer, BackendError):
            if answer.retry:
                raise answer
            refused.append(answer)
            made.drop("caption_failed", detection, str(answer))
            continue
        made.calls.append(answer)
        text = answer.caption.text
        if settings.description_required and is_blank(text):
            made.drop("empty_text", detection)
        elif len(text) > settings.max_description_characters:
            made.drop("text_too_long", detection)
        elif len(made.kept) == settings.max_objects:
            made.drop("too_many_objects", detection)
        else:
            made.kept.append(Described(detection, text))
    if refused and len(refused) == len(detections):
        raise refused[0]
    return made
