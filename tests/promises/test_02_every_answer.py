"""Review finds every answer: by each filter, in each order, on pages that stay right."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, get_args

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.core import clock
from annotate.projects.models import Membership, Project
from annotate.quality.models import Flag
from annotate.quality.schemas.answers import Order
from annotate.workflow.models import Assignment, Batch, Sample
from tests.conftest import Cast, client_of
from tests.dashboards.scene import worked
from tests.promises.review_scene import described, ids, listed, two_stages
from tests.workflow.acts import mark, thing

pytestmark = pytest.mark.django_db


@pytest.fixture
def given(people: Cast, project: Project) -> list[Assignment]:
    two_stages(project)
    return described(project, [people.ada, people.ben, people.cleo])


def found(people: Cast, project: Project, given: list[Assignment], **filters: Any) -> list[int]:
    """Return which of the answers are found, by their places."""
    places = {held.answer_id: place for place, held in enumerate(given)}
    return sorted(places[pk] for pk in ids(listed(people.reviewer, project, **filters)))


def test_every_answer_is_listed_flagged_or_not(
    people: Cast, project: Project, given: list[Assignment]
) -> None:
    page = listed(people.reviewer, project)
    assert page["total"] == len(page["results"]) == 6
    assert all(row["flags"] == [] for row in page["results"])
    assert listed(people.reviewer, project, state="open")["total"] == 0


def test_a_rejected_answer_without_flags_is_among_the_decided(
    people: Cast, project: Project, given: list[Assignment]
) -> None:
    Assignment.objects.filter(pk=given[3].pk).update(verdict="rejected")
    assert found(people, project, given, state="settled") == [3]


def test_answers_are_found_by_person_stage_round_verdict_flag_batch_and_split(
    people: Cast, project: Project, given: list[Assignment]
) -> None:
    Assignment.objects.filter(pk=given[1].pk).update(verdict="approved")
    batch = Batch.objects.create(project=project, number=1, created_by=people.lead)
    Sample.objects.filter(pk__in=[held.sample_id for held in given[:2]]).update(batch=batch)
    Flag.objects.create(
        project=project,
        assignment=given[2],
        annotation=given[2].answer,
        annotator=given[2].annotator,
        stage_key="description",
        code="by_hand",
        numbers={"reason": "Odd.", "count": 1, "of": 6, "seed": 1},
        state="settled",
    )

    def of(**filters: Any) -> list[int]:
        return found(people, project, given, **filters)

    assert of(annotator=people.ben.pk) == [1, 4]
    assert of(stage="description") == [0, 1, 2, 3, 4, 5]
    assert of(stage="objects") == []
    assert of(round=1) == [0, 1, 2, 3, 4, 5]
    assert of(round=2) == []
    assert of(verdict="approved") == [1]
    assert of(verdict="unreviewed") == [0, 2, 3, 4, 5]
    assert of(code="by_hand") == [2]
    assert of(code="by_hand", state="settled") == [2]
    assert of(code="by_hand", state="open") == []
    assert of(batch=batch.pk) == [0, 1]
    assert of(split="test") == [0, 3]
    assert of(split="test", annotator=people.ada.pk, batch=batch.pk) == [0]


@pytest.mark.parametrize(
    ("words", "places"),
    [
        ("kite", [0]),
        ("KITE", [0]),
        ("river red", [0]),
        ("red boat", []),
        ("nice picture", [3]),
        ("mädchen", [2]),
        ("100%", [4]),
        ("_", []),
        ("one sleeps.", [5]),
        ('"', []),
        ("\\", []),
        ("(", []),
        ("text", []),
    ],
)
def test_answers_are_found_by_all_of_their_words(
    people: Cast, project: Project, given: list[Assignment], words: str, places: list[int]
) -> None:
    assert found(people, project, given, words=words) == places


def test_ids_of_parts_are_no_words(people: Cast, project: Project) -> None:
    from tests.conftest import add_samples

    two_stages(project)
    add_samples(project, 1)
    held = mark(project, people.ada, thing(id="bedface", label="oak", description="A tall oak."))
    assert ids(listed(people.lead, project, words="tall OAK")) == [held.answer_id]
    assert ids(listed(people.lead, project, words="bedface")) == []


def test_answers_are_found_by_day(people: Cast, project: Project, given: list[Assignment]) -> None:
    day = clock.now().date()
    before = [place for place, held in enumerate(given) if held.ended_at.date() < day]  # type: ignore[union-attr]
    after = [place for place in range(6) if place not in before]
    yesterday = (day - timedelta(days=1)).isoformat()
    assert found(people, project, given, to=yesterday) == before
    assert found(people, project, given, **{"from": day.isoformat()}) == after
    assert found(people, project, given, **{"from": yesterday, "to": day.isoformat()}) == [
        *range(6)
    ]
    assert found(people, project, given, to="9999-12-31") == [*range(6)]


@pytest.mark.parametrize(
    ("filters", "field"),
    [
        ({"verdict": "good"}, "verdict"),
        ({"round": "first"}, "round"),
        ({"from": "yesterday"}, "from"),
        ({"from": "2026-02-03", "to": "2026-02-02"}, "to"),
        ({"order": "value"}, "order"),
        ({"order": "answer__value"}, "order"),
        ({"words": "\0"}, "words"),
        ({"lenght": "3"}, "lenght"),
    ],
)
def test_a_filter_that_there_is_not_is_refused_by_name(
    people: Cast, project: Project, filters: dict[str, str], field: str
) -> None:
    refused = client_of(people.lead).get(f"/api/v1/projects/{project.pk}/review", filters)
    assert refused.status_code == 422
    assert [each["path"] for each in refused.json()["error"]["fields"]] == [field]


def shown(row: dict[str, Any], column: str) -> Any:
    answer = row["answer"]
    return {
        "image": answer["image"]["name"],
        "person": answer["annotator"]["display_name"].lower(),
        "stage": ["objects", "description"].index(answer["stage"]["key"]),
        "round": answer["round"],
        "flags": sum(flag["state"] == "open" for flag in row["flags"]),
        "verdict": answer["verdict"],
        "seconds": answer["active_seconds"],
        "at": answer["submitted_at"],
    }[column]


@pytest.mark.parametrize("order", get_args(Order))
def test_every_order_holds_over_pages_both_ways(
    people: Cast, project: Project, given: list[Assignment], order: str
) -> None:
    for place, state in ((1, "approved"), (4, "rejected")):
        Assignment.objects.filter(pk=given[place].pk).update(verdict=state)
    for number, place in ((1, 2), (2, 5)):
        for code in ("by_hand", "random_sample")[:number]:
            Flag.objects.create(
                project=project,
                assignment=given[place],
                annotation=given[place].answer,
                annotator=given[place].annotator,
                stage_key="description",
                code=code,
                numbers={"reason": "Odd.", "count": 1, "of": 6, "seed": 1},
            )
    column = order.removeprefix("-")
    everything = ids(listed(people.lead, project, order=order))
    page = listed(people.lead, project, order=order, page_size=4)
    values = [shown(row, column) for row in page["results"]]
    assert values == sorted(values, reverse=order.startswith("-"))
    second = listed(people.lead, project, order=order, page_size=4, cursor=page["next"])
    assert ids(page) + ids(second) == everything
    back = listed(people.lead, project, order=order, page_size=4, cursor=second["previous"])
    assert ids(back) == ids(page)
    assert (back["previous"], second["next"]) == (None, None)


def test_a_page_stays_right_while_answers_change(
    people: Cast, project: Project, given: list[Assignment]
) -> None:
    """By number of rows, what is decided on page one would push two answers off page two."""
    first = listed(people.lead, project, verdict="unreviewed", page_size=2)
    Assignment.objects.filter(answer__in=ids(first)).update(verdict="approved")
    rest = listed(people.lead, project, verdict="unreviewed", page_size=4, cursor=first["next"])
    assert len({*ids(first), *ids(rest)}) == 6


@pytest.mark.parametrize(
    "cursor", ["x", "WyJhZnRlciIsIHt9LCAxXQ==", "WyJhZnRlciIsICJvZGQiLCAxXQ=="]
)
def test_a_cursor_of_nowhere_is_not_found(people: Cast, project: Project, cursor: str) -> None:
    url = f"/api/v1/projects/{project.pk}/review"
    assert client_of(people.lead).get(url, {"cursor": cursor}).status_code == 404


def cost(people: Cast, project: Project, **filters: Any) -> int:
    client = client_of(people.lead)
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(f"/api/v1/projects/{project.pk}/review", {"state": "all", **filters})
    assert answer.status_code == 200
    return len(captured)


def costs(people: Cast, project: Project) -> list[int]:
    """The queries of a page by every filter and in every order."""
    # As soon as there is a batch, new samples wait for theirs: it is here for this alone.
    batch = Batch.objects.create(project=project, number=1, created_by=people.lead)
    Sample.objects.filter(project=project).update(batch=batch)
    flagged(project, Assignment.objects.filter(project=project, flags=None))
    wanted: list[dict[str, Any]] = [
        {},
        {"annotator": people.ada.pk},
        {"stage": "description"},
        {"round": 1},
    ]
    wanted += [
        {"verdict": "unreviewed"},
        {"code": "by_hand"},
        {"batch": batch.pk},
        {"split": "test"},
    ]
    wanted += [{"words": "the"}, {"from": "2026-01-01", "to": "9999-12-31"}, {"state": "open"}]
    wanted += [{"order": order} for order in get_args(Order)]
    found = [cost(people, project, **filters) for filters in wanted]
    Sample.objects.filter(project=project).update(batch=None)
    batch.delete()
    return found


def test_more_answers_cost_no_more_queries_by_any_filter_or_order(
    people: Cast, project: Project
) -> None:
    two_stages(project)
    described(project, [people.ada, people.ben], 3)
    # The first request of a connection prepares a statement on PostgreSQL.
    cost(people, project)
    few = costs(people, project)
    described(project, [people.cleo, people.ada], 18)
    assert costs(people, project) == few
    assert max(few) <= 8


def flagged(project: Project, rows: Iterable[Assignment]) -> None:
    """Let a lead have flagged these answers."""
    for held in rows:
        Flag.objects.create(
            project=project,
            assignment=held,
            annotation=held.answer,
            annotator=held.annotator,
            stage_key="description",
            code="by_hand",
            numbers={"reason": "Odd."},
        )


def test_annotators_and_strangers_see_no_answers(people: Cast, project: Project) -> None:
    url = f"/api/v1/projects/{project.pk}/review"
    assert client_of(people.ada).get(url).status_code == 403
    assert client_of(people.stranger).get(url).status_code == 404


def test_whoever_has_answered_can_be_chosen_by_name_also_after_leaving(
    people: Cast, project: Project, given: list[Assignment]
) -> None:
    for user, submissions in ((people.ada, 2), (people.ben, 2), (people.cleo, 0)):
        worked(project, user, date(2026, 2, 2), submissions)
    Membership.objects.filter(project=project, user=people.ada).delete()
    names = client_of(people.reviewer).get(f"/api/v1/projects/{project.pk}/review/people").json()
    assert [person["username"] for person in names] == ["ada", "ben"]
