"""A shelf with tiny models, and connections that use them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotate import backends
from annotate.backends import Backend, Configured, Environment
from tests.backends.tiny import shelf

Configure = Callable[..., Configured]


@pytest.fixture
def backend() -> Backend:
    return backends.get("transformers")


@pytest.fixture
def configure(backend: Backend) -> Configure:
    """Make a version of a connection to models on the shelf."""

    def make(*, artifact: Path | None = None, **chosen: Any) -> Configured:
        usual = {"max_new_tokens": 6, "batch_size": 4}
        return Configured(
            settings=backend.settings.model_validate({**usual, **chosen}),
            artifact=artifact,
            label="local M1",
            environment=Environment(model_folders=(shelf.root(),)),
        )

    return make
