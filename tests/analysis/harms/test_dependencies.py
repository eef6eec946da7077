"""spaCy's dependency parser stands in for the patterns where a trained model is there."""

from collections.abc import Sequence
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from annotate.analysis.commands import main
from annotate.analysis.harms.dependencies import DependencyParser, dependency_parser
from annotate.analysis.harms.parsers import parser_named
from annotate.analysis.harms.synsets import Meanings
from annotate.analysis.undefined import Undefined

# Words as (text, class, head, label): what the model learns and what the rules are tried on.
Words = Sequence[tuple[str, str, int, str]]
RIDES: Words = [
    ("A", "DET", 2, "det"),
    ("tall", "ADJ", 2, "amod"),
    ("man", "NOUN", 6, "nsubj"),
    ("in", "ADP", 2, "prep"),
    ("a", "DET", 5, "det"),
    ("hat", "NOUN", 3, "pobj"),
    ("rides", "VERB", 6, "ROOT"),
    ("two", "NUM", 8, "nummod"),
    ("horses", "NOUN", 6, "dobj"),
    (".", "PUNCT", 6, "punct"),
]
SITS: Words = [
    ("A", "DET", 1, "det"),
    ("dog", "NOUN", 4, "nsubj"),
    ("and", "CCONJ", 1, "cc"),
    ("cats", "NOUN", 1, "conj"),
    ("sit", "VERB", 4, "ROOT"),
    ("on", "ADP", 4, "prep"),
    ("a", "DET", 8, "det"),
    ("fire", "NOUN", 8, "compound"),
    ("truck", "NOUN", 5, "pobj"),
]
IS_RED: Words = [
    ("The", "DET", 1, "det"),
    ("car", "NOUN", 2, "nsubj"),
    ("is", "AUX", 2, "ROOT"),
    ("red", "ADJ", 2, "acomp"),
    ("and", "CCONJ", 3, "cc"),
    ("shiny", "ADJ", 3, "conj"),
]
EATEN: Words = [
    ("A", "DET", 1, "det"),
    ("pizza", "NOUN", 3, "nsubjpass"),
    ("is", "AUX", 3, "auxpass"),
    ("eaten", "VERB", 3, "ROOT"),
    ("by", "ADP", 3, "agent"),
    ("boys", "NOUN", 4, "pobj"),
]
HOLDING: Words = [
    ("A", "DET", 1, "det"),
    ("woman", "NOUN", 1, "ROOT"),
    ("holding", "VERB", 1, "acl"),
    ("no", "DET", 4, "det"),
    ("bag", "NOUN", 2, "dobj"),
    ("without", "ADP", 2, "prep"),
    ("shoes", "NOUN", 5, "pobj"),
    ("beside", "ADP", 2, "prep"),
    ("trees", "NOUN", 7, "pobj"),
]
IS_ON: Words = [
    ("The", "DET", 1, "det"),
    ("cup", "NOUN", 2, "nsubj"),
    ("is", "AUX", 2, "ROOT"),
    ("on", "ADP", 2, "prep"),
    ("the", "DET", 5, "det"),
    ("table", "NOUN", 3, "pobj"),
]
SENTENCES = (RIDES, SITS, IS_RED, EATEN, HOLDING, IS_ON)


def trained(parts: Sequence[str] = ("morphologizer", "parser")) -> Language:
    """A model of six sentences."""
    model = spacy.blank("en")
    model.meta["name"], model.meta["version"] = "tiny", "0.1"
    for part in parts:
        model.add_pipe(part, config={"min_action_freq": 1} if part == "parser" else {})
    examples = []
    for words in SENTENCES:
        texts, classes, heads, labels = (list(column) for column in zip(*words, strict=True))
        right = {"pos": classes, "heads": heads, "deps": labels}
        examples.append(Example.from_dict(Doc(model.vocab, words=texts), right))
    model.initialize(lambda: examples)
    for _ in range(60):
        model.update(examples)
    return model


@pytest.fixture(scope="module")
def folder(known: Meanings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("model") / "tiny"
    trained().to_disk(where)
    return where


@pytest.fixture(scope="module")
def parser(folder: Path) -> DependencyParser:
    found = dependency_parser(str(folder))
    assert not isinstance(found, Undefined)
    return found


@pytest.mark.parametrize(
    ("words", "objects", "attributes", "relations"),
    [
        (
            RIDES,
            {"man", "hat", "horse"},
            {("man", "tall"), ("horse", "two")},
            {("man", "in", "hat"), ("man", "ride", "horse")},
        ),
        (
            SITS,
            {"dog", "cat", "fire truck"},
            set(),
            {("dog", "sit on", "fire truck"), ("cat", "sit on", "fire truck")},
        ),
        (IS_RED, {"car"}, {("car", "red"), ("car", "shiny")}, set()),
        (EATEN, {"pizza", "boy"}, set(), {("boy", "eat", "pizza")}),
        (HOLDING, {"woman", "tree"}, set(), {("woman", "hold beside", "tree")}),
        (IS_ON, {"cup", "table"}, set(), {("cup", "on", "table")}),
    ],
)
def test_dependencies_become_a_graph(
    parser: DependencyParser,
    words: Words,
    objects: set[str],
    attributes: set[tuple[str, str]],
    relations: set[tuple[str, str, str]],
) -> None:
    graph = parser.parse(" ".join(text for text, *_ in words))
    assert graph.objects == objects
    assert graph.attributes == attributes
    assert graph.relations == relations


def test_what_a_text_quotes_is_left_out(parser: DependencyParser) -> None:
    assert not parser.parse('"A tall man in a hat rides two horses."')


def test_the_model_and_its_version_stand_in_the_result(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = tmp_path / "texts.jsonl"
    texts.write_text('{"image": "1", "text": "A tall man in a hat rides two horses ."}\n', "utf-8")
    assert main(["harms", "graphs", str(texts), "--parser", f"spacy:{folder}"]) == 0
    assert "Parser spacy: rules 1, en_tiny 0.1, spaCy" in capsys.readouterr().out


def test_a_model_that_is_not_there_or_does_not_parse_says_so(
    known: Meanings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trained(["morphologizer"]).to_disk(tmp_path / "classes")
    found = parser_named(f"spacy:{tmp_path / 'classes'}")
    assert isinstance(found, Undefined)
    assert "does not parse sentences" in found.reason
    texts = tmp_path / "texts.jsonl"
    texts.write_text('{"image": "1", "text": "A dog."}\n', "utf-8")
    assert main(["harms", "graphs", str(texts), "--parser", "spacy:/no/model"]) == 2
    assert "cannot be loaded" in capsys.readouterr().err
