"""How far a second reader agrees with people is counted from what they decided, per version."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.analysis.proportions import wilson
from annotate.evaluation.models import Study, StudyItem
from annotate.projects.models import Membership, Project, Role
from annotate.workflow.models import Annotation
from tests.backends.openai.conftest import address, standin
from tests.backends.standin.api import StandIn
from tests.conftest import Cast
from tests.evaluation.enriching_scene import base, lead
from tests.evaluation.judging import judge
from tests.evaluation.reading_scene import (
    SKY,
    Json,
    answers,
    begin,
    connected,
    kite,
    truthful,
    version,
    work,
)
from tests.evaluation.texts_scene import prepared
from tests.workflow.acts import describe, seed

__all__ = ["address", "answers", "base", "lead", "standin", "version"]

pytestmark = pytest.mark.django_db


def figures(lead: APIClient, base: str) -> list[Json]:
    told: list[Json] = lead.get(f"{base}/second-readings/precision").json()
    return told


def decide(lead: APIClient, base: str, answer: Annotation, verdict: str, **more: Any) -> None:
    body = {"verdict": verdict, "reason": "Look again.", **more}
    answered = lead.post(f"{base}/review/{answer.pk}", body, format="json")
    assert answered.status_code == 200, answered.content


def counts(share: Json) -> tuple[int, int]:
    return share["part"], share["whole"]


def test_marks_are_held_against_verdicts_and_against_what_was_written_anew(
    lead: APIClient,
    base: str,
    answers: list[Annotation],
    version: int,
    project: Project,
    people: Cast,
) -> None:
    """Images 1, 2 and 3 are marked; 1, 3 and 4 are rejected, of which 1 and 4 are written anew."""
    work(begin(lead, base, version))
    decide(lead, base, answers[0], "approved")
    decide(lead, base, answers[2], "approved")
    decide(lead, base, answers[1], "rejected", requeue=True)
    describe(project, people.ben, f"{kite(1)} A cat sits below.")
    decide(lead, base, answers[4], "rejected", requeue=True)
    describe(project, people.ben, f"An owl sits on hill number 4. {SKY}")
    # The last, or else the work on this one is open, too, and could be what Ben is given.
    decide(lead, base, answers[3], "rejected")
    (told,) = figures(lead, base)
    assert (told["texts"], told["judged"], told["judged_before"]) == (6, 5, 0)
    assert counts(told["rejected_marked"]) == (2, 3)
    assert [told["rejected_marked"][end] for end in ("low", "high")] == list(wilson(2, 3))
    # Where they disagree: nothing was marked in the fourth, and it was rejected all the same.
    assert counts(told["rejected_unmarked"]) == (1, 2)
    assert counts(told["found"]) == (2, 3)
    assert counts(told["changed_marked"]) == (1, 2)
    assert counts(told["changed_contradicted"]) == (1, 1)
    assert counts(told["changed_not_seen"]) == (0, 1)
    assert counts(told["changed_seen"]) == (1, 6)


def test_what_was_decided_before_it_was_read_is_left_out(
    lead: APIClient, base: str, answers: list[Annotation], version: int
) -> None:
    decide(lead, base, answers[1], "approved")
    work(begin(lead, base, version))
    (told,) = figures(lead, base)
    assert (told["judged"], told["judged_before"]) == (0, 1)
    share = told["rejected_marked"]
    assert (share["value"], share["why"]["message_code"]) == (None, "second_reader_none_marked")
    assert told["changed_marked"]["why"]["message_code"] == "second_reader_no_sentences"
    assert told["found"]["why"]["message_code"] == "second_reader_none_rejected"


def test_each_version_has_figures_of_its_own(
    lead: APIClient,
    base: str,
    answers: list[Annotation],
    version: int,
    address: str,
    standin: StandIn,
) -> None:
    work(begin(lead, base, version))
    standin.say = lambda chat: truthful(chat).replace("contradicted", "seen")
    body = {"settings": {"temperature": 0.5}}
    connection = figures(lead, base)[0]["version"]["connection"]["id"]
    changed = lead.patch(f"{base}/connections/{connection}", body, format="json")
    assert changed.status_code == 200, changed.content
    other = changed.json()["serving"]["id"]
    assert other != version
    work(begin(lead, base, other))
    decide(lead, base, answers[1], "rejected")
    second, first = figures(lead, base)
    assert [each["version"]["id"] for each in (first, second)] == [version, other]
    assert counts(first["rejected_marked"]) == counts(second["rejected_unmarked"]) == (1, 1)
    assert second["rejected_marked"]["value"] is None


@pytest.fixture
def study(project: Project, people: Cast, version: int, answers: list[Annotation]) -> Study:
    """Ada's text beside a seed for each image; the seed of a marked text has no mark."""
    for place, answer in enumerate(answers):
        seed(answer.sample, f"{kite(place)} {SKY}" if place < 4 else f"{kite(place)} A dog sits.")
    sources = [
        {"source": {"type": "final", "stage": "description"}, "title": "People"},
        {"source": {"type": "seed", "stage": "description"}, "title": "Model"},
    ]
    made = prepared(project, sources, raters_per_item=1, raters=[people.cleo.pk])
    assert made.work is not None
    Membership.objects.get_or_create(
        project=made.work, user=people.cleo, defaults={"role": Role.ANNOTATOR}
    )
    return made


