"""Word classes come from a trained model of spaCy where one is there, and it is said from what."""

from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from annotate.analysis import word_classes
from annotate.analysis.text_reports import Text, description
from annotate.analysis.undefined import Undefined
from annotate.analysis.word_classes import CLASSES, SpacyTagger, TextBlobTagger, word_tagger

# No tagger that knows English says this: "dog" is a verb and "runs" a noun.
ODD = {
    "dog": "VERB",
    "runs": "NOUN",
    "red": "ADV",
    "over": "ADP",
    "is": "AUX",
    "A": "DET",
    ".": "PUNCT",
}


def trained(language: str = "en") -> Language:
    """A model of seven words, trained in a second."""
    model = spacy.blank(language)
    model.meta["name"], model.meta["version"] = "odd", "1.2.3"
    tagger = model.add_pipe("morphologizer")
    examples = [
        Example.from_dict(Doc(model.vocab, words=[word]), {"pos": [pos]})
        for word, pos in ODD.items()
    ]
    model.initialize(lambda: examples)
    for _ in range(60):
        model.update(examples)
    assert tagger is not None
    return model


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("model") / "odd"
    trained().to_disk(where)
    return where


@pytest.fixture(autouse=True)
def _nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("SPACY_MODEL", raising=False)
    word_classes._tagger.cache_clear()
    yield
    word_classes._tagger.cache_clear()


def test_without_a_model_textblob_tells_the_classes() -> None:
    found = description([Text("", "A red dog runs.")])
    assert found.tagger.startswith("TextBlob 0.")
    assert [found.figures[name] for name in CLASSES] == [1, 1, 0, 1, 0]


def test_a_model_that_is_named_tells_the_classes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = description([Text("", "A red dog runs over."), Text("", "")])
    monkeypatch.setenv("SPACY_MODEL", str(folder))
    found = description([Text("", "A red dog runs over."), Text("", "")])
    assert found.tagger == f"spaCy {version('spacy')}, en_odd 1.2.3"
    (words,) = SpacyTagger(spacy.load(folder)).classes([["A", "red", "dog", "runs", "over"]])
    assert words == [
        ("adverbs", "red"),
        ("verbs", "dog"),
        ("nouns", "runs"),
        ("prepositions", "over"),
    ]
    assert [found.figures[name] for name in CLASSES] == [0.5, 0, 0.5, 0.5, 0.5]
    assert found.figures["unique_verbs"] == 1
    for name in ("tokens", "sentences", "unique_words"):
        assert found.figures[name] == before.figures[name]


def test_an_installed_package_is_found_and_the_larger_is_taken(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = ["de_core_news_lg", "en_core_web_sm", "en_core_web_md", "en_other"]
    monkeypatch.setattr("spacy.util.get_installed_models", lambda: there)
    asked: list[str] = []

    def load(name: str, **options: object) -> Language:
        asked.append(name)
        return whole(folder)

    whole: Callable[[Path], Language] = spacy.load
    monkeypatch.setattr("spacy.load", load)
    assert isinstance(word_tagger(), SpacyTagger)
    assert asked == ["en_core_web_md"]


def test_a_model_that_cannot_tell_them_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spacy.blank("en").to_disk(tmp_path / "empty")
    trained("de").to_disk(tmp_path / "german")
    for name in ("empty", "german", "not there"):
        monkeypatch.setenv("SPACY_MODEL", str(tmp_path / name))
        found = word_tagger()
        assert isinstance(found, Undefined)
        assert name in found.reason
        missing = description([Text("", "A dog.")])
        assert (missing.figures["tokens"], missing.figures["nouns"]) == (3, None)
        assert missing.undefined["unique_nouns"] == found


def test_textblob_is_there_in_every_install() -> None:
    assert isinstance(word_tagger(), TextBlobTagger)
