"""What is missing is said in a sentence; nothing is loaded for it."""

import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from annotate.backends import Backend, BackendError, CaptionRequest
from tests.backends.tiny import scenes, shelf
from tests.backends.transformers.conftest import Configure


def test_it_is_available_where_the_libraries_are(backend: Backend) -> None:
    assert backend.health().available
    assert backend.roles == ("detector", "captioner")
    assert backend.learns
    assert not backend.built_in


def test_asking_for_its_health_loads_no_model() -> None:
    code = (
        "import sys; from annotate import backends;"
        "[backends.get(name).health() for name in backends.names()];"
        "print(sys.modules.keys() & {'torch', 'transformers', 'peft'})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_libraries_that_are_not_installed_are_named() -> None:
    code = (
        "import sys; sys.modules['torch'] = sys.modules['peft'] = None;"
        "from annotate import backends;"
        "print(backends.get('transformers').health().reason)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Not installed on this server: torch, peft.")
    assert "annotate[vlm]" in done.stdout


def test_settings_must_name_a_model(backend: Backend) -> None:
    with pytest.raises(ValidationError, match="Name a vision-language model"):
        backend.settings()


def test_a_model_that_is_not_there_is_named(backend: Backend, configure: Configure) -> None:
    health = backend.health(configure(captioner="nowhere"))
    assert not health.available
    assert health.reason is not None
    assert "There is no model “nowhere”" in str(health.reason)


def test_both_models_are_looked_for(backend: Backend, configure: Configure) -> None:
    captioner, detector = shelf.base_model().name, shelf.object_detector().name
    assert backend.health(configure(captioner=captioner, detector=detector)).available
    assert not backend.health(configure(captioner=captioner, detector="nowhere")).available


def test_a_connection_that_only_detects_lacks_nothing(
    backend: Backend, configure: Configure
) -> None:
    only = configure(detector=shelf.object_detector().name)
    assert backend.health(only).available
    answer = backend.captioner(only).caption_many([CaptionRequest(image=scenes.draw(1).image)])[0]
    assert isinstance(answer, BackendError)
    assert "No vision-language model is named" in str(answer)


def test_a_model_that_cannot_be_read_fails_in_a_sentence(
    backend: Backend, configure: Configure, tmp_path: Path
) -> None:
    broken = shelf.root() / "broken"
    broken.mkdir(exist_ok=True)
    (broken / "config.json").write_text('{"model_type": "idefics3"}')
    (broken / "model.safetensors").write_bytes(b"\0" * 100)
    with pytest.raises(BackendError, match="The model broken cannot be loaded"):
        backend.captioner(configure(captioner="broken")).caption_image(scenes.draw(1).image)
