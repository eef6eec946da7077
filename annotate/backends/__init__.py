"""The back ends that make seeds, by name, and their trainers: plain Python without Django.

`get("classical").detector()` gives a detector ready to use. To add a back end, write a folder
beside `classical/` that offers a `Backend`, and add one line to `_LOADERS`. One that is of use in
one place alone, such as that of the demo, is lent by whoever has it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Literal, TypeAlias, TypeVar

from pydantic import ValidationError

from annotate.backends.base import (
    Availability,
    BackendError,
    Box,
    Caption,
    Captioner,
    CaptionRequest,
    Detected,
    Detection,
    Detector,
    Hint,
    LabelledBox,
    Provenance,
    Reader,
    Trace,
    Usage,
    Word,
)
from annotate.backends.configured import (
    BackendSettings,
    Configured,
    Environment,
    NoSettings,
    Secret,
)
from annotate.backends.training.base import Trainer
from annotate.messages import Message

Role: TypeAlias = Literal["detector", "captioner", "ocr"]
PlayerT = TypeVar("PlayerT")

__all__ = [
    "Availability",
    "Backend",
    "BackendError",
    "BackendSettings",
    "Box",
    "Caption",
    "CaptionRequest",
    "Captioner",
    "Configured",
    "Detected",
    "Detection",
    "Detector",
    "Environment",
    "Hint",
    "LabelledBox",
    "NoSettings",
    "Provenance",
    "Reader",
    "Role",
    "Secret",
    "Trace",
    "Trainer",
    "UnknownBackendError",
    "Usage",
    "Word",
    "get",
    "lend",
    "names",
    "role_name",
]


class UnknownBackendError(LookupError):
    """No back end of that name, or not one that can play the role asked for."""

    def __init__(self, entry: Message) -> None:
        self.entry = entry
        super().__init__(str(entry))


@dataclass(frozen=True, kw_only=True)
class Backend:
    """One entry of the registry: what it is called and how its roles are made."""

    name: str
    version: str
    title: str
    description: str
    make_detector: Callable[[Configured], Detector] | None = None
    make_captioner: Callable[[Configured], Captioner] | None = None
    make_ocr: Callable[[Configured], Reader] | None = None
    settings: type[BackendSettings] = NoSettings
    secrets: tuple[Secret, ...] = ()
    # What makes new versions of it out of a project's annotations, if anything can.
    make_trainer: Callable[[], Trainer] | None = None
    # Whether its captioner is asked in words, so that a question can hand it a text to work on.
    asked_in_words: bool = False
    # Every project has a connection to it from the start, under its own name.
    built_in: bool = False
    # Whether it can work here at all, whatever its settings: whether what it needs is installed.
    installed: Callable[[], Availability] = lambda: Availability(available=True)

    @property
    def roles(self) -> tuple[Role, ...]:
        makers: dict[Role, object] = {
            "detector": self.make_detector,
            "captioner": self.make_captioner,
            "ocr": self.make_ocr,
        }
        return tuple(role for role, make in makers.items() if make)

    @property
    def learns(self) -> bool:
        return self.make_trainer is not None

    def usual(self, environment: Environment | None = None) -> Configured:
        """Raises pydantic.ValidationError where something has no default, such as an address."""
        return Configured(settings=self.settings(), environment=environment or Environment())

    def detector(self, configured: Configured | None = None) -> Detector:
        """Raises UnknownBackendError where it does not detect; so do the next two."""
        return self._make(self.make_detector, "detector", configured)

    def captioner(self, configured: Configured | None = None) -> Captioner:
        return self._make(self.make_captioner, "captioner", configured)

    def ocr(self, configured: Configured | None = None) -> Reader:
        return self._make(self.make_ocr, "ocr", configured)

    def _make(
        self,
        make: Callable[[Configured], PlayerT] | None,
        role: Role,
        configured: Configured | None,
    ) -> PlayerT:
        if make is None:
            able: list[str | Message] = [*names(role)] or [Message("no_backend")]
            message = Message(
                "backend_without_role", name=self.name, role=role_name(role), able=able
            )
            raise UnknownBackendError(message)
        return make(configured or self.usual())

    def health(
        self, configured: Configured | None = None, *, environment: Environment | None = None
    ) -> Availability:
        """Say whether it can work now with these settings; never raises.

        Without settings, where it has no usual ones, say whether it can work here at all.
        """
        if configured is None:
            try:
                configured = self.usual(environment)
            except ValidationError:
                return self.installed()
        remark: Message | None = None
        for make in (self.make_detector, self.make_captioner, self.make_ocr):
            if make is None:
                continue
            try:
                health = make(configured).health()
            except Exception as error:  # a page that lists back ends must not fall over one
                return Availability(available=False, reason=f"{type(error).__name__}: {error}")
            if not health.available:
                return health
            remark = remark or health.reason
        return Availability(available=True, reason=remark)


def _load(name: str) -> Backend:
    # Imported when asked for, so that a process that only lists projects loads no image science.
    backend: Backend = import_module(f"{__name__}.{name}").BACKEND
    return backend


_LOADERS: dict[str, Callable[[], Backend]] = {
    name: partial(_load, name)
    for name in ("classical", "nearest", "tesseract", "transformers", "openai")
}
# Found by name, and offered to nobody.
_LENT: dict[str, Callable[[], Backend]] = {}


def lend(name: str, loader: Callable[[], Backend]) -> None:
    """Let a back end from elsewhere be found by its name; it is in no list to choose from."""
    _LENT[name] = loader


def names(role: Role | None = None) -> tuple[str, ...]:
    """Names of all back ends, or of those that can play `role`, in the order of the registry."""
    return tuple(name for name in _LOADERS if role is None or role in get(name).roles)


def get(name: str) -> Backend:
    """Look a back end up by name.

    Raises:
        UnknownBackendError: there is none of that name; the message lists those there are.
    """
    loader = _LOADERS.get(name) or _LENT.get(name)
    if loader is None:
        raise UnknownBackendError(Message("unknown_backend", name=name, names=list(_LOADERS)))
    return loader()


def role_name(role: Role) -> Message:
    return Message(f"model_role_{role}")
