"""Which captions are flagged and, at the edge of each rule, which are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.quality.captions import capitals_share, flags_of, measures_of
from annotate.analysis.quality.model import (
    CANNED_TEXT,
    CODES,
    CaptionWork,
    FlagFound,
    FlagSettings,
    about,
    explain,
)
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

KITE = "A red kite flies above a green field."


def works_of(
    texts: list[str], *, image: str = "image", text_detected: list[bool | None] | None = None
) -> list[CaptionWork]:
    """Return one answer per text about one image, by the workers 0, 1, …."""
    said = text_detected or [None] * len(texts)
    return [
        CaptionWork(key=f"{image}/{at}", image=image, worker=at, text=text, text_detected=said[at])
        for at, text in enumerate(texts)
    ]


def found(works: list[CaptionWork], code: str, **settings: object) -> list[FlagFound]:
    """Return the flags of one code."""
    chosen = FlagSettings.model_validate(settings)
    return [flag for flag in flags_of(works, chosen) if flag.code == code]


def keys(flags: list[FlagFound]) -> list[int | str | None]:
    return [flag.key for flag in flags]


class TestTexts:
    def test_more_than_half_capitals_is_flagged_half_is_not(self) -> None:
        assert not found(works_of(["ABab"]), "capitals")
        (flag,) = found(works_of([" ABCab "]), "capitals")
        assert flag.numbers == {"capitals": 3, "characters": 5, "share": 0.6, "limit": 0.5}

    def test_blanks_count_as_characters(self) -> None:
        assert capitals_share("A B C") == 0.6
        assert capitals_share("A  B") == 0.5

    def test_no_text_is_undefined_and_not_flagged(self) -> None:
        (measures,) = measures_of(works_of([" "]))
        assert measures.capitals == Undefined(Message("text_without_characters"))
        assert flags_of(works_of([" "])) == []

    @pytest.mark.parametrize(
        "text", ["The QUALITY is poor.", "A blurry kite.", "An unblurred kite"]
    )
    def test_words_about_quality_are_found_inside_words_and_in_any_case(self, text: str) -> None:
        assert found(works_of([text]), "quality_words")

    @pytest.mark.parametrize("text", [CANNED_TEXT, CANNED_TEXT.upper().strip("."), KITE])
    def test_the_canned_text_is_not_about_quality(self, text: str) -> None:
        assert not found(works_of([text]), "quality_words")

    @pytest.mark.parametrize(
        ("said", "flagged"),
        [
            ([True, True, True, True, False], [4]),
            ([True, True, True, False, False], []),
            ([False, False, False, False, True], []),  # alone in seeing text is no flag
            ([True, True, True, True, None], []),
            ([True] * 8 + [False] * 2, [8, 9]),
            ([False], []),
        ],
    )
    def test_who_sees_no_text_where_four_of_five_do_is_flagged(
        self, said: list[bool | None], flagged: list[int]
    ) -> None:
        works = works_of([KITE] * len(said), text_detected=said)
        assert keys(found(works, "text_minority")) == [f"image/{at}" for at in flagged]


class TestCanned:
    def test_the_only_canned_answer_is_flagged(self) -> None:
        assert keys(found(works_of([KITE, KITE, CANNED_TEXT, KITE, KITE]), "canned_alone")) == [
            "image/2"
        ]

    def test_two_canned_answers_are_not_alone(self) -> None:
        works = works_of([KITE, CANNED_TEXT, CANNED_TEXT, KITE, KITE])
        assert not found(works, "canned_alone")
        assert not found(works, "not_canned_alone")

    def test_the_only_description_among_canned_answers_is_flagged(self) -> None:
        works = works_of([CANNED_TEXT] * 4 + [KITE])
        (flag,) = found(works, "not_canned_alone")
        assert (flag.key, flag.numbers) == ("image/4", {"canned": 4, "answers": 5})

    @pytest.mark.parametrize("texts", [[CANNED_TEXT], [CANNED_TEXT, KITE]])
    def test_among_fewer_than_three_nobody_is_alone(self, texts: list[str]) -> None:
        works = works_of(texts)
        assert not found(works, "canned_alone")
        assert not found(works, "not_canned_alone")

    def test_half_of_the_images_is_often_and_marks_the_canned_ones(self) -> None:
        texts = [CANNED_TEXT, KITE, CANNED_TEXT, KITE]
        works = [
            CaptionWork(key=at, image=at, worker="Ann", text=text) for at, text in enumerate(texts)
        ]
        flags = found(works, "canned_often")
        assert [(flag.key, flag.related) for flag in flags] == [(0, (2,)), (2, (0,))]
        assert flags[0].numbers == {"canned": 2, "images": 4, "share": 0.5, "limit": 0.5}
        more = [*works, CaptionWork(key=4, image=4, worker="Ann", text=KITE)]
        assert not found(more, "canned_often")

    def test_a_project_without_canned_text_has_no_such_flags(self) -> None:
        works = works_of([KITE, KITE, CANNED_TEXT])
        codes = {flag.code for flag in flags_of(works, FlagSettings(canned_text=None))}
        assert codes == {"quality_words"}

    def test_what_the_answer_says_itself_counts_before_its_text(self) -> None:
        works = [
            CaptionWork(key=at, image=1, worker=at, text=KITE, canned=at == 0) for at in range(3)
        ]
        assert keys(found(works, "canned_alone")) == [0]


def test_a_code_that_is_off_is_not_flagged() -> None:
    works = works_of([KITE, KITE, CANNED_TEXT])
    off = FlagSettings(off=frozenset({"canned_alone", "canned_often"}))
    assert flags_of(works)
    assert not flags_of(works, off)


def test_nothing_gives_nothing() -> None:
    assert flags_of([]) == []
    assert measures_of([]) == []


def test_what_a_lead_reads_has_no_place_left_to_fill() -> None:
    assert not [code for code, known in CODES.items() if "{" in known.title + known.description]


def test_every_code_has_a_title_and_a_description() -> None:
    assert set(CODES) == set(FlagSettings.model_fields["off"].annotation.__args__[0].__args__)  # type: ignore[union-attr]
    assert all(each.title and each.description.endswith(".") for each in CODES.values())
    assert about("rule:email_address").title == "Text rule: email address"


def test_a_text_rule_is_explained_by_its_own_message() -> None:
    said = Message("filler_phrase", words="in this image")
    numbers = {"message": said.to_json(), "found": "in this image"}
    assert str(explain("rule:filler_phrase", numbers)) == f"{said} Found: “in this image”."


@given(st.permutations(range(6)))
def test_the_order_of_the_answers_changes_no_flag(order: list[int]) -> None:
    texts = [CANNED_TEXT, KITE, KITE, "A QUALITY KITE", KITE, KITE]
    said = [True, True, True, True, True, False]
    works = works_of(texts, text_detected=[*said])
    flags = {(flag.key, flag.code) for flag in flags_of([works[at] for at in order])}
    assert flags == {
        ("image/0", "canned_alone"),
        ("image/0", "canned_often"),
        ("image/3", "capitals"),
        ("image/3", "quality_words"),
        ("image/5", "text_minority"),
    }
