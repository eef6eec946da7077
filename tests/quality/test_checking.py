"""Each flag of an answer: who gets it, and with which numbers."""

from typing import Any

import pytest

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import Evidence, Flag
from annotate.quality.services.jobs import change_settings
from annotate.workflow.models import Assignment, Sample
from tests.conftest import Cast
from tests.quality.checks_at_once import run_checks
from tests.quality.scene import (
    CANNED,
    answer_all,
    caption_recipe,
    captioned,
    codes_of,
    crew,
    flag_of,
    give,
    new_samples,
)

pytestmark = pytest.mark.django_db

SHOUTED = "A RED KITE AND A LONG TAIL ABOVE A GREEN FIELD"


@pytest.fixture
def workers(project: Project) -> list[User]:
    caption_recipe(project)
    return crew(project, 5)


def about_one(
    project: Project, workers: list[User], *last: dict[str, Any], seconds: float = 62
) -> list[Assignment]:
    """Four plain answers about one image and these by the last people; return all of them."""
    (sample,) = new_samples(project, 1)
    plain = answer_all([sample], workers[: len(workers) - len(last)])
    people = workers[len(workers) - len(last) :]
    odd = [give(sample, user, answer, seconds=seconds) for user, answer in zip(people, last)]  # noqa: B905
    return [*plain, *odd]


def test_careful_answers_have_no_flags(project: Project, workers: list[User]) -> None:
    answer_all(new_samples(project, 3), workers)
    assert run_checks(project=project).as_dict() == {
        "opened": 0,
        "changed": 0,
        "withdrawn": 0,
        "unchanged": 0,
    }


def test_an_unusual_time_is_flagged_with_mean_and_deviation(
    project: Project, workers: list[User]
) -> None:
    """60, 61, 62, 63 and 300 s: mean 109.2, population SD 95.406, z = 1.9999."""
    *_, slow = about_one(project, workers, captioned("A kite in the sky."), seconds=300)
    run_checks(project=project)
    assert flag_of(slow, "time_outlier_image").numbers == {
        "seconds": 300.0,
        "mean": 109.2,
        "sd": 95.4052,
        "z": 1.9999,
        "limit": 1.95,
        "answers": 5,
    }


def test_capitals_are_flagged_with_their_share(project: Project, workers: list[User]) -> None:
    *plain, loud = about_one(project, workers, captioned(SHOUTED))
    run_checks(project=project)
    assert flag_of(loud, "capitals").numbers == {
        "capitals": 36,
        "characters": 46,
        "share": 0.7826,
        "limit": 0.5,
    }
    assert all("capitals" not in codes_of(answer) for answer in plain)


def test_words_about_quality_are_flagged(project: Project, workers: list[User]) -> None:
    *_, off_topic = about_one(project, workers, captioned("Very blurry and of bad quality."))
    run_checks(project=project)
    assert flag_of(off_topic, "quality_words").numbers == {"words": ["quality", "blur"]}


def test_the_only_canned_text_is_flagged(project: Project, workers: list[User]) -> None:
    *plain, alone = about_one(project, workers, captioned(CANNED))
    run_checks(project=project)
    assert flag_of(alone, "canned_alone").numbers == {"canned": 1, "answers": 5}
    assert flag_of(alone, "canned_alone").related == [answer.answer_id for answer in plain]


def test_the_only_description_is_flagged(project: Project, workers: list[User]) -> None:
    canned = [captioned(CANNED)] * 4
    alone, *_ = about_one(project, workers, *canned)
    run_checks(project=project)
    assert flag_of(alone, "not_canned_alone").numbers == {"canned": 4, "answers": 5}


def test_half_of_a_persons_images_is_often(project: Project, workers: list[User]) -> None:
    first, second = new_samples(project, 2)
    answer_all([first, second], workers[:4])
    canned = give(first, workers[4], captioned(CANNED))
    plain = give(second, workers[4], captioned("A brown dog sleeps on a sofa."))
    run_checks(project=project)
    numbers = {"canned": 1, "images": 2, "share": 0.5, "limit": 0.5}
    assert flag_of(canned, "canned_often").numbers == numbers
    assert "canned_often" not in codes_of(plain)


def test_the_one_who_sees_no_text_is_flagged(project: Project, workers: list[User]) -> None:
    seeing = [captioned(f"A shop with a sign, number {n}.", text_detected=True) for n in range(4)]
    blind, *_ = about_one(project, workers, *seeing)
    run_checks(project=project)
    assert flag_of(blind, "text_minority").numbers == {"yes": 4, "answers": 5, "limit": 0.8}


def test_the_same_text_again_is_flagged(project: Project, workers: list[User]) -> None:
    first, second = new_samples(project, 2)
    same = captioned("A very wonderful view and well worth seeing")
    twice = [give(sample, workers[0], same) for sample in (first, second)]
    run_checks(project=project)
    numbers = flag_of(twice[0], "near_duplicate").numbers
    assert (numbers["answers"], numbers["own"], numbers["similarity"]) == (2, 2, 1)
    assert flag_of(twice[0], "near_duplicate").related == [twice[1].answer_id]


