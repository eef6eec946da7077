"""The measures of a report are those of the commands, and say what is missing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.commands import main
from annotate.analysis.text_reports import (
    Measured,
    Text,
    by_image,
    consistency,
    description,
    people,
    reading,
    scores,
)
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

NO_METEOR = {"meteor": Undefined(Message("metric_not_asked"))}
DOGS = [
    "A red dog has been running over the grass. It is wet.",
    "The dog runs on wet grass.",
    "A cat sleeps on a chair.",
    "One grey cat lies upon the old chair.",
]
TEXTS = [Text(image, text) for image, text in zip("aabb", DOGS, strict=True)]

Command = Callable[..., Any]


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    """Return what runs a command on some content and returns what it printed."""

    def run(name: str, content: object, *options: str) -> Any:
        file = tmp_path / "content.json"
        lines = name in {"describe", "readability"}
        rows = content if isinstance(content, list) else []
        file.write_text("\n".join(map(json.dumps, rows)) if lines else json.dumps(content))
        assert main([name, str(file), *options, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return run


def rows() -> list[dict[str, str]]:
    return [{"text": text} for text in DOGS]


def test_a_description_is_that_of_the_command(command: Command) -> None:
    printed = command("describe", rows(), "--text-field", "text")
    found = description(TEXTS)
    names = ("tokens", "sentences", "tokens_per_sentence", "nouns", "adjectives", "verbs")
    assert {name: round(found.figures[name] or 0, 6) for name in names} == {
        name: printed[name] for name in names
    }
    assert {name: found.figures[f"unique_{name}"] for name in printed["unique"]} == printed[
        "unique"
    ]
    assert found.figures["unique_words"] == 22
    assert found.columns["tokens"] == [14, 7, 7, 9]
    assert found.spreads()["tokens"].median == 8.0


def test_readability_is_that_of_the_command(command: Command) -> None:
    many = [*TEXTS] * 10
    printed = command("readability", rows() * 10, "--text-field", "text")
    found = reading(many)
    assert found.figures == {name: printed[name] for name in found.figures}
    assert found.figures["smog"] is not None


def test_a_short_text_has_no_readability_of_its_own() -> None:
    """Catches figures of single captions, for which the formulas were never meant."""
    found = reading([Text("a", " ".join(DOGS * 5)), *TEXTS])
    assert [value is None for value in found.columns["ari"]] == [False] + [True] * 4
    assert found.spreads()["ari"].n == 1


def test_scores_are_those_of_the_command(command: Command) -> None:
    references = {"a": [DOGS[1], DOGS[2]], "b": [DOGS[3], DOGS[0]]}
    candidates = [Text("a", DOGS[0]), Text("b", DOGS[2])]
    items = [{"candidate": each.text, "references": references[each.image]} for each in candidates]
    printed = command("captions", items, "--without", "meteor")
    found = scores(candidates, references, leave_out=NO_METEOR)
    for name in ("bleu_1", "bleu_4", "rouge_1", "rouge_2", "rouge_l", "cider", "spice"):
        assert found.figures[name] == printed[name]
        if name != "spice":
            assert found.columns[name] == [item[name] for item in printed["per_item"]]
    assert found.undefined["spice"].reason == printed["undefined"]["spice"]
    assert found.undefined["meteor"] == NO_METEOR["meteor"]
    assert (found.figures["items"], found.figures["references_per_item"]) == (2, 2.0)


def test_texts_without_a_reference_are_left_out_and_counted() -> None:
    lost = [Text("c", "a dog"), Text("", "a dog"), *TEXTS]
    found = scores(lost, {"a": ["a dog"], "b": ["a cat"]}, images=["a"], leave_out=NO_METEOR)
    assert [found.figures[name] for name in ("items", "images", "left_out")] == [2, 1, 4]
    assert [value is None for value in found.columns["rouge_l"]] == [True] * 2 + [False] * 2 + [
        True
    ] * 2
    nothing = scores(lost, {"z": ["a dog"]}, leave_out=NO_METEOR)
    assert set(nothing.figures.values()) == {None}
    assert "No image has a text both here" in nothing.undefined["bleu_4"].reason


def test_two_texts_of_an_image_weigh_it_once() -> None:
    """Catches CIDEr-D that counts an image as two documents because two texts of it are scored."""
    references = {"a": [DOGS[0]], "b": [DOGS[2]], "c": ["a boat at sea"]}
    once = [Text("a", DOGS[1]), Text("b", DOGS[3]), Text("c", "the boat")]
    twice = [*once, Text("a", DOGS[1])]
    single = scores(once, references, leave_out=NO_METEOR).columns["cider"]
    assert scores(twice, references, leave_out=NO_METEOR).columns["cider"][:3] == single


def test_people_are_judged_as_by_the_command(command: Command) -> None:
    whole = by_image(TEXTS)
    printed = command(
        "captions",
        [{"references": own} for own in whole.values()],
        "--human",
        "--without",
        "meteor",
    )
    odd = [*TEXTS, Text("c", "a boat"), Text("d", "b"), Text("d", "c"), Text("d", "d")]
    found = people(odd, leave_out=NO_METEOR)
    assert found.figures["texts_per_image"] == 2
    assert (found.figures["images"], found.figures["left_out"]) == (2, 2)
    for name in ("bleu_1", "rouge_1", "rouge_l", "cider"):
        assert found.figures[name] == printed[name]
    assert "two texts" in people(TEXTS[:1]).undefined["cider"].reason


def test_specificity_is_that_of_the_command(command: Command) -> None:
    whole = by_image(TEXTS)
    content = {
        "items": [{"captions": own} for own in whole.values()],
        "idf_only": [{"captions": ["a boat"]}, {"captions": ["a ship"]}],
    }
    printed = command("specificity", content)
    found = consistency([*TEXTS, Text("c", "a boat"), Text("", "a ship")])
    assert found.columns["specificity"] == [*printed["per_item"], None]
    assert found.figures == {"specificity": printed["mean"], "images": 2, "alone": 1}


def test_nothing_is_said_as_such(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for measure in (description, reading):
        assert {why.reason for why in measure([]).undefined.values()} == {"There is no text."}
    assert "compares them" in consistency(TEXTS[:1]).undefined["specificity"].reason
    monkeypatch.setenv("WORDNET_DIR", str(tmp_path))
    assert "WordNet is not installed" in consistency(TEXTS).undefined["specificity"].reason


_some = st.lists(st.builds(Text, st.sampled_from(["a", "b", ""]), st.text("ab .", max_size=6)))


@given(_some, _some)
def test_every_figure_is_a_number_or_has_its_reason(one: list[Text], other: list[Text]) -> None:
    """Catches a 0 in place of a figure that does not exist, and a figure that is just gone."""
    found: list[Measured] = [
        description(one),
        reading(one),
        consistency(one),
        people(one, leave_out=NO_METEOR),
        scores(one, by_image(other), leave_out=NO_METEOR),
    ]
    for each in found:
        missing = {name for name, value in each.figures.items() if value is None}
        assert missing == set(each.undefined)
        assert all(why.reason for why in each.undefined.values())
