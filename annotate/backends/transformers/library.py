"""The libraries behind local models: whether they are there, and on what they compute."""

import importlib.util
import os
from typing import Any, Literal, TypeAlias

from annotate.backends.base import Availability, BackendError
from annotate.messages import Message

Device: TypeAlias = Literal["auto", "cpu", "cuda"]
Precision: TypeAlias = Literal["auto", "float32", "bfloat16", "float16"]

NEEDED = ("torch", "transformers", "tokenizers", "safetensors", "peft", "accelerate")


def missing() -> tuple[str, ...]:
    """The names of the libraries that are not installed. Imports none of them."""
    return tuple(name for name in NEEDED if importlib.util.find_spec(name) is None)


def availability() -> Availability:
    absent = missing()
    reason = Message("libraries_missing", names=absent) if absent else None
    return Availability(available=not absent, reason=reason)


def prepare() -> None:
    """Keep the libraries from looking for anything beyond this machine, or telling it anything.

    They read this when they are imported, so it comes before the first import.
    """
    # Threads that spin while they wait are ten times slower where others want the processor too.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_HUB_DISABLE_TELEMETRY"):
        os.environ[name] = "1"
    # A bar per model in the log of a worker says nothing to anybody.
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")


def load() -> tuple[Any, Any]:
    """Import and return torch and transformers.

    Raises:
        BackendError: they are not installed.
    """
    here = availability()
    if not here.available:
        raise BackendError(here.reason or "")
    prepare()
    import torch
    import transformers

    transformers.utils.logging.disable_progress_bar()
    transformers.utils.logging.set_verbosity_error()
    return torch, transformers


def device_of(torch: Any, wanted: Device) -> str:
    """Where to compute: a graphics card where there is one, unless told otherwise.

    Raises:
        BackendError: a graphics card is asked for and there is none.
    """
    if wanted == "cpu":
        return "cpu"
    if torch.cuda.is_available():
        return "cuda"
    if wanted == "cuda":
        raise BackendError(Message("no_graphics_card"))
    return "cpu"


def dtype_of(torch: Any, wanted: Precision, device: str) -> Any:
    """The precision: half on a graphics card, full on a processor, unless told otherwise."""
    if wanted != "auto":
        return getattr(torch, wanted)
    if device == "cpu":
        return torch.float32
    return torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float16
