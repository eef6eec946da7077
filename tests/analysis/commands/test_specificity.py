"""The command specificity gives the reference figures, and names what is wrong with a file."""

import gzip
import json
from pathlib import Path

import pytest

from annotate.analysis.commands import main
from annotate.analysis.undefined import Undefined
from annotate.analysis.wordnet import wordnet

GOLDEN = Path(__file__).parents[1] / "data" / "specificity" / "coco40_golden.json.gz"


@pytest.fixture
def needs_wordnet() -> None:
    """Skip where the database is not installed."""
    found = wordnet()
    if isinstance(found, Undefined):
        pytest.fail(found.reason)


@pytest.mark.usefixtures("needs_wordnet")
def test_every_image_has_the_reference_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["specificity", str(GOLDEN), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    items = json.loads(gzip.decompress(GOLDEN.read_bytes()))["items"]
    expected = [item["specificity_tfidf"] for item in items]
    assert report["per_item"] == pytest.approx(expected, abs=1e-6)
    assert report["mean"] == pytest.approx(sum(expected) / 20, abs=1e-6)
    assert (report["items"], report["idf_images"], report["undefined"]) == (20, 40, {})
    assert main(["specificity", str(GOLDEN)]) == 0
    assert "400    0.6612\n" in capsys.readouterr().out


@pytest.mark.usefixtures("needs_wordnet")
def test_a_single_caption_has_no_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "one.json"
    file.write_text('[{"captions": ["a dog"]}]')
    assert main(["specificity", str(file), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["per_item"] == [None]
    assert report["undefined"] == {"0": "Specificity needs two captions or more."}
    assert main(["specificity", str(file)]) == 0
    assert "undefined: Specificity needs" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("7", "neither a list nor one under items"),
        ("[]", "there is no item"),
        ('[{"captions": "a"}]', "item 0: captions must be a list"),
        ('{"items": [{"captions": ["a"]}], "idf_only": 7}', "idf_only must be a list"),
        ('{"items": [{"captions": ["a"]}], "idf_only": [{}]}', "idf_only 0: captions is missing"),
    ],
)
def test_a_wrong_file_is_refused_with_item_and_field(
    content: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(content)
    assert main(["specificity", str(file)]) == 2
    assert said in capsys.readouterr().err


def test_without_the_database_the_command_says_how_to_get_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORDNET_DIR", str(tmp_path))
    assert main(["specificity", str(GOLDEN)]) == 2
    assert "wordnet-base" in capsys.readouterr().err
