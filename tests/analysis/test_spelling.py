"""Which words are taken for mistakes, what is offered for them, and what is left alone."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.spelling import is_known, suggest, unknown_words

CAPTIONS = Path(__file__).parent / "data" / "vizwiz" / "fake_caption_val.json.gz"
CANNED = "Quality issues are too severe to recognize visual content."


def best(text: str) -> dict[str, str]:
    """Return the first option of every word that is questioned."""
    return {found.word: found.options[0].word for found in suggest(text)}


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("a wodden table", {"wodden": "wooden"}),
        ("a pacakge of rice", {"pacakge": "package"}),
        ("teh cat sits", {"teh": "the"}),
        ("they recieve a refridgerator", {"recieve": "receive", "refridgerator": "refrigerator"}),
        ("a man's shrit", {"shrit": "shirt"}),
        ("a close-up of a botle", {"botle": "bottle"}),
        ("Woooden spoon", {"Woooden": "Wooden"}),
        ("the kitchan's door", {"kitchan's": "kitchen's"}),
    ],
)
def test_mistakes_are_found_and_the_meant_word_comes_first(
    text: str, offered: dict[str, str]
) -> None:
    assert best(text) == offered


@pytest.mark.parametrize(
    "text",
    [
        "grey and gray, center and centre, colored and coloured, aluminium and aluminum",
        "a can of Progresso soup",  # a name: a capital inside the sentence
        "an iPhone beside a DELL computer",
        'a sign that says “Welcom to teh shop” and "Tabel"',
        "write to tabel@exampel.org or www.tabel.com",
        "a box of K9foood and 3D-Prnt",
        "don't, isn't, the dog's and the dogs' bowls",
        "señal, café, Straße",  # letters of other languages are not judged
        "qzxvkwj",  # nothing near it
        CANNED,
        "",
    ],
)
def test_right_words_names_quotes_and_addresses_are_left_alone(text: str) -> None:
    assert suggest(text, canned_text=CANNED) == []


def test_the_words_of_the_project_are_known_in_any_case() -> None:
    assert best("a bag of hazlenut wafers") == {"hazlenut": "hazelnut"}
    assert suggest("a bag of hazlenut wafers", words={"HAZLENUT"}) == []


def test_at_the_start_of_a_sentence_a_name_is_doubted() -> None:
    (inside,) = suggest("the woooden spoon")
    (first,) = suggest("Woooden spoon")
    assert first.options[0].word == "Wooden"
    assert first.options[0].confidence == pytest.approx(inside.options[0].confidence / 2, abs=1e-3)


def test_a_word_of_many_texts_is_doubted() -> None:
    texts = ["a progresso can"] * 10 + ["a woooden tabel"]
    seen = unknown_words(texts)
    assert seen["progresso"] == 10
    (alone,) = suggest(texts[0])
    (common,) = suggest(texts[0], seen=seen)
    assert alone.options[0].confidence > 0.9
    assert common.options[0].confidence < 0.5


def test_at_most_so_many_options_are_given_best_first() -> None:
    (found,) = suggest("a man liying down", max_options=3)
    confidences = [option.confidence for option in found.options]
    assert [option.word for option in found.options] == ["living", "lying", "laying"]
    assert confidences == sorted(confidences, reverse=True)
    assert sum(confidences) <= 1


@given(st.text(max_size=200), st.sets(st.text(max_size=8), max_size=5))
def test_spans_name_the_word_and_options_are_known(text: str, words: set[str]) -> None:
    for found in suggest(text, words=words):
        assert text[slice(*found.span)] == found.word
        assert found.options
        assert all(0 < option.confidence <= 1 for option in found.options)
        assert all(is_known(option.word) for option in found.options)
        assert not is_known(found.word, words={word.lower() for word in words})


def test_few_of_the_words_of_real_captions_are_questioned() -> None:
    with gzip.open(CAPTIONS, "rt", encoding="utf-8") as file:
        texts = [each["caption"] for each in json.load(file)]
    questioned = [found for text in texts for found in suggest(text, canned_text=CANNED)]
    words = sum(len(text.split()) for text in texts)
    assert 50 < len(questioned) < 0.005 * words
