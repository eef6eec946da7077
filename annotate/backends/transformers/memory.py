"""Models in memory: loaded once per process, a few at most; the one longest unused goes first."""

import gc
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

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
    """Return the model of this key, loading it where it is not in memory."""
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
