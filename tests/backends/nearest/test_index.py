"""The index of a version: the same for the same data, whole or not there, and only data."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from annotate.backends import BackendError, Configured
from annotate.backends.nearest import index as indexes
from annotate.backends.nearest.models import NearestCaptioner, NearestDetector
from annotate.backends.training.base import Point, TrainingError
from tests.backends.training.scenes import UNSEEN, scene, snapshot, train


def test_the_same_snapshot_makes_the_same_index(folder: Path, tmp_path: Path) -> None:
    digests = []
    for number in range(2):
        configured, _ = train(folder, tmp_path / str(number), looked_at=3)
        assert configured.artifact is not None
        files = sorted(configured.artifact.iterdir())
        digests.append([hashlib.sha256(path.read_bytes()).hexdigest() for path in files])
    assert digests[0] == digests[1]
    assert len(digests[0]) == 3


class Killed(BaseException):
    pass


def test_a_killed_training_goes_on_where_it_was(tmp_path: Path) -> None:
    folder = snapshot(tmp_path / "s", 120)
    _, whole = train(folder, tmp_path / "whole", looked_at=0)
    whole_index = (tmp_path / "whole" / "out" / indexes.HEAD).read_bytes()

    def kill(point: Point) -> None:
        if point.step >= 100:
            raise Killed

    with pytest.raises(Killed):
        train(folder, tmp_path / "v", report=kill, looked_at=0)
    parts = sorted((tmp_path / "v" / "work").iterdir())
    before = [path.stat().st_mtime_ns for path in parts]
    assert len(parts) == 2
    train(folder, tmp_path / "v", looked_at=0)
    assert [path.stat().st_mtime_ns for path in parts] == before
    assert (tmp_path / "v" / "out" / indexes.HEAD).read_bytes() == whole_index
    assert whole.facts["samples"] == 120


def test_held_out_samples_are_not_in_the_index(learned: Configured) -> None:
    assert learned.artifact is not None
    index = indexes.load(learned.artifact)
    assert max(index.images.samples) < UNSEEN
    assert max(index.objects.samples) < UNSEEN


def test_only_held_out_samples_are_nothing_to_learn_from(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="held out"):
        train(snapshot(tmp_path / "s", 0, held_out=2), tmp_path / "v")


def test_a_limit_draws_a_part(tmp_path: Path) -> None:
    folder = snapshot(tmp_path / "s", 130)
    configured, trained = train(folder, tmp_path / "v", looked_at=0, most_objects=100)
    assert configured.artifact is not None
    assert 95 <= len(indexes.load(configured.artifact).objects) <= 100
    assert int(str(trained.facts["samples"])) < 130


def test_a_changed_index_is_refused(folder: Path, tmp_path: Path) -> None:
    configured, _ = train(folder, tmp_path / "v", looked_at=0)
    assert configured.artifact is not None
    words = configured.artifact / indexes.WORDS
    words.write_text(words.read_text().replace("circle", "cirkle"))
    health = NearestDetector(configured).health()
    assert not health.available
    assert "train it again" in str(health.reason)
    with pytest.raises(BackendError, match="changed"):
        NearestCaptioner(configured).caption_image(scene(UNSEEN)[1])


def test_nothing_in_an_index_is_ever_run(learned: Configured) -> None:
    """Arrays hold numbers only, and are read with pickle forbidden."""
    assert learned.artifact is not None
    with np.load(learned.artifact / indexes.VECTORS, allow_pickle=False) as arrays:
        assert {arrays[name].dtype.kind for name in arrays} == {"f", "i"}
    assert isinstance(json.loads((learned.artifact / indexes.WORDS).read_text()), dict)


def test_a_lost_index_is_said(tmp_path: Path) -> None:
    health = NearestDetector(Configured(artifact=tmp_path)).health()
    assert not health.available
