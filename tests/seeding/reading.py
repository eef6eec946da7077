"""A back end that reads, and a project with a stage that starts from what is read."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from PIL.Image import Image as Pixels

from annotate import backends
from annotate.backends import Backend, Box, Reader, Word
from annotate.images import services as images
from annotate.projects.models import Project
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample
from tests.workflow.acts import use_recipe

STAGES: list[dict[str, Any]] = [
    {"key": "ocr", "title": "Text", "kind": "ocr.v1", "seeded": True},
    {"key": "caption", "title": "Caption", "kind": "caption.v1", "context": ["ocr"]},
]


class FakeReader(Reader):
    name = "fakeocr"
    version = "7"
    title = "Fake"

    def __init__(self, read: Callable[[Sequence[Box]], list[Word]]) -> None:
        self._read = read

    def read(self, image: Pixels, regions: Sequence[Box] = ()) -> list[Word]:
        return self._read(regions)


def reads(patch: pytest.MonkeyPatch, read: Callable[[Sequence[Box]], list[Word]]) -> None:
    """Register a reader until the test ends."""
    entry = Backend(
        name="fakeocr",
        version="7",
        title="Fake",
        description="",
        make_ocr=lambda _: FakeReader(read),
        built_in=True,
    )
    patch.setitem(backends._LOADERS, "fakeocr", lambda: entry)


@pytest.fixture
def reading(project: Project) -> Project:
    """A project whose recipe begins with the text in the image."""
    use_recipe(project, *STAGES)
    return project


def picture(project: Project, data: bytes) -> Sample:
    image = images.add_image(project=project, data=data, name="sign.png")
    return workflow.add_samples(project=project, image_ids=[image.pk])[0]
