"""How the product speaks with the program of SPICE, tried with a stand-in for it.

The program itself needs models that are in no package.
"""

import json
import sys
from pathlib import Path

import pytest

from annotate.analysis.captions import Scores, evaluate, evaluate_people, spice
from annotate.analysis.captions.figures import caption_figures
from annotate.analysis.captions.spice import CATEGORIES, NOT_AVAILABLE, spice_runs
from annotate.analysis.commands import main
from annotate.analysis.source_intervals import figure_intervals
from annotate.analysis.text_reports import Text, scores
from annotate.analysis.undefined import Undefined
from annotate.messages import Message
from tests.analysis.captions import standin_spice

CANDIDATES = ["A red dog.", "A kite"]
REFERENCES = [["A dog", "one red dog"], ["the sea"]]
PARTS = ("lib/stanford-corenlp-3.6.0.jar", "lib/stanford-corenlp-3.6.0-models.jar")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a program that is a stand-in."""
    folder = tmp_path / "spice"
    (folder / "lib").mkdir(parents=True)
    for part in ("spice-1.0.jar", *PARTS):
        (folder / part).touch()
    java = tmp_path / "java"
    java.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{standin_spice.__file__}' \"$@\"\n")
    java.chmod(0o755)
    monkeypatch.setenv("SPICE_HOME", str(folder))
    monkeypatch.setenv("SPICE_JAVA", str(java))
    monkeypatch.setenv("STANDIN_LOG", str(tmp_path / "runs"))
    return folder


def test_f_scores_are_those_that_the_program_writes(home: Path) -> None:
    found = spice(CANDIDATES, REFERENCES)
    assert isinstance(found, Scores)
    # a, red, dog of a, dog, one, red: three of three, three of four.
    assert found.per_item == [pytest.approx(6 / 7), 0.0]
    assert found.mean == pytest.approx(3 / 7)
    assert tuple(found.categories) == CATEGORIES
    assert found.categories["object"] == found.per_item
    assert found.categories["size"] == [None, None]


@pytest.mark.parametrize("does", ["NaN", "backwards"])
def test_what_the_program_may_write_is_understood(
    home: Path, monkeypatch: pytest.MonkeyPatch, does: str
) -> None:
    usual = spice(CANDIDATES, REFERENCES)
    monkeypatch.setenv("STANDIN_DOES", does)
    found = spice(CANDIDATES, REFERENCES)
    assert found == usual
    assert isinstance(found, Scores)
    assert found.categories["size"] == [None, None]


@pytest.mark.parametrize(
    "does", ["half", "one too few", "another", "too much", "text", "no whole", "no list"]
)
def test_what_are_no_scores_of_the_texts_is_refused(
    home: Path, monkeypatch: pytest.MonkeyPatch, does: str
) -> None:
    monkeypatch.setenv("STANDIN_DOES", does)
    assert spice(CANDIDATES, REFERENCES) == Undefined(Message("spice_unreadable"))


def test_a_program_that_fails_is_quoted(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STANDIN_DOES", "fail")
    fault = "java.lang.OutOfMemoryError: Java heap space"
    assert spice(CANDIDATES, REFERENCES) == Undefined(Message("spice_failed", fault=fault))
    monkeypatch.setenv("STANDIN_DOES", "fail silently")
    assert spice(CANDIDATES, REFERENCES) == Undefined(Message("spice_failed_silently"))


def test_a_program_that_does_not_end_is_stopped(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STANDIN_DOES", "hang")
    found = spice(CANDIDATES, REFERENCES, seconds=2)
    assert found == Undefined(Message("spice_timed_out", seconds=2))


@pytest.mark.parametrize("missing", ["spice-1.0.jar", *PARTS])
def test_what_is_missing_is_named(home: Path, missing: str) -> None:
    (home / missing).unlink()
    found = spice(CANDIDATES, REFERENCES)
    assert found == Undefined(Message("spice_incomplete", missing=[missing]))
    assert isinstance(found, Undefined)
    assert missing in found.reason


def test_without_a_folder_or_java_the_reason_is_said(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPICE_JAVA", "/nowhere/java")
    assert spice(CANDIDATES, REFERENCES) == Undefined(Message("spice_without_java"))
    monkeypatch.delenv("SPICE_HOME")
    # By the name alone it would be the function.
    module = sys.modules["annotate.analysis.captions.spice"]
    monkeypatch.setattr(module, "find_spec", lambda _name: None)
    assert spice(CANDIDATES, REFERENCES) == NOT_AVAILABLE


@pytest.mark.parametrize(("version", "is_read"), [("14.0.2", True), ("17.0.15", False)])
def test_java_without_javascript_is_refused_before_anything_is_parsed(
    home: Path, monkeypatch: pytest.MonkeyPatch, version: str, is_read: bool
) -> None:
    monkeypatch.setenv("STANDIN_DOES", f"version {version}")
    found = spice(CANDIDATES, REFERENCES)
    assert isinstance(found, Scores) is is_read
    if isinstance(found, Undefined):
        assert "Java 17" in found.reason


def test_the_program_starts_once_for_all_runs(home: Path, tmp_path: Path) -> None:
    runs = evaluate_people([["a dog", "one dog"], ["a kite", "a kite"]], without=["meteor"])
    assert (tmp_path / "runs").read_text().split() == ["4"]
    assert [run["spice"] for run in runs] == [
        spice(["a dog", "a kite"], [["one dog"], ["a kite"]]),
        spice(["one dog", "a kite"], [["a dog"], ["a kite"]]),
    ]


def test_nothing_to_score_starts_no_program(home: Path, tmp_path: Path) -> None:
    found = spice_runs([([], []), (["a dog"], [["a dog"]])])
    assert isinstance(found, list)
    assert [own.mean for own in found][1] == 1
    assert isinstance(found[0].mean, Undefined)
    (tmp_path / "runs").unlink()
    spice([], [])
    assert not (tmp_path / "runs").exists()


def test_categories_are_figures_over_the_items_that_have_them(home: Path) -> None:
    scored = evaluate(CANDIDATES, REFERENCES, without=["meteor"])
    figures = caption_figures([scored], ["x", "y"])
    assert figures["spice"].rows == figures["spice_object"].rows
    assert "spice_size" not in figures


def test_the_command_tells_categories_and_intervals(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "captions.json"
    pairs = zip(CANDIDATES, REFERENCES, strict=True)
    file.write_text(json.dumps([{"candidate": one, "references": own} for one, own in pairs]))
    assert main(["captions", str(file), "--without", "meteor", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["spice"] == report["spice_object"] == pytest.approx(3 / 7)
    assert report["intervals"]["spice"]["n"] == report["intervals"]["spice_object"]["n"] == 2
    assert report["spice_size"] is None
    assert report["undefined"]["spice_size"] == "No reference has such a tuple."
    assert [each["spice_object"] for each in report["per_item"]] == [pytest.approx(6 / 7), 0]
    assert main(["captions", str(file), "--without", "meteor"]) == 0
    assert "SPICE of object tuples" in capsys.readouterr().out


def test_reports_on_texts_have_its_interval(home: Path) -> None:
    texts = [Text("a", CANDIDATES[0]), Text("b", CANDIDATES[1])]
    against = {"a": REFERENCES[0], "b": REFERENCES[1]}
    found = scores(texts, against, leave_out={"meteor": NOT_AVAILABLE})
    assert found.figures["spice"] == pytest.approx(3 / 7)
    intervals = figure_intervals(found, ["a", "b"], seed=1)
    assert (intervals["spice"].mean, intervals["spice"].n) == (found.figures["spice"], 2)
