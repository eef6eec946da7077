"""Whoever judges several texts at once sees them in an order drawn for them alone, and kept."""

import uuid
from collections import Counter
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate import kinds
from annotate.evaluation.models import Study
from annotate.kinds.capabilities import ShowsSeveral
from annotate.kinds.side_by_side.model import SideBySideAnswer
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow import answers, services
from annotate.workflow.models import Annotation, Assignment, Task
from tests.conftest import Cast, add_samples, client_of
from tests.evaluation.studies import get
from tests.evaluation.test_ranking_study import send, three_files
from tests.evaluation.texts_scene import prepared
from tests.workflow.acts import claim, use_recipe

pytestmark = pytest.mark.django_db


@pytest.fixture
def study(people: Cast, project: Project) -> Study:
    raters = [people.ada.pk, people.ben.pk]
    return prepared(project, three_files(project, 4), design="ranking.v1", raters=raters)


def claimed(study: Study, rater: User) -> dict[str, Any]:
    body = send(rater, f"/api/v1/projects/{study.work_id}/claim", {}, 200)
    assignment: dict[str, Any] = body["assignment"]
    return assignment


def shown(assignment: dict[str, Any]) -> list[str]:
    texts: list[str] = assignment["about"]["answer"]["texts"]
    return texts


def test_over_many_hand_outs_every_source_stands_in_every_place_equally_often(
    study: Study,
) -> None:
    """Of 6,000 draws each of six orders is expected 1,000 times, with a deviation of 29."""
    assert study.work is not None
    stage = study.work.recipe.stage("rating")
    task = Task.objects.select_related("about").filter(project=study.work, stage_key="rating")[0]
    orders = Counter(tuple(answers.draw_arrangement(task, stage) or ()) for _ in range(6_000))
    assert len(orders) == 6
    assert all(abs(count - 1_000) < 6 * 29 for count in orders.values())


def test_the_order_stays_when_the_page_is_loaded_again_or_the_task_claimed_again(
    study: Study, people: Cast
) -> None:
    first = claimed(study, people.ada)
    assert shown(get(people.ada, f"/api/v1/assignments/{first['id']}")) == shown(first)
    assert shown(claimed(study, people.ada)) == shown(first)


def test_whoever_comes_back_to_a_task_finds_the_order_their_draft_was_made_in(
    study: Study, people: Cast
) -> None:
    first = claimed(study, people.ada)
    answer = {"ranks": [2, None, 1], "justification": ""}
    draft = {"version": 0, "answer": answer, "active_seconds": 1}
    client_of(people.ada).put(f"/api/v1/assignments/{first['id']}/draft", draft, format="json")
    held = Assignment.objects.get(pk=first["id"])
    services.release(assignment=held, actor=people.ada)
    Task.objects.filter(project=study.work).exclude(pk=held.task_id).update(state="cancelled")
    again = claimed(study, people.ada)
    assert again["id"] != first["id"]
    assert (shown(again), again["draft"]["answer"]) == (shown(first), answer)


def test_the_answer_is_stored_of_the_item_and_read_back_as_it_was_given(
    study: Study, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.SystemRandom.shuffle", lambda _, order: order.reverse())
    task = claimed(study, people.ada)
    answer = {"ranks": [1, 2, 3], "justification": "A before B."}
    body = {"key": str(uuid.uuid4()), "answer": answer}
    send(people.ada, f"/api/v1/assignments/{task['id']}/submit", body, 200)
    stored = Annotation.objects.get(assignment=task["id"])
    assert stored.value["ranks"] == [3, 2, 1]
    mine = get(people.ada, f"/api/v1/history/{task['id']}")
    assert (mine["mine"], mine["about"]) == (answer, task["about"])


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1], [1, 2, 0], [2, 1, 0]])
def test_an_answer_turned_to_the_item_and_back_is_the_same(order: list[int]) -> None:
    kind = kinds.able(kinds.get("ranking.v1"), ShowsSeveral)
    answer = kinds.get("ranking.v1").parse({"ranks": [1, 2, 2]})
    inverse = sorted(range(3), key=order.__getitem__)
    assert kind.reordered(kind.reordered(answer, inverse), order) == answer
    assert kind.arranged({"texts": ["x", "y", "z"], "images": []}, order)["texts"] == [
        "xyz"[place] for place in order
    ]


def test_a_comparison_that_was_shown_the_other_way_round_changes_its_sign() -> None:
    kind = kinds.able(kinds.get("side_by_side.v1"), ShowsSeveral)
    answer: SideBySideAnswer = kinds.get("side_by_side.v1").parse(
        {"scores": {"tldr": {"score": 2}, "human_like": {"score": 0}, "specificity": {}}}
    )
    turned = kind.reordered(answer, [1, 0])
    assert {key: given.score for key, given in turned.scores.items()} == {
        "tldr": -2,
        "human_like": 0,
        "specificity": None,
    }
    assert kind.reordered(answer, [0, 1]) == answer


def test_claims_of_stages_that_show_one_thing_ask_nothing_more(
    project: Project, people: Cast
) -> None:
    """Nothing is drawn for them, and nothing read to find that out."""
    use_recipe(project, {"key": "text"})
    add_samples(project, 2)
    held = claim(project, people.ada)
    assert held.arrangement is None
    task = Task.objects.get(pk=held.task_id)
    with CaptureQueriesContext(connection) as queries:
        assert answers.draw_arrangement(task, project.recipe.stage("text")) is None
    assert len(queries) == 0
