"""A back end that is asked about several images together and notes what it was given."""

from collections.abc import Sequence
from typing import Any

import pytest
from PIL.Image import Image

from annotate import backends
from annotate.backends import (
    Backend,
    BackendError,
    BackendSettings,
    Box,
    Caption,
    Captioner,
    CaptionRequest,
    Detected,
    Detection,
    Detector,
    Hint,
    LabelledBox,
    Trace,
    Usage,
)
from annotate.projects.models import Project
from annotate.seeding import services
from annotate.seeding.models import SeedingRun
from tests.seeding.fakes import TREE
from tests.seeding.seeding_acts import finish

KITE = Detection(label="kite", box=Box(x=1, y=1, width=4, height=4), score=0.25)


class Together(Detector, Captioner):
    """Notes what it is given at once, and answers as a server does: with prompts and prices."""

    name = "together"
    version = "3"
    title = "Together"
    batch = 4
    parameters = {"temperature": 0.2}

    def __init__(self) -> None:
        self.looks: list[int] = []
        self.questions: list[int] = []
        self.bad: dict[int, Any] = {}
        self.words: Any = lambda request: f"About {request.label or 'all of it'}."

    def detect(self, image: Image) -> list[Detection]:
        raise AssertionError("asked one by one")

    def detect_many(self, images: Sequence[Image]) -> list[Detected | BackendError]:
        self.looks.append(len(images))
        if "crash" in self.bad.values() and len(images) > 1:
            raise RuntimeError("The batch is too much.")
        return [self._seen() for _ in images]

    def _seen(self) -> Detected | BackendError:
        number = sum(self.looks)
        trace = Trace(
            prompt="What is there?", raw={"text": "a\x00b" * 9000, "n": number}, latency_seconds=1.5
        )
        return Detected(detections=(TREE, KITE), trace=trace)

    def caption_many(self, requests: Sequence[CaptionRequest]) -> list[Caption | BackendError]:
        self.questions.append(len(requests))
        return [self._said(each) for each in requests]

    def _said(self, request: CaptionRequest) -> Caption | BackendError:
        words = self.words(request)
        if isinstance(words, BackendError):
            return words
        usage = Usage(prompt_tokens=100, completion_tokens=7, cost=0.002)
        prompt = f"Describe {request.label or 'the image'}."
        return Caption(text=words, trace=Trace(prompt=prompt, raw=words, usage=usage))

    def caption_image(
        self, image: Image, objects: Sequence[LabelledBox] = (), hints: Sequence[Hint] = ()
    ) -> Caption:
        raise AssertionError("asked one by one")

    def caption_crop(self, image: Image, box: Box, label: str) -> Caption:
        raise AssertionError("asked one by one")


class Limited(BackendSettings):
    concurrency: int = 4


def offer(patch: pytest.MonkeyPatch, together: Together, **more: Any) -> None:
    entry = Backend(
        name="together",
        version="3",
        title="Together",
        description="",
        built_in=True,
        make_detector=lambda _: together,
        make_captioner=lambda _: together,
        **more,
    )
    patch.setitem(backends._LOADERS, "together", lambda: entry)


@pytest.fixture
def together(monkeypatch: pytest.MonkeyPatch) -> Together:
    made = Together()
    offer(monkeypatch, made)
    return made


def run(project: Project) -> SeedingRun:
    made = services.start_run(
        project=project, actor=None, detector="together", captioner="together"
    )
    assert finish(made) == "succeeded"
    return made
