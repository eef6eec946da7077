"""Which models are read: folders below the roots of the environment, weights as safetensors.

A root holds models as folders (`SmolVLM-256M-Instruct/`, `org/name/`), or is a cache as the
libraries lay it out (`models--org--name/snapshots/…`). A lead names a model; what lies outside
the roots stays out of reach, also by way of links. Weights as pickles are programs: not run here.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from annotate.backends.base import BackendError
from annotate.messages import Message

CONFIG = "config.json"
ADAPTER, ADAPTER_CONFIG = "adapter_model.safetensors", "adapter_config.json"
WEIGHTS, WEIGHTS_INDEX = "model.safetensors", "model.safetensors.index.json"
PICKLES = (".bin", ".pt", ".pth", ".pkl", ".pickle", ".ckpt", ".h5", ".msgpack")
_MOST_LISTED = 500
_ENDS = 1 << 16  # bytes at either end of a file that its fingerprint is made of


def find(name: str, allowed: Iterable[Path]) -> Path:
    """The folder of the model of this name, or at this path, below one of the roots.

    Raises:
        BackendError: there is none, or it is not one that is read.
    """
    for root in allowed:
        for folder in _candidates(root, name):
            if (folder / CONFIG).is_file() and _is_inside(folder, root):
                check(folder, root)
                return folder
    raise BackendError(Message("unknown_model", name=name))


def listed(allowed: Iterable[Path]) -> dict[str, str]:
    """The models below the roots by name, with the architecture that the configuration names.

    What cannot be read is left out, and so is what lies deeper than `org/name`. Weights are not
    looked at: `find` says what is wrong with those of a model that is chosen.
    """
    found: dict[str, str] = {}
    for root in allowed:
        for name, folder in _named_below(root):
            kind = _type_of(folder) if _is_inside(folder, root) else None
            if kind is not None and len(found) < _MOST_LISTED:
                found.setdefault(name, kind)
    return dict(sorted(found.items()))


def _named_below(root: Path) -> Iterable[tuple[str, Path]]:
    for folder in _folders(root):
        if folder.name.startswith("models--"):
            name = _of_cache(folder.name)
            yield from ((name, snapshot) for snapshot in _snapshots(folder))
            continue
        yield folder.name, folder
        yield from ((f"{folder.name}/{inner.name}", inner) for inner in _folders(folder))


def named(folder: Path, allowed: Iterable[Path]) -> str:
    """What a model that was found is called below its root, as in :func:`listed`.

    The folder of a cache's snapshot is called by a revision, which tells nobody which model it is.
    """
    for root in allowed:
        if folder.is_relative_to(root) and folder != root:
            path = folder.relative_to(root)
            first = path.parts[0]
            return _of_cache(first) if first.startswith("models--") else path.as_posix()
    return folder.name


def _of_cache(name: str) -> str:
    return name.removeprefix("models--").replace("--", "/", 1)


def _folders(root: Path) -> list[Path]:
    try:
        return sorted(path for path in root.iterdir() if path.is_dir())
    except OSError:
        return []


def _type_of(folder: Path) -> str | None:
    try:
        kind = json.loads((folder / CONFIG).read_text(encoding="utf-8")).get("model_type")
    except (OSError, ValueError, AttributeError, RecursionError):
        return None
    return kind if isinstance(kind, str) else None


def check(folder: Path, root: Path) -> None:
    """Refuse a model whose weights are not safetensors, or that reaches out of its root.

    Raises:
        BackendError: with a sentence that says why.
    """
    outside = [path.name for path in _files(folder) if not _is_inside(path, root)]
    if outside:
        raise BackendError(Message("model_leads_outside", model=folder.name, file=outside[0]))
    names = weights_of(folder)
    if not names:
        pickles = sorted(path.name for path in _files(folder) if path.suffix in PICKLES)
        if pickles:
            raise BackendError(
                Message("model_weights_as_pickle", model=folder.name, file=pickles[0])
            )
        raise BackendError(Message("model_without_weights", model=folder.name))
    for name in names:
        if not name.endswith(".safetensors") or Path(name).name != name:
            raise BackendError(Message("model_names_odd_weights", model=folder.name, file=name))
        if not (folder / name).is_file():
            raise BackendError(Message("model_incomplete", model=folder.name, file=name))


def weights_of(folder: Path) -> Sequence[str]:
    """The names of the files that hold a model's weights; none where there are none."""
    if (folder / WEIGHTS).is_file():
        return [WEIGHTS]
    try:
        index = json.loads((folder / WEIGHTS_INDEX).read_text(encoding="utf-8"))
        return sorted({str(name) for name in index["weight_map"].values()})
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as fault:
        message = Message(
            "model_index_unreadable", model=folder.name, file=WEIGHTS_INDEX, fault=str(fault)
        )
        raise BackendError(message) from None


def is_adapter(folder: Path) -> bool:
    """Whether a version's folder holds an adapter, which goes on top of a model."""
    return (folder / ADAPTER_CONFIG).is_file()


def fingerprint(folder: Path) -> str:
    """A digest of a model that takes no time, however large it is.

    Of the configuration, and of the size, beginning and end of each file of weights: other
    weights give another digest, unless somebody took pains that they do not.
    """
    digest = hashlib.sha256()
    for name in (
        CONFIG,
        ADAPTER_CONFIG,
        *([ADAPTER] if is_adapter(folder) else weights_of(folder)),
    ):
        path = folder / name
        if not path.is_file():
            continue
        size = path.stat().st_size
        digest.update(f"{name}\0{size}\0".encode())
        with path.open("rb") as file:
            digest.update(file.read(_ENDS))
            file.seek(max(0, size - _ENDS))
            digest.update(file.read(_ENDS))
    return digest.hexdigest()


def _candidates(root: Path, name: str) -> Iterable[Path]:
    if not name.strip() or "\0" in name:
        return
    yield root / name  # an absolute name replaces the root, and is inside it or refused
    cached = root / f"models--{name.replace('/', '--')}"
    if _is_inside(cached, root):
        yield from _snapshots(cached)


def _snapshots(cached: Path) -> Iterable[Path]:
    """Yield the snapshots of a model in a cache: first what `main` is, then any."""
    with suppress(OSError, ValueError):
        yield cached / "snapshots" / (cached / "refs" / "main").read_text().strip()
    if (cached / "snapshots").is_dir():
        yield from sorted((cached / "snapshots").iterdir())


def _files(folder: Path) -> Iterable[Path]:
    return (path for path in folder.iterdir() if not path.is_dir())


def _is_inside(path: Path, root: Path) -> bool:
    try:
        return path.resolve().is_relative_to(root.resolve())
    except (OSError, ValueError):
        return False
