"""One version of the back end for all tests that only ask it."""

from pathlib import Path

import pytest

from annotate.backends import Configured
from tests.backends.training.scenes import snapshot, train


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return snapshot(tmp_path_factory.mktemp("scenes") / "s", 40, held_out=12)


@pytest.fixture(scope="session")
def learned(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Configured:
    return train(folder, tmp_path_factory.mktemp("version"), looked_at=10)[0]
