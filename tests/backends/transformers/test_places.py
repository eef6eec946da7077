"""Which folders of models are read, and which never."""

import json
from pathlib import Path

import pytest

from annotate.backends import BackendError
from annotate.backends.transformers import places


def model(folder: Path, *files: str) -> Path:
    """Write a folder that looks like a model's."""
    folder.mkdir(parents=True)
    for name in ("config.json", *files):
        (folder / name).write_text("{}")
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "models"
    model(folder / "small", "model.safetensors")
    return folder


@pytest.mark.parametrize("name", ["small", "org/large"])
def test_a_model_is_found_by_the_name_of_its_folder(root: Path, name: str) -> None:
    model(root / "org" / "large", "model.safetensors")
    assert places.find(name, [root.parent / "nothing", root]) == root / name


def test_a_model_in_a_cache_is_found_at_its_main_revision(root: Path) -> None:
    cached = root / "models--org--name"
    for revision in ("aaa", "bbb"):
        model(cached / "snapshots" / revision, "model.safetensors")
    (cached / "refs").mkdir()
    (cached / "refs" / "main").write_text("bbb")
    assert places.find("org/name", [root]).name == "bbb"


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("small", "small"),
        ("org/large", "org/large"),
        ("models--org--name/snapshots/0a1b", "org/name"),
        (".", "models"),
        ("../elsewhere", "elsewhere"),
    ],
)
def test_a_model_is_called_what_a_lead_chooses_it_by(root: Path, folder: str, name: str) -> None:
    assert places.named((root / folder).resolve(), [root.parent / "nothing", root]) == name


def test_weights_of_a_cache_may_be_links_within_it(root: Path) -> None:
    cached = root / "models--org--name"
    folder = model(cached / "snapshots" / "aaa")
    (cached / "blobs").mkdir()
    (cached / "blobs" / "123").write_text("weights")
    (folder / "model.safetensors").symlink_to("../../blobs/123")
    assert places.find("org/name", [root]) == folder


@pytest.mark.parametrize("name", ["../secret", "small/../../secret", "", " ", "a\0b", "none"])
def test_what_is_not_below_a_root_is_not_found(root: Path, name: str) -> None:
    model(root.parent / "secret", "model.safetensors")
    with pytest.raises(BackendError, match="no model"):
        places.find(name, [root])


def test_an_absolute_path_counts_only_below_a_root(root: Path) -> None:
    secret = model(root.parent / "secret", "model.safetensors")
    assert places.find(str(root / "small"), [root]) == root / "small"
    with pytest.raises(BackendError, match="no model"):
        places.find(str(secret), [root])


def test_a_link_that_leads_out_of_the_root_is_refused(root: Path) -> None:
    secret = model(root.parent / "secret", "model.safetensors")
    (root / "whole").symlink_to(secret)
    with pytest.raises(BackendError, match="no model"):
        places.find("whole", [root])
    inner = model(root / "inner")
    (inner / "model.safetensors").symlink_to(secret / "model.safetensors")
    with pytest.raises(BackendError, match="leads out"):
        places.find("inner", [root])


@pytest.mark.parametrize("name", ["pytorch_model.bin", "model.pt", "weights.pkl"])
def test_a_model_that_is_a_pickle_is_refused_by_name(root: Path, name: str) -> None:
    model(root / "old", name)
    with pytest.raises(BackendError, match=f"only as {name}.*safetensors"):
        places.find("old", [root])


@pytest.mark.parametrize("part", ["pytorch_model.bin", "../small/model.safetensors"])
def test_an_index_may_name_safetensors_beside_it_only(root: Path, part: str) -> None:
    folder = model(root / "large", "model-1.safetensors", "pytorch_model.bin")
    index = {"weight_map": {"a": "model-1.safetensors", "b": part}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    with pytest.raises(BackendError, match="among its weights"):
        places.find("large", [root])


def test_a_model_of_which_a_part_is_missing_is_refused(root: Path) -> None:
    folder = model(root / "large", "model-1.safetensors")
    index = {"weight_map": {"a": "model-1.safetensors", "b": "model-2.safetensors"}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    with pytest.raises(BackendError, match=r"model-2\.safetensors is missing"):
        places.find("large", [root])
    model(root / "empty")
    with pytest.raises(BackendError, match="no weights"):
        places.find("empty", [root])


def test_an_index_that_is_no_index_is_refused(root: Path) -> None:
    folder = model(root / "odd")
    (folder / "model.safetensors.index.json").write_text("[]")
    with pytest.raises(BackendError, match="cannot be read"):
        places.find("odd", [root])


def test_other_weights_have_another_fingerprint(root: Path) -> None:
    before = places.fingerprint(root / "small")
    (root / "small" / "model.safetensors").write_text("[]")
    assert places.fingerprint(root / "small") != before
