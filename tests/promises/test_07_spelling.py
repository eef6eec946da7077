"""Spelling finds the examples of its own paper (VW App. A.2), and brands survive."""

import pytest

from annotate.analysis.spelling import suggest


def first_options(text: str) -> dict[str, str]:
    return {suggestion.word: suggestion.options[0].word for suggestion in suggest(text)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A can of Budwieser on a table", {"Budwieser": "Budweiser"}),
        ("a can of budwieser on a table", {"budwieser": "Budweiser"}),
        ("A pack of Duracel batteries", {"Duracel": "Duracell"}),
        ("a black dell laptop", {"dell": "Dell"}),
        ("A black Dell labtop", {"labtop": "laptop"}),
        ("A bottle of Heinekin’s beer", {"Heinekin’s": "Heineken’s"}),
    ],
)
def test_a_brand_that_is_not_written_like_one_is_noticed(
    text: str, expected: dict[str, str]
) -> None:
    assert first_options(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "a box of Duracell procell batteries",
        "Duracell procell batteries in a box",
        "a can of Ravioli",
        "A Progresso can beside a Jambox and a bottle of Dove",
        "A can of Budweiser by a DELL computer",
    ],
)
def test_names_of_brands_survive(text: str) -> None:
    assert suggest(text) == []


def test_the_words_of_a_project_are_right_as_they_are() -> None:
    assert suggest("a black dell laptop", words=["dell"]) == []
    assert suggest("A can of Budwieser", words=["budwieser"]) == []
