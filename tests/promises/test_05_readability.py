"""Readability does not hang on final full stops, and refuses what it was not made for."""

import gzip
import json
from pathlib import Path

import pytest

from annotate.analysis.text_reports import FORMULAS, Measured, Text, reading

VIZWIZ = Path(__file__).parents[1] / "analysis" / "data" / "vizwiz" / "fake_caption_val.json.gz"
CANNED = "quality issues are too severe"
ENGLISH = "A red kite flies in the sky over a field, and a boy holds its string in his hand. "


@pytest.fixture(scope="module")
def captions() -> list[str]:
    """Return the captions of VizWiz-Captions that are not canned: 6,617 of 7,750."""
    rows = json.loads(gzip.decompress(VIZWIZ.read_bytes()))
    return [row["caption"] for row in rows if CANNED not in row["caption"].lower()]


def read(texts: list[str]) -> Measured:
    return reading([Text("", text) for text in texts])


def years(texts: list[str]) -> list[float | None]:
    found = read(texts)
    return [found.figures[name] for name in FORMULAS]


def test_forty_captions_without_a_full_stop_are_forty_sentences() -> None:
    """They were one sentence of 240 words, with an ARI of 111."""
    found = read(["a red kite in the sky"] * 40)
    assert found.figures["sentences"] == 40
    assert found.figures["ari"] == pytest.approx(-5.87, abs=0.005)


def test_each_text_is_cut_by_itself(captions: list[str]) -> None:
    """Joined they were 3,531 sentences, and the figures 9.22, 9.39, 11.54 and 10.67."""
    found = read(captions)
    assert (len(captions), found.figures["sentences"]) == (6617, 6619)
    assert years(captions) == pytest.approx([4.08, 5.48, 7.43, 8.64], abs=0.005)


def test_final_full_stops_change_nothing(captions: list[str]) -> None:
    """With the stops taken away the joined captions had an ARI of 3,236."""
    bare = [text.strip().rstrip(".").strip() for text in captions]
    assert years([f"{text}." for text in bare]) == pytest.approx(years(bare), abs=0.02)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("赤い凧が空を飛んでいます。 少年が紐を持っています。", "Latin"),
        ("Красный воздушный змей летит в небе над полем, и мальчик держит верёвку.", "Latin"),
        ("😀 🎉 🐕 🌳 ⚽ 🍎", "Latin"),
        (f"{ENGLISH} 赤い凧が空を飛んでいます。", "Latin"),
        ("Ein roter Drachen fliegt am Himmel über dem Feld, und der Junge steht da.", "English"),
        ("Una cometa roja vuela en el cielo sobre el campo y el niño la tiene.", "English"),
        ("dog tree park bench sky cloud grass road car house", "English"),
    ],
)
def test_what_the_formulas_were_not_made_for_is_refused(text: str, why: str) -> None:
    found = read([text] * 60)
    assert {found.figures[name] for name in FORMULAS} == {None}
    assert all(why in found.undefined[name].reason for name in FORMULAS)


def test_one_long_text_is_refused_by_the_same_rule() -> None:
    russian = "Красный воздушный змей летит в небе над полем. " * 30
    found = read([ENGLISH * 10, russian, *[ENGLISH] * 200])
    singly = found.columns["ari"]
    assert [value is None for value in singly[:2]] == [False, True]


def test_a_name_in_another_script_is_no_reason_to_refuse() -> None:
    found = read([ENGLISH] * 40 + ["A sign over the door of the shop says 止まれ to all of us."])
    assert found.figures["ari"] is not None