def test_marks_are_held_against_what_raters_said_of_hallucinations(
    lead: APIClient,
    base: str,
    answers: list[Annotation],
    version: int,
    study: Study,
    people: Cast,
) -> None:
    """People's texts 1, 2 and 3 are marked and their seeds are not; of 4 and 5 the seeds are."""
    work(begin(lead, base, version))
    work(begin(lead, base, version, source={"type": "seed", "stage": "description"}))
    by_image = {answer.sample.image_id: place for place, answer in enumerate(answers)}

    def opinion(item: StudyItem) -> dict[str, int]:
        # The model is better for 1 and 2, nobody is for 3, people are for the others.
        assert item.image_id is not None
        score = {1: 2, 2: 1, 3: 0}.get(by_image[item.image_id], -1)
        others = ("comprehensiveness", "specificity", "tldr", "human_like")
        return {"hallucination": score} | dict.fromkeys(others, 0)

    judge(study, people.cleo, opinion)
    (told,) = figures(lead, base)
    (against,) = told["studies"]
    assert (against["name"], against["pairs"]) == (study.name, 6)
    # 0 has no mark on either side, 3 was judged alike; of 1, 2, 4 and 5 all agree.
    assert counts(against["agrees"]) == (4, 4)
    assert [against["agrees"][end] for end in ("low", "high")] == list(wilson(4, 4))


def test_without_judgements_of_pairs_a_study_says_why_there_is_no_figure(
    lead: APIClient, base: str, version: int, study: Study
) -> None:
    work(begin(lead, base, version))
    ((against,),) = (each["studies"] for each in figures(lead, base))
    assert (against["pairs"], against["agrees"]["value"]) == (0, None)
    assert against["agrees"]["why"]["message_code"] == "second_reader_no_pairs"


def test_boxes_come_as_the_connection_says_that_its_model_writes_them(
    lead: APIClient, base: str, answers: list[Annotation], address: str, standin: StandIn
) -> None:
    standin.say = truthful
    told = begin(lead, base, connected(lead, base, address, box_order="yxyx", box_range=2000))
    work(told)
    assert "[top, left, bottom, right] in whole numbers from 0 to 2000" in standin.chats[0].text
    texts = lead.get(f"{base}/second-readings/{told['id']}/texts").json()["results"]
    boxes = [each["box"] for text in texts for each in text["sentences"] if each["box"]]
    assert boxes == [{"x": 0, "y": 12, "width": 16, "height": 12}] * 2
