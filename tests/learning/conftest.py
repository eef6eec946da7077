"""What the tests of learning share."""

from pathlib import Path

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def models(settings: Settings, tmp_path: Path) -> Path:
    """The folder of the models, which are files: each test has its own."""
    settings.MODELS_DIR = tmp_path / "models"
    return tmp_path / "models"
