"""Findings become flags once, keep their numbers as evidence, and a lead's word stays."""

from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.quality.models import Evidence, Flag
from annotate.quality.services.recording import Finding, Recorded, record
from annotate.quality.services.review import settle
from annotate.workflow.models import Assignment
from tests.conftest import Cast
from tests.quality.scene import STAGE, caption_recipe, captioned, crew, give, new_samples

pytestmark = pytest.mark.django_db


@pytest.fixture
def answer(project: Project) -> Assignment:
    caption_recipe(project)
    (sample,) = new_samples(project, 1)
    (worker,) = crew(project, 1)
    return give(sample, worker, captioned("A red kite above a green field in the evening."))


def found(answer: Assignment, code: str = "capitals", **numbers: Any) -> Finding:
    return Finding(
        assignment=answer.pk,
        annotation=answer.answer_id,
        annotator=answer.annotator_id,
        code=code,
        numbers=numbers or {"share": 0.6},
    )


def write(answer: Assignment, *findings: Finding, **more: Any) -> Recorded:
    asked = {"checked": [answer.pk], "codes": {"capitals", "quality_words"}, **more}
    return record(project=answer.project, stage_key=STAGE, findings=findings, **asked)


def only(answer: Assignment) -> Flag:
    return Flag.objects.get(assignment=answer)


def test_a_finding_becomes_an_open_flag_with_its_numbers(answer: Assignment) -> None:
    counts = write(answer, found(answer, share=0.6))
    flag = only(answer)
    assert counts.as_dict() == {"opened": 1, "changed": 0, "withdrawn": 0, "unchanged": 0}
    assert (flag.state, flag.numbers, flag.annotator_id) == (
        "open",
        {"share": 0.6},
        answer.annotator_id,
    )
    assert list(Evidence.objects.values_list("numbers", flat=True)) == [{"share": 0.6}]


def test_the_same_numbers_again_write_nothing(answer: Assignment) -> None:
    write(answer, found(answer))
    before = list(Flag.objects.values())
    counts = write(answer, found(answer))
    assert counts.as_dict() == {"opened": 0, "changed": 0, "withdrawn": 0, "unchanged": 1}
    assert list(Flag.objects.values()) == before
    assert Evidence.objects.count() == 1


def test_other_numbers_are_shown_and_the_earlier_ones_kept(answer: Assignment) -> None:
    write(answer, found(answer, share=0.6))
    write(answer, found(answer, share=0.7))
    assert only(answer).numbers == {"share": 0.7}
    kept = Evidence.objects.order_by("pk").values_list("numbers", flat=True)
    assert list(kept) == [{"share": 0.6}, {"share": 0.7}]


def test_what_is_not_found_any_more_is_withdrawn_and_can_come_back(answer: Assignment) -> None:
    write(answer, found(answer))
    assert write(answer).withdrawn == 1
    assert only(answer).state == "withdrawn"
    assert write(answer, found(answer)).opened == 1
    assert only(answer).state == "open"


def test_a_check_for_other_codes_withdraws_nothing(answer: Assignment) -> None:
    write(answer, found(answer))
    write(answer, codes={"near_duplicate"})
    assert only(answer).state == "open"


def test_a_settled_flag_stays_settled(answer: Assignment, people: Cast) -> None:
    write(answer, found(answer, share=0.6))
    settle([answer.pk], actor=people.lead)
    write(answer, found(answer, share=0.6))
    assert Evidence.objects.count() == 1, "the same numbers are no news"
    write(answer, found(answer, share=0.9))
    write(answer, found(answer, share=0.9))
    flag = only(answer)
    assert (flag.state, flag.numbers) == ("settled", {"share": 0.6}), "what was decided on"
    kept = Evidence.objects.order_by("pk").values_list("numbers", flat=True)
    assert list(kept) == [{"share": 0.6}, {"share": 0.9}]
    write(answer)
    assert only(answer).state == "settled", "not found again is no reason to forget"


def test_a_narrow_look_changes_no_numbers(answer: Assignment) -> None:
    write(answer, found(answer, share=0.6))
    counts = write(answer, found(answer, share=0.5), checked=(), codes=(), update=False)
    assert only(answer).numbers == {"share": 0.6}
    assert counts.as_dict() == {"opened": 0, "changed": 0, "withdrawn": 0, "unchanged": 0}


def test_two_reasons_are_two_flags(answer: Assignment) -> None:
    write(answer, found(answer, "capitals"), found(answer, "quality_words", words=["blur"]))
    assert Flag.objects.filter(assignment=answer, state="open").count() == 2
