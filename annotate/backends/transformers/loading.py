"""Reads models and adapters into memory: safetensors only, no code of theirs, no network."""

import gc
import json
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from annotate.backends.base import BackendError
from annotate.backends.configured import Configured
from annotate.backends.transformers import library, places
from annotate.backends.transformers.settings import TransformersSettings
from annotate.messages import Message

# Two versions being compared, or a detector and a writer. More would fill a graphics card.
MOST = 2


@dataclass
class Loaded:
    """A model ready to answer. One thread at a time uses it."""

    model: Any
    processor: Any
    torch: Any
    device: str
    lock: threading.Lock = field(default_factory=threading.Lock)


_loaded: OrderedDict[tuple[str, ...], Loaded] = OrderedDict()
_guard = threading.Lock()


def cached(key: tuple[str, ...], load: Callable[[], Loaded]) -> Loaded:
    """The model of this key, loading it where it is not in memory."""
    # Held while loading: two threads that want the same model must not both make room for it.
    with _guard:
        if key in _loaded:
            _loaded.move_to_end(key)
            return _loaded[key]
        while len(_loaded) >= MOST:
            _loaded.popitem(last=False)
        _loaded[key] = load()
        return _loaded[key]


def clear() -> None:
    """Forget all models, for instance before a training needs the memory."""
    with _guard:
        _loaded.clear()
        if "torch" in sys.modules:
            gc.collect()
            sys.modules["torch"].cuda.empty_cache()


# What a training says about the weights that it leaves.
ABOUT = "annotate.json"
# For every from_pretrained: nothing is fetched, and no code that lies beside a model is run.
OURS_ALONE = {"local_files_only": True, "trust_remote_code": False}


def settings_of(configured: Configured) -> TransformersSettings:
    assert isinstance(configured.settings, TransformersSettings)  # noqa: S101
    return configured.settings


def folders_of(configured: Configured) -> tuple[Path, Path | None]:
    """The folder of the vision-language model, and that of the adapter on top, if any.

    Raises:
        BackendError: a folder is missing, or is not one that is read.
    """
    own = configured.artifact
    if own is not None and not places.is_adapter(own):
        places.check(own, own)
        return own, None
    name = settings_of(configured).captioner
    if not name:
        raise BackendError(Message("no_model_named"))
    base = places.find(name, configured.environment.model_folders)
    if own is not None:
        _check_adapter(own, base)
    return base, own


def _check_adapter(adapter: Path, base: Path) -> None:
    """Refuse an adapter without safetensors, or on top of another model than it was made for."""
    if not (adapter / places.ADAPTER).is_file():
        raise BackendError(Message("adapter_without_weights", file=places.ADAPTER))
    about = json.loads((adapter / ABOUT).read_text(encoding="utf-8"))
    if about["base_fingerprint"] != places.fingerprint(base):
        raise BackendError(Message("adapter_of_another_model", model=base.name))


def vision_language(configured: Configured) -> Loaded:
    """The vision-language model of a version, with its adapter merged into it.

    Raises:
        BackendError: it cannot be loaded.
    """
    settings = settings_of(configured)
    base, adapter = folders_of(configured)
    parts = [places.fingerprint(folder) for folder in (base, adapter) if folder]
    key = ("text", settings.device, settings.dtype, *parts)
    return cached(key, lambda: _load_text(base, adapter, settings))


def object_detector(configured: Configured) -> Loaded:
    """The object detector.

    Raises:
        BackendError: it cannot be loaded.
    """
    settings = settings_of(configured)
    folder = places.find(settings.detector, configured.environment.model_folders)
    key = ("boxes", settings.device, settings.dtype, places.fingerprint(folder))
    return cached(key, lambda: _load_boxes(folder, settings))


def read_model(base: Path, adapter: Path | None, *, dtype: Any) -> tuple[Any, Any]:
    """Model and processor of a folder; the adapter is merged into the model."""
    from transformers import AutoModelForImageTextToText, AutoProcessor

    processor = AutoProcessor.from_pretrained(base, **OURS_ALONE)
    model = AutoModelForImageTextToText.from_pretrained(
        base, dtype=dtype, use_safetensors=True, **OURS_ALONE
    )
    if adapter is not None:
        from peft import PeftModel

        # Merged: as fast as a model without one. `is_adapter` has seen that it is safetensors.
        model = PeftModel.from_pretrained(model, adapter).merge_and_unload()
    return model, processor


def _load_text(base: Path, adapter: Path | None, settings: TransformersSettings) -> Loaded:
    torch, _ = library.load()
    device = library.device_of(torch, settings.device)
    dtype = library.dtype_of(torch, settings.dtype, device)
    try:
        model, processor = read_model(base, adapter, dtype=dtype)
    except Exception as fault:  # whatever a folder may hold: the lead is told, and work goes on
        message = Message("model_not_loaded", model=base.name, fault=first_line(fault))
        raise BackendError(message) from fault
    # Texts that differ in length end together, so that each goes on where its question ends.
    processor.tokenizer.padding_side = "left"
    return Loaded(model.to(device).eval(), processor, torch, device)


def _load_boxes(folder: Path, settings: TransformersSettings) -> Loaded:
    torch, transformers = library.load()
    device = library.device_of(torch, settings.device)
    dtype = library.dtype_of(torch, settings.dtype, device)
    try:
        processor = transformers.AutoImageProcessor.from_pretrained(folder, **OURS_ALONE)
        model = transformers.AutoModelForObjectDetection.from_pretrained(
            folder, dtype=dtype, use_safetensors=True, **OURS_ALONE
        )
    except Exception as fault:  # as above
        message = Message("detector_not_loaded", model=folder.name, fault=first_line(fault))
        raise BackendError(message) from fault
    return Loaded(model.to(device).eval(), processor, torch, device)


def first_line(fault: Exception) -> str:
    """What an error says in its first line, bounded; libraries write pages."""
    lines = str(fault).strip().splitlines() or [type(fault).__name__]
    return lines[0][:300]
