"""METEOR gives the published figures where its program is, and the reason where it is not."""

from importlib.util import find_spec
from pathlib import Path
from shutil import which

import pytest

from annotate.analysis.captions import Scores, meteor
from annotate.analysis.undefined import Undefined
from annotate.messages import Message
from tests.analysis.captions.reference import coco, iiw, iiw_tokens, published

needs_program = pytest.mark.skipif(
    which("java") is None or find_spec("pycocoevalcap") is None,
    reason="METEOR needs Java and the package pycocoevalcap",
)


# By pycocoevalcap 1.2 for the texts of the test below, as one corpus.
CORPUS = 0.13440936651371718


@needs_program
def test_scores_equal_the_published_ones_and_those_of_the_reference_implementation() -> None:
    """One run for all: the program takes half a minute to start."""
    items, golden, cases = coco()[:50], iiw(), published()
    long_candidates, long_references = iiw_tokens()
    candidates = [item["tok_candidate"] for item in items] + long_candidates[:10]
    references = [item["tok_references"] for item in items] + long_references[:10]
    found = meteor(
        candidates + [text for case in cases for text in case["hyps"]],
        references + [own for case in cases for own in case["refs"]],
        tokenizer=str.split,
    )
    assert isinstance(found, Scores)
    assert found.mean == pytest.approx(CORPUS, abs=1e-12)
    expected = [item["scores"]["METEOR"] for item in items] + golden["per_image"]["METEOR"][:10]
    assert found.per_item[:60] == pytest.approx(expected, abs=1e-6)
    assert found.per_item[60] == pytest.approx(cases[0]["METEOR"], abs=5e-6)
    assert found.per_item[63] == pytest.approx(cases[2]["METEOR"], abs=5e-6)


def test_without_java_or_its_program_the_reason_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METEOR_JAR", "/nowhere/meteor-1.5.jar")
    monkeypatch.setattr("shutil.which", lambda _name: "/usr/bin/java")
    found = meteor(["a"], [["a"]])
    assert isinstance(found, Undefined)
    assert "METEOR is not installed" in found.reason
    monkeypatch.setattr("shutil.which", lambda _name: None)
    found = meteor(["a"], [["a"]])
    assert isinstance(found, Undefined)
    assert "needs Java" in found.reason


def test_a_program_that_fails_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    java = tmp_path / "java"
    java.write_text("#!/bin/sh\necho 'no memory left' >&2\nexit 1\n")
    java.chmod(0o755)
    jar = tmp_path / "meteor-1.5.jar"
    jar.touch()
    monkeypatch.setenv("METEOR_JAR", str(jar))
    monkeypatch.setattr("shutil.which", lambda _name: str(java))
    assert meteor(["a"], [["a"]]) == Undefined(Message("meteor_failed", fault="no memory left"))
