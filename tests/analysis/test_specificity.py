"""Specificity equals the reference figures, and says when there is none."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis.specificity import rarity, specificity
from annotate.analysis.undefined import Undefined
from annotate.analysis.wordnet import WordNet, wordnet

GOLDEN = Path(__file__).parent / "data" / "specificity" / "coco40_golden.json.gz"


class NoMeaning:
    """Knows no word."""

    def similarity(self, _one: str, _other: str) -> None:
        """Return that there is no meaning."""


def database() -> WordNet:
    """Return WordNet, or skip."""
    found = wordnet()
    if isinstance(found, Undefined):
        pytest.fail(found.reason)
    return found


def test_every_image_and_pair_has_the_reference_figure() -> None:
    golden: dict[str, Any] = json.loads(gzip.decompress(GOLDEN.read_bytes()))
    words = database()
    known = rarity([item["captions"] for item in (*golden["items"], *golden["idf_only"])])
    for item in golden["items"]:
        found = specificity(item["captions"], known, words)
        assert found.score == pytest.approx(item["specificity_tfidf"], abs=1e-6)
        assert found.pairs == pytest.approx(item["pairs_tfidf"], abs=1e-6)


def test_one_caption_and_captions_without_meaning_are_undefined() -> None:
    known = rarity([["a dog"]])
    assert isinstance(specificity(["a dog"], known, NoMeaning()).score, Undefined)
    found = specificity(["a dog", "of it", "zzz qqq"], known, NoMeaning())
    assert isinstance(found.score, Undefined)
    assert found.pairs == [None, None, None]


# Computed with NLTK 3.10.4 on the same database.
@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("dog", "dogs", 1.0),
        ("dog", "cat", 0.2),
        ("geese", "goose", 1.0),
        ("Running", "ran", 1.0),
        ("dog", "zzzz", None),
    ],
)
def test_similarity_is_that_of_nltk(one: str, other: str, expected: float | None) -> None:
    assert database().similarity(one.lower(), other) == expected


def test_without_the_database_the_reason_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WORDNET_DIR", str(tmp_path))
    found = wordnet()
    assert isinstance(found, Undefined)
    assert "wordnet-base" in found.reason
