"""What a back end is made from: its settings, its secrets and the weights of a version."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from annotate.backends.transport import Connect, unconnected


class BackendSettings(BaseModel):
    """Settings of a back end: all that changes what it says, and how it is reached.

    A version of a model keeps them complete, so that what it said can be said again. Their JSON
    Schema is the form in which a lead fills them in: every field has a title and a description.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    # Settings that say how it is reached and change nothing of what it says, such as a time limit:
    # changing them makes no version.
    reach: ClassVar[frozenset[str]] = frozenset()


class NoSettings(BackendSettings):
    """There is nothing to set."""


@dataclass(frozen=True, kw_only=True)
class Secret:
    """A secret that a back end may ask for, such as a key; stored encrypted, never shown."""

    name: str
    title: str
    help: str = ""
    required: bool = False


@dataclass(frozen=True, kw_only=True)
class Environment:
    """What an installation lends its back ends; nothing of it belongs to a version.

    Attributes:
        model_folders: where models lie that a lead may name.
        ocr_languages: codes of Tesseract, joined by "+".
        connect: the one way to other servers.
    """

    model_folders: tuple[Path, ...] = ()
    ocr_languages: str = "eng"
    connect: Connect = unconnected


@dataclass(frozen=True, kw_only=True)
class Configured:
    """One version of a connection, ready to be made into a detector, captioner or reader."""

    settings: BackendSettings = field(default_factory=NoSettings)
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    # The folder of the version's own weights, where it has any.
    artifact: Path | None = None
    # "local-vlm M2": signs what it makes. Empty for a back end used as it comes.
    label: str = ""
    environment: Environment = field(default_factory=Environment, repr=False)

    def described(self) -> dict[str, Any]:
        """Return the settings as JSON, without secrets, for provenance."""
        return self.settings.model_dump(mode="json")
