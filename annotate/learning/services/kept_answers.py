"""Versions that are measured are asked once, also where a budget or a killed worker stops it.

Figures of a part of the samples would be those of other samples: a run that stops has none, and
begins anew later. What was answered, and perhaps paid for, is kept until it has its figures.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from PIL.Image import Image
from pydantic import BaseModel

from annotate.backends.base import (
    BackendError,
    BatchCaptioner,
    BatchDetector,
    Caption,
    Captioner,
    CaptionRequest,
    Detected,
    Detector,
)
from annotate.backends.traces import clean
from annotate.learning.models import KeptAnswer
from annotate.seeding.models import ModelVersion

Q = TypeVar("Q")
A = TypeVar("A", bound=BaseModel)


@dataclass(frozen=True)
class KeptAnswers:
    """What versions have answered in one run, such as "comparison/3", of a project."""

    project_id: int
    run: str

    def forget(self) -> None:
        """The run has its figures."""
        KeptAnswer.objects.filter(run=self.run).delete()

    def answers(
        self,
        version: ModelVersion,
        questions: Sequence[tuple[str, Q]],
        ask: Callable[[Sequence[Q]], list[A | BackendError]],
        form: type[A],
    ) -> list[A | BackendError]:
        """An answer to each question, in order; those whose key is known are not asked.

        Args:
            questions: each with its key.
            form: what an answer is read back as; errors are not kept.
        """
        rows = KeptAnswer.objects.filter(run=self.run, version=version)
        wanted = rows.filter(key__in=[key for key, _ in questions])
        known = {
            key: form.model_validate(answer) for key, answer in wanted.values_list("key", "answer")
        }
        fresh = [(key, question) for key, question in questions if key not in known]
        said = ask([question for _, question in fresh]) if fresh else []
        answered = dict(zip((key for key, _ in fresh), said, strict=True))
        KeptAnswer.objects.bulk_create(
            (
                KeptAnswer(
                    project_id=self.project_id,
                    version=version,
                    run=self.run,
                    key=key,
                    answer=clean(answer.model_dump(mode="json", exclude={"trace"})),
                )
                for key, answer in answered.items()
                if not isinstance(answer, BackendError)
            ),
            ignore_conflicts=True,
        )
        together: dict[str, A | BackendError] = {**known, **answered}
        return [together[key] for key, _ in questions]


class KeptDetector(BatchDetector):
    """A detector that is not asked about a picture again in the same run."""

    name, version, title = "kept", "1", "Kept answers"

    def __init__(self, detector: Detector, version: ModelVersion, kept: KeptAnswers) -> None:
        self._detector, self._version, self._kept = detector, version, kept
        self.batch = detector.batch

    def detect_many(self, images: Sequence[Image]) -> list[Detected | BackendError]:
        questions = [(_key("detect", image), image) for image in images]
        return self._kept.answers(self._version, questions, self._detector.detect_many, Detected)


class KeptCaptioner(BatchCaptioner):
    """A captioner that is not asked for a text again in the same run."""

    name, version, title = "kept", "1", "Kept answers"

    def __init__(self, captioner: Captioner, version: ModelVersion, kept: KeptAnswers) -> None:
        self._captioner, self._version, self._kept = captioner, version, kept
        self.batch = captioner.batch

    def caption_many(self, requests: Sequence[CaptionRequest]) -> list[Caption | BackendError]:
        questions = [(_key_of(request), request) for request in requests]
        return self._kept.answers(self._version, questions, self._captioner.caption_many, Caption)


def _key_of(request: CaptionRequest) -> str:
    said = [each.model_dump(mode="json") for each in (*request.objects, *request.hints)]
    box = request.box and request.box.model_dump(mode="json")
    return _key("caption", request.image, box, request.label, said, request.question)


def _key(kind: str, image: Image, *told: object) -> str:
    asked = json.dumps([kind, image.mode, *image.size, *told], sort_keys=True).encode()
    return hashlib.sha256(asked + image.tobytes()).hexdigest()
