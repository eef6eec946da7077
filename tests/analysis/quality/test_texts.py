"""Flags about repeated and pasted texts."""

from annotate.analysis.quality.model import CANNED_TEXT, CaptionWork, FlagSettings
from annotate.analysis.quality.texts import text_flags_of

VIEW = "A very wonderful view and worth seeing"
TASK = "Please describe all parts of the image that may matter to others."


def works_of(*answers: tuple[str, str], text: str = VIEW) -> list[CaptionWork]:
    """Return one answer per (image, worker) with the same text; keys count from 0."""
    return [
        CaptionWork(key=at, image=image, worker=worker, text=text)
        for at, (image, worker) in enumerate(answers)
    ]


def test_a_person_who_repeats_a_text_is_flagged_on_both() -> None:
    flags = text_flags_of(works_of(("a", "Ann"), ("b", "Ann")))
    assert [(flag.key, flag.code, flag.related) for flag in flags] == [
        (0, "near_duplicate", (1,)),
        (1, "near_duplicate", (0,)),
    ]
    assert flags[0].numbers == {
        "answers": 2,
        "images": 2,
        "workers": 1,
        "own": 2,
        "similarity": 1.0,
        "limit": 0.8,
    }


def test_two_people_with_the_same_words_are_not_flagged_three_are() -> None:
    assert text_flags_of(works_of(("a", "Ann"), ("b", "Ben"))) == []
    flags = text_flags_of(works_of(("a", "Ann"), ("b", "Ben"), ("b", "Eve")))
    assert [flag.key for flag in flags] == [0, 1, 2]
    assert flags[0].explanation == (
        "3 answers about 2 images by 3 people have nearly the same text, 1 of them by this person "
        "(similarity at least 100%; the limit is 80%)."
    )


def test_the_canned_text_is_never_a_repeat() -> None:
    works = works_of(("a", "Ann"), ("b", "Ann"), ("c", "Ann"), text=CANNED_TEXT)
    assert text_flags_of(works) == []


def test_instructions_as_an_answer_are_flagged() -> None:
    works = works_of(("a", "Ann"), text="describe all parts of the image that may matter")
    (flag,) = text_flags_of(works, instructions=[TASK])
    assert (flag.code, flag.numbers["source"]) == ("pasted_instruction", "instructions")
    assert flag.explanation == (
        "100% of the words stand in the instructions in the same order; the limit is 80%. "
        "For example: “describe all parts of the image that may matter”."
    )


def test_a_passage_for_three_images_is_flagged_with_the_others() -> None:
    flags = text_flags_of(works_of(("a", "Ann"), ("b", "Ann"), ("c", "Ann")))
    pasted = [flag for flag in flags if flag.code == "pasted_instruction"]
    assert [(flag.key, flag.related) for flag in pasted] == [(0, (1, 2)), (1, (0, 2)), (2, (0, 1))]
    assert "in this person's answers about 3 images" in pasted[0].explanation


def test_codes_that_are_off_are_not_computed() -> None:
    works = works_of(("a", "Ann"), ("b", "Ann"), ("c", "Ann"))
    off = FlagSettings(off=frozenset({"near_duplicate", "pasted_instruction"}))
    assert text_flags_of(works, off) == []
