"""Tiny models and snapshots that many tests use: made once per process, and not to be changed."""

import atexit
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

from tests.backends.tiny import detector, embedding, snapshots, vlm

# Tests share the processors: threads that wait for one another there take many times longer.
os.environ.setdefault("OMP_NUM_THREADS", "1")

VLM, DETECTOR = "tiny-vlm", "tiny-detector"


@cache
def root() -> Path:
    """Return the folder of models, as an operator would name it in MODELS_ROOTS."""
    folder = Path(tempfile.mkdtemp(prefix="annotate-models-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def base_model() -> Path:
    """Return the vision-language model that knows nothing yet."""
    return vlm.build(root() / VLM, seed=1)


@cache
def object_detector() -> Path:
    """Return the object detector that knows nothing yet."""
    return detector.build(root() / DETECTOR, seed=1)


@cache
def clip() -> Path:
    """Return the model of texts and images that knows nothing."""
    return embedding.clip(root() / "tiny-clip", seed=1)


@cache
def bert() -> Path:
    """Return the language model that knows nothing."""
    return embedding.bert(root() / "tiny-bert", seed=1)


@cache
def easy_scenes() -> Path:
    """Return a snapshot of 100 scenes of one object each."""
    return snapshots.write(root() / "easy-scenes", range(1000, 1100), most=1)
