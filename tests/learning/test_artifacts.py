"""The folder of a training: only what was finished is ever found in it."""

from pathlib import Path

import pytest

from annotate.backends.training.base import Trained
from annotate.learning.artifacts import RunFolder, digest


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return RunFolder(tmp_path / "run-1")


def test_what_was_not_finished_is_not_found(folder: RunFolder) -> None:
    out = folder.new_attempt()
    (out / "weights").write_text("half of them")
    assert folder.product() is None


def test_what_was_finished_is_found_as_it_was(folder: RunFolder) -> None:
    lost, out = folder.new_attempt(), folder.new_attempt()
    assert lost != out
    (out / "weights").write_text("all of them")
    made = folder.finish(out, Trained(facts={"steps": 3}))
    assert folder.product() == made
    assert made.folder == out
    assert made.sha256 == digest(out)
    assert made.trained.facts == {"steps": 3}


def test_weights_made_elsewhere_leave_no_folder(folder: RunFolder) -> None:
    made = folder.finish(folder.new_attempt(), Trained(settings={"prompt": "Be brief."}))
    assert (made.folder, made.sha256) == (None, "")
    assert folder.product() == made


def test_clearing_up_keeps_what_counts_and_nothing_else(folder: RunFolder) -> None:
    lost, out = folder.new_attempt(), folder.new_attempt()
    (folder.work / "checkpoint").write_text("x")
    (out / "weights").write_text("all of them")
    folder.finish(out, Trained())
    folder.clear_up()
    assert not lost.exists()
    assert not folder.work.exists()
    assert (out / "weights").exists()


def test_weights_that_somebody_deleted_are_made_again(folder: RunFolder) -> None:
    out = folder.new_attempt()
    (out / "weights").write_text("x")
    folder.finish(out, Trained())
    (out / "weights").unlink()
    out.rmdir()
    assert folder.product() is None


def test_a_digest_tells_names_and_contents_apart(tmp_path: Path) -> None:
    digests = set()
    for name, content in (("a", "1"), ("a", "2"), ("b", "1")):
        folder = tmp_path / f"{name}{content}"
        (folder / "deep").mkdir(parents=True)
        (folder / "deep" / name).write_text(content)
        digests.add(digest(folder))
    assert len(digests) == 3
