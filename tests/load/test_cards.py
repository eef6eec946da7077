"""The bench of graphics cards runs: where there is none, on the processor."""

import json
from pathlib import Path

import pytest

from tests.load import cards


def test_each_size_tells_of_its_training_and_of_its_seeds_in_each_precision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Catches a setting that the bench still calls by the name it had."""
    kept = tmp_path / "figures.json"
    chosen = ["--device", "cpu", "--sizes", "16", "--steps", "3", "--keep", str(kept)]
    monkeypatch.setattr("sys.argv", ["cards", *chosen])
    monkeypatch.setattr(cards, "TEXTS", 2)
    assert cards.main() == 0
    told = json.loads(kept.read_text())
    assert told["card"] is None
    training, *seeds = told["rows"]
    assert (training["what"], training["width"], training["processes"]) == ("lora", 16, 1)
    assert training["steps_per_second"] > 0
    assert [each["precision"] for each in seeds] == ["float32", "bfloat16"]
    assert all(each["tokens_per_second"] > 0 for each in seeds)
