from typing import Any

import pytest

from annotate.kinds import Problem, Stimulus
from annotate.kinds.ocr.kind import OcrKind
from annotate.kinds.ocr.model import OcrAnswer
from tests.kinds.strategies import a_token, first_measure

KIND = OcrKind()
IMAGE = Stimulus(width=640, height=427)


def answer(*tokens: dict[str, Any]) -> OcrAnswer:
    return KIND.parse({"tokens": list(tokens)})


def problems(
    *tokens: dict[str, Any], base: OcrAnswer | None = None, **settings: Any
) -> list[Problem]:
    return KIND.problems(answer(*tokens), IMAGE, KIND.parse_settings(settings), base)


def box(x: float, y: float, width: float, height: float) -> dict[str, float]:
    return {"x": x, "y": y, "width": width, "height": height}


def test_an_image_may_have_no_text() -> None:
    assert problems() == []


def test_what_can_be_read_must_be_typed() -> None:
    [problem] = problems(a_token("a"), a_token("b", text=" "))
    assert (problem.code, problem.path) == ("text_missing", "tokens[1].text")
    assert problems(a_token(text="", legible=False)) == []


def test_a_word_has_at_most_200_characters() -> None:
    assert problems(a_token(text="x" * 200)) == []
    [problem] = problems(a_token(text="x" * 201))
    assert (problem.code, problem.path) == ("text_too_long", "tokens[0].text")


def test_there_are_at_most_as_many_words_as_a_project_allows() -> None:
    tokens = [a_token(f"t{number}") for number in range(3)]
    assert problems(*tokens, max_tokens=3) == []
    [problem] = problems(*tokens, max_tokens=2)
    assert (problem.code, problem.path) == ("too_many_tokens", "tokens")


@pytest.mark.parametrize(
    ("wrong", "code"),
    [(box(1, 1, 0, 5), "box_without_size"), (box(-3, 0, 10, 10), "box_outside_image")],
)
def test_a_box_must_lie_in_the_image_and_have_a_size(wrong: dict[str, float], code: str) -> None:
    [problem] = problems(a_token(box=wrong))
    assert (problem.code, problem.path) == (code, "tokens[0].box")


def test_each_word_has_an_id_of_its_own() -> None:
    [problem] = problems(a_token("a"), a_token("a", text="GO"))
    assert (problem.code, problem.path) == ("duplicate_id", "tokens[1].id")


def test_only_words_of_the_base_can_be_cited() -> None:
    base = answer(a_token("a"))
    assert problems(a_token("a", derived_from=["a"]), base=base) == []
    [problem] = problems(a_token("a", derived_from=["z"]), base=base)
    assert (problem.code, problem.path) == ("unknown_derived_from", "tokens[0].derived_from[0]")


BASE = answer(a_token("a"), a_token("b", text="GO"), a_token("c", text="EXIT"))


def fates(*tokens: dict[str, Any]) -> dict[str, Any]:
    changes = KIND.changes(BASE, answer(*tokens))
    keys = ("kept", "edited", "added", "removed", "merged", "split")
    return {key: changes[key] for key in keys if changes[key]}


@pytest.mark.parametrize(
    "change", [{"text": "STOPP"}, {"legible": False}, {"box": box(11, 10, 100, 50)}]
)
def test_a_seed_with_anything_corrected_is_edited(change: dict[str, Any]) -> None:
    assert fates(a_token("a", derived_from=["a"], **change)) == {"edited": 1, "removed": 2}


def test_words_are_kept_added_merged_and_removed() -> None:
    corrected = (
        a_token("a", derived_from=["a"]),
        a_token("n", text="GO EXIT", derived_from=["b", "c"]),
        a_token("m", text="NEW"),
    )
    assert fates(*corrected) == {"kept": 1, "merged": 1, "added": 1}


def test_similarity_reads_the_words_in_order() -> None:
    before, after = answer(a_token("a"), a_token("b", text="GO")), answer(a_token("a"))
    assert KIND.similarity(before, after, n=1) == 1 / 2


def test_agreement_matches_the_hand_worked_example() -> None:
    one, other = a_token("a"), a_token("b", box=box(300, 300, 20, 20))
    assert first_measure(KIND, [answer(one), answer(one, other), answer()]) == pytest.approx(
        (1 / 2 + 0 + 0) / 3
    )


def test_measures_count_what_can_be_read() -> None:
    figures = KIND.measure(answer(a_token("a"), a_token("b", text="", legible=False)))
    assert (figures["entries"], figures["legible"], figures["words"]) == (2, 1, 1)


def test_what_stands_in_the_image_is_nobodys_own_words() -> None:
    assert KIND.texts(BASE) == {}
