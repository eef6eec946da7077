"""What a back end is made from: its settings, its secrets, its weights, and a way to other servers.

An address that a lead typed must not reach what only this machine can reach, so back ends open no
connections of their own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeAlias
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field

from annotate.backends.turns import Turns, Unlimited
from annotate.messages import Message


class TransportError(Exception):
    """There was no answer to be had.

    Attributes:
        forbidden: this address is never asked from here.
    """

    def __init__(self, message: Message, *, forbidden: bool = False) -> None:
        super().__init__(str(message))
        self.message = message
        self.forbidden = forbidden


class Response(Protocol):
    """What another server said; any status, redirects among them."""

    @property
    def status(self) -> int: ...

    @property
    def headers(self) -> Mapping[str, str]: ...

    @property
    def body(self) -> bytes: ...

    def json(self) -> Any:
        """The body as JSON, or None where it is none."""


class Transport(Protocol):
    """Sends requests over connections that may stay open; threads share one."""

    def send(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str],
        body: bytes | None,
        seconds: float,
        max_bytes: int,
    ) -> Response:
        """Send one request.

        Args:
            seconds: until the whole answer must be there.

        Raises:
            TransportError: the address is not allowed, nobody answered in time, or too much came.
        """


# Makes a transport that keeps so many connections open to one server.
Connect: TypeAlias = Callable[[int], Transport]


def unconnected(_: int) -> Transport:
    """Where nothing else was handed in, no server is reached."""
    return _Unconnected()


class _Unconnected:
    def send(self, *_: Any, **__: Any) -> Response:
        raise TransportError(Message("no_server_reached"), forbidden=True)


class BackendSettings(BaseModel):
    """Settings of a back end: all that changes what it says, and how it is reached.

    A version of a model keeps them complete, so that what it said can be said again. Their JSON
    Schema is the form in which a lead fills them in: every field has a title and a description.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    # Settings that say how it is reached and change nothing of what it says, such as a time limit:
    # changing them makes no version.
    reach: ClassVar[frozenset[str]] = frozenset()
    # Those that say where it is. Of a connection of the installation only admins are told them.
    places: ClassVar[frozenset[str]] = frozenset()

    def origins(self) -> frozenset[str]:
        """The servers that these settings lead to, where its secrets may be sent.

        All settings that are addresses count. A back end that says otherwise where its server is
        overrides this: a secret is only sent to servers for which somebody gave it.
        """
        return frozenset(filter(None, map(origin, _texts(self.model_dump(mode="json").values()))))


def origin(address: str) -> str:
    """Scheme, host and port of an address, the usual port in full; empty if it is no address.

    >>> origin("HTTPS://Example.org/v1"), origin("http://10.0.0.5:8000/v1")
    ('https://example.org:443', 'http://10.0.0.5:8000')
    >>> origin("What is at https://example.org?"), origin("http://[::1")
    ('', '')
    """
    try:
        parts = urlsplit(address.strip())
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.hostname}:{port}" if parts.hostname else ""


def _texts(values: Iterable[Any]) -> Iterator[str]:
    """All texts in a value of JSON, however deep."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            yield from _texts(value.values())
        elif isinstance(value, list):
            yield from _texts(value)


class NoSettings(BackendSettings):
    """There is nothing to set."""


def question(default: str, title: str, description: str, *, longest: int, shortest: int = 1) -> str:
    """A setting that a lead writes in a large field, of so many characters."""
    setting: str = Field(
        default=default,
        min_length=shortest,
        max_length=longest,
        title=title,
        description=description,
        json_schema_extra={"format": "textarea"},
    )
    return setting


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
    # Lets each request pass, so that limits hold for all processes together.
    turns: Turns = field(default_factory=Unlimited, repr=False)
    # Settings that are written down nowhere beside what it says.
    untold: frozenset[str] = frozenset()

    def described(self) -> dict[str, Any]:
        """For provenance: without secrets."""
        values = self.settings.model_dump(mode="json")
        return {name: value for name, value in values.items() if name not in self.untold}
