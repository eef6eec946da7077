"""A pickle runs whatever its author wrote. None is ever opened, wherever it lies."""

import pickle
import shutil
from pathlib import Path

import pytest

from annotate.backends import Backend, BackendError
from tests.backends.tiny import scenes, shelf
from tests.backends.transformers.conftest import Configure

# Names under which the libraries look for pickles.
NAMES = (
    *("pytorch_model.bin", "training_args.bin", "optimizer.pt", "scheduler.pt", "rng_state.pth"),
    *("adapter_model.bin", "added_tokens.pkl", "model.pt"),
)


class Poison:
    """Leaves a trace where it is unpickled."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.trace,)


def poison(folder: Path, trace: Path, names: tuple[str, ...] = NAMES) -> None:
    """Put poisoned files into a folder."""
    for name in names:
        (folder / name).write_bytes(pickle.dumps(Poison(trace)))


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    return tmp_path / "trace"


@pytest.fixture
def victim(tmp_path: Path, trace: Path) -> Path:
    folder = shelf.root() / f"victim-{tmp_path.name}"
    shutil.copytree(shelf.base_model(), folder)
    poison(folder, trace)
    return folder


def test_poison_works_where_it_is_opened(trace: Path) -> None:
    """Otherwise the tests below would prove nothing."""
    pickle.loads(pickle.dumps(Poison(trace)))  # noqa: S301
    assert trace.exists()


def test_pickles_beside_safetensors_are_not_opened(
    backend: Backend, configure: Configure, victim: Path, trace: Path
) -> None:
    captioner = backend.captioner(configure(captioner=victim.name))
    assert captioner.caption_image(scenes.draw(1).image).trace is not None
    assert not trace.exists()


def test_pickles_instead_of_safetensors_are_refused(
    backend: Backend, configure: Configure, victim: Path, trace: Path
) -> None:
    (victim / "model.safetensors").unlink()
    with pytest.raises(BackendError, match="can run programs"):
        backend.captioner(configure(captioner=victim.name)).caption_image(scenes.draw(1).image)
    assert not trace.exists()


def test_a_pickle_under_the_name_of_safetensors_is_not_opened(
    backend: Backend, configure: Configure, victim: Path, trace: Path
) -> None:
    poison(victim, trace, ("model.safetensors",))
    with pytest.raises(BackendError, match="cannot be loaded"):
        backend.captioner(configure(captioner=victim.name)).caption_image(scenes.draw(1).image)
    assert not trace.exists()


def test_code_beside_a_model_is_not_run(
    backend: Backend, configure: Configure, victim: Path, trace: Path
) -> None:
    (victim / "modeling_evil.py").write_text(f"open({str(trace)!r}, 'w')")
    config = victim / "config.json"
    classes = '"auto_map": {"AutoModelForImageTextToText": "modeling_evil.Evil"}, '
    config.write_text(config.read_text().replace("{", "{" + classes, 1))
    backend.captioner(configure(captioner=victim.name)).caption_image(scenes.draw(1).image)
    assert not trace.exists()