def test_pasted_guidelines_are_flagged(project: Project, workers: list[User], people: Cast) -> None:
    from annotate.projects.services import add_guideline

    rule = "Describe all parts of the image that are important to know."
    add_guideline(project=project, actor=people.owner, body=f"# How to write\n\n{rule}\n")
    *_, pasted = about_one(project, workers, captioned(rule))
    run_checks(project=project)
    numbers = flag_of(pasted, "pasted_instruction").numbers
    assert (numbers["source"], numbers["share"]) == ("instructions", 1)


@pytest.mark.parametrize(
    ("text", "code", "found"),
    [
        ("The picture shows a red kite above a green field.", "banned_opening", "The picture"),
        ("A red kite.", "too_few_words", "A red kite."),
        ("A red kite above a field. It has a long tail.", "several_sentences", "."),
        ("A card with the address ann@example.org on a table.", "email_address", "ann@example.org"),
        ("A sign says to call +44 20 7946 0958 for a room.", "phone_number", "+44 20 7946 0958"),
    ],
)
def test_broken_rules_and_private_data_are_flagged(
    project: Project, workers: list[User], text: str, code: str, found: str
) -> None:
    *_, broken = about_one(project, workers, captioned(text))
    run_checks(project=project)
    numbers = flag_of(broken, f"rule:{code}").numbers
    assert numbers["found"] == found
    assert text[numbers["start"] : numbers["end"]] == found
    assert numbers["path"] == "text"


def test_a_rule_that_the_stage_has_off_makes_no_flag(project: Project) -> None:
    caption_recipe(project, rules={"email_address": "off"})
    (worker,) = crew(project, 1)
    (sample,) = new_samples(project, 1)
    answer = give(sample, worker, captioned("A card with ann@example.org on it, on a table."))
    run_checks(project=project)
    assert "rule:email_address" not in codes_of(answer)


def test_a_check_that_is_off_makes_no_flag_and_withdraws_its_own(
    project: Project, workers: list[User], people: Cast
) -> None:
    *_, loud = about_one(project, workers, captioned(SHOUTED))
    run_checks(project=project)
    change_settings(project=project, actor=people.owner, changes={"off": ["capitals"]})
    run_checks(project=project)
    assert codes_of(loud, "withdrawn") == {"capitals"}


def test_every_threshold_is_the_projects_own(
    project: Project, workers: list[User], people: Cast
) -> None:
    *_, loud = about_one(project, workers, captioned(SHOUTED))
    change_settings(project=project, actor=people.owner, changes={"capitals_share": 0.9})
    run_checks(project=project)
    assert codes_of(loud) == set()


def test_checking_again_changes_nothing(project: Project, workers: list[User]) -> None:
    about_one(project, workers, captioned(CANNED), captioned(SHOUTED), seconds=400)
    run_checks(project=project)
    before = list(Flag.objects.order_by("pk").values()), Evidence.objects.count()
    assert before[0]
    counts = run_checks(project=project)
    assert (counts.opened, counts.changed, counts.withdrawn) == (0, 0, 0)
    assert (list(Flag.objects.order_by("pk").values()), Evidence.objects.count()) == before


def test_a_flag_is_withdrawn_when_more_answers_come(project: Project, workers: list[User]) -> None:
    (sample,) = new_samples(project, 1)
    answer_all([sample], workers[:2])
    first = give(sample, workers[2], captioned(CANNED))
    run_checks(project=project)
    assert "canned_alone" in codes_of(first)
    give(sample, workers[3], captioned(CANNED))
    run_checks(project=project)
    assert "canned_alone" in codes_of(first, "withdrawn")


def test_rejected_answers_are_no_yardstick(project: Project, workers: list[User]) -> None:
    *plain, odd = about_one(project, workers, captioned(CANNED))
    Assignment.objects.filter(pk=odd.pk).update(verdict="rejected")
    give_again = Sample.objects.get(pk=odd.sample_id)
    assert give_again.pk == plain[0].sample_id
    run_checks(project=project)
    assert codes_of(odd) == set()


def test_rounds_of_one_text_are_not_compared(project: Project, people: Cast) -> None:
    """Catches a second round flagged as slow, or as a copy of the first."""
    from tests.conftest import add_samples
    from tests.workflow.acts import describe, mark, seed

    for sample in add_samples(project, 1):
        seed(sample, "A red kite above a wide green field in the evening light.")
    mark(project, people.ada)
    text = "A red kite with a long tail above a wide green field in the evening light."
    describe(project, people.ben, text, seconds=5)
    describe(project, people.cleo, f"{text} Two people watch it.", seconds=500)
    run_checks(project=project)
    assert Flag.objects.count() == 0
