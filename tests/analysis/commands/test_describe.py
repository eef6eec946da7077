"""The commands describe and readability give the figures of the ImageInWords paper."""

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis.commands import main
from annotate.analysis.word_classes import TextBlobTagger

LOCNAR = Path(__file__).parents[1] / "data" / "locnar_eval_v1.jsonl.gz"


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the path of the 1,000 descriptions as rows, packed."""
    texts = gzip.decompress(LOCNAR.read_bytes()).decode().splitlines()
    file = tmp_path_factory.mktemp("locnar") / "rows.jsonl.gz"
    content = "".join(f'{{"IIW-P5B": {text}}}\n' for text in texts)
    file.write_bytes(gzip.compress(content.encode()))
    return str(file)


def report_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """Run a command with --json and return what it printed."""
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_tokens_and_sentences_are_those_of_table_14(
    rows: str, capsys: pytest.CaptureFixture[str]
) -> None:
    report = report_of(capsys, "describe", rows, "--text-field", "IIW-P5B")
    assert report["descriptions"] == 1_000
    assert report["tokens"] == pytest.approx(128.87, abs=0.005)
    assert report["sentences"] == pytest.approx(5.80, abs=0.0051)
    assert report["tokens_per_sentence"] == pytest.approx(22.19, abs=0.01)
    # The paper's word classes are of another tagger: 32.37, 16.02, 1.82, 11.44.
    assert report["nouns"] == pytest.approx(32.37, rel=0.01)
    assert report["adjectives"] == pytest.approx(16.02, rel=0.15)
    assert report["adverbs"] == pytest.approx(1.82, rel=0.05)
    assert report["verbs"] == pytest.approx(11.44, rel=0.15)


def test_readability_is_that_of_table_9(rows: str, capsys: pytest.CaptureFixture[str]) -> None:
    report = report_of(capsys, "readability", rows, "--text-field", "IIW-P5B")
    assert report["ari"] == pytest.approx(9.330, abs=0.0005)
    assert report["flesch_kincaid_038"] == pytest.approx(8.974, abs=0.0005)
    assert report["fog_of_common_words"] == pytest.approx(11.295, abs=0.0005)
    assert report["smog"] == pytest.approx(11.643, abs=0.0005)
    assert report["sentences"] == 5_805


@pytest.fixture
def short(tmp_path: Path) -> str:
    """Return a file with two short texts, one of them empty."""
    file = tmp_path / "short.jsonl"
    file.write_text('{"text": "A red dog has been running. It was here."}\n{"text": " "}\n')
    return str(file)


def test_short_texts_have_no_readability(short: str, capsys: pytest.CaptureFixture[str]) -> None:
    report = report_of(capsys, "readability", short, "--text-field", "text")
    assert report["ari"] is report["smog"] is None
    assert report["undefined"]["smog"] == "The formulas need 100 words or more."
    assert main(["readability", short, "--text-field", "text"]) == 0
    assert "SMOG                       undefined: The formulas" in capsys.readouterr().out


def test_means_count_empty_texts(short: str, capsys: pytest.CaptureFixture[str]) -> None:
    report = report_of(capsys, "describe", short, "--text-field", "text")
    assert (report["descriptions"], report["tokens"], report["sentences"]) == (2, 5.5, 1.0)
    assert (report["nouns"], report["verbs"]) == (0.5, 0.5)
    assert main(["describe", short, "--text-field", "text"]) == 0
    assert "tokens per sentence             5.5  [" in capsys.readouterr().out


def classes(text: str) -> Counter[str]:
    (found,) = TextBlobTagger().classes([text.split()])
    return Counter(name for name, _ in found)


def test_names_are_no_nouns_and_auxiliaries_no_verbs() -> None:
    found = classes("The dog has not been seen .") + classes("She has a dog .")
    assert found == {"nouns": 2, "adverbs": 1, "verbs": 2}


def test_prepositions_are_what_the_paper_calls_spatial_relations() -> None:
    """Two relations, as in the examples of VizWiz-Captions §3.2."""
    assert classes("A hand holds a can over a counter with a glass .")["prepositions"] == 2


def test_a_named_model_that_cannot_be_had_leaves_word_classes_undefined(
    short: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPACY_MODEL", "en_no_such_model")
    report = report_of(capsys, "describe", short, "--text-field", "text")
    assert (report["nouns"], report["tokens"], report["tagger"]) == (None, 5.5, None)
    assert "en_no_such_model" in report["undefined"]["verbs"]
    assert report["unique"]["nouns"] is None


@pytest.mark.parametrize("command", ["describe", "readability"])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "there is no row."),
        ('{"text": "a"}\n{"txt": "a"}\n', "line 2: text is missing."),
        ('{"text": 7}', "line 1: text must be a text."),
    ],
)
def test_a_wrong_row_is_named(
    command: str, content: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.jsonl"
    file.write_text(content)
    assert main([command, str(file), "--text-field", "text"]) == 2
    assert said in capsys.readouterr().err
