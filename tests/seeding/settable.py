"""A back end with settings and a secret, for the tests of connections."""

from collections.abc import Sequence
from typing import ClassVar

import pytest
from PIL.Image import Image
from pydantic import Field

from annotate import backends
from annotate.backends import (
    Availability,
    Backend,
    BackendSettings,
    Box,
    Caption,
    Captioner,
    Configured,
    Hint,
    LabelledBox,
    Secret,
)

KEY = "a-key-that-nobody-may-see"


class Settings(BackendSettings):
    reach: ClassVar[frozenset[str]] = frozenset({"timeout"})

    model: str = Field(title="Model", description="What it is called there.", min_length=1)
    words: int = Field(3, title="Words", description="How many.", ge=1, le=9)
    timeout: float = Field(5, title="Time limit", description="In seconds.", gt=0)


class SettableCaptioner(Captioner):
    name = "settable"
    version = "1"
    title = "Settable"

    def __init__(self, configured: Configured) -> None:
        self.settings = configured.settings
        self.key = configured.secrets.get("api_key", "")

    def health(self) -> Availability:
        known = self.key == KEY
        return Availability(available=known, reason=None if known else "It wants another key.")

    def caption_image(
        self, image: Image, objects: Sequence[LabelledBox] = (), hints: Sequence[Hint] = ()
    ) -> Caption:
        assert isinstance(self.settings, Settings)
        return Caption(text=" ".join([self.settings.model] * self.settings.words))

    def caption_crop(self, image: Image, box: Box, label: str) -> Caption:
        return Caption(text=label)


SETTABLE = Backend(
    name="settable",
    version="1",
    title="Settable",
    description="Says the name of its model.",
    settings=Settings,
    secrets=(Secret(name="api_key", title="Key", help="Of the server."),),
    make_captioner=SettableCaptioner,
)


@pytest.fixture
def settable(monkeypatch: pytest.MonkeyPatch) -> Backend:
    """Add it to the registry until the test ends."""
    monkeypatch.setitem(backends._LOADERS, "settable", lambda: SETTABLE)
    return SETTABLE
