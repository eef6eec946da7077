"""Gold is mixed in unseen: nothing that a client is told tells it from work, nothing counts it."""

from collections.abc import Sequence
from typing import Any

import pytest

from annotate.core import errors
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow import hooks, selectors, services
from annotate.workflow.hooks import Places, Slot
from annotate.workflow.models import (
    Annotation,
    Assignment,
    DailyStats,
    Hit,
    Outcome,
    Purpose,
    Sample,
    Task,
)
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.workflow.acts import (
    claim,
    code_of,
    draft,
    fresh,
    open_tasks,
    stage_of,
    submit,
    use_recipe,
    why_nothing,
    work,
)
from tests.workflow.hit_acts import (
    MINUTES,
    ONE_CRITERION,
    YES,
    answers_to,
    claim_hit,
    give_hits,
    in_hit,
    submit_hit,
    work_hit,
)

pytestmark = pytest.mark.django_db


class Shelf:
    """Samples whose right answer is known, in the order in which they are mixed in."""

    def __init__(self) -> None:
        self.slots: list[Slot] = []
        self.asked: list[int] = []

    def mix(
        self, project: Project, stage: StageSpec, annotator: User, places: Places
    ) -> Sequence[Slot]:
        """Return as many as may be, of those that the person has not had."""
        self.asked.append(places.count)
        had = Assignment.objects.filter(annotator=annotator).values_list("sample", flat=True)
        fresh = [slot for slot in self.slots if slot.sample.pk not in had]
        return fresh[: max(places.count - 1, 1)]


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Shelf:
    made = Shelf()
    monkeypatch.setattr(hooks.mixing, "functions", (made.mix,))
    return made


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The assignments that listeners were told of."""
    told: list[int] = []

    def hear(_: Project, assignments: Sequence[Assignment]) -> None:
        told.extend(each.pk for each in assignments)

    monkeypatch.setattr(hooks.submitted, "functions", (hear,))
    return told


def known(project: Project, number: int) -> list[Slot]:
    """Samples on which all work is done, as gold mostly is."""
    samples = add_samples(project, number)
    Task.objects.filter(sample__in=samples).update(state="cancelled")
    Sample.objects.filter(pk__in=[each.pk for each in samples]).update(state="done")
    return [Slot(sample=each) for each in samples]


@pytest.fixture
def mixed(project: Project, shelf: Shelf, time: Clock) -> Project:
    """HITs of three in which, by a rate of 1, every place but one is gold."""
    give_hits(project, rounds=1, gold_rate=1.0)
    shelf.slots = known(project, 6)
    add_samples(project, 8)
    return project


def purposes(hit: Hit) -> list[str]:
    return [each.task.purpose for each in in_hit(hit)]


def shape(value: Any) -> Any:
    """Return the keys and the types of a JSON value, without what the values are."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(inner) for inner in value]
    return type(value).__name__


def test_a_hit_has_work_and_gold(people: Cast, mixed: Project) -> None:
    assert sorted(purposes(claim_hit(mixed, people.ada))) == ["gold", "gold", "work"]


def test_a_gold_task_looks_exactly_like_work(people: Cast, mixed: Project) -> None:
    client = client_of(people.ada)
    hit = client.post(f"/api/v1/projects/{mixed.pk}/claim", {}, format="json").json()["hit"]
    gold = {each.pk for each in Assignment.objects.filter(task__purpose="gold")}
    shapes = {each["id"] in gold: shape(each) for each in hit["assignments"]}
    assert set(shapes) == {True, False}
    assert shapes[True] == shapes[False]
    assert hit["purpose"] == "work"
    texts = str(hit) + str(client.get("/api/v1/work").json())
    assert "gold" not in texts.replace("/static", "")


def test_neither_place_nor_number_tells_gold(
    people: Cast, project: Project, shelf: Shelf, time: Clock
) -> None:
    """Over many HITs gold is in every place."""
    give_hits(project, rounds=1, gold_rate=1.0)
    add_samples(project, 6)
    places: set[int] = set()
    for _ in range(10):
        shelf.slots = known(project, 2)
        for user in (people.ada, people.ben, people.cleo):
            given = claim_hit(project, user)
            places |= {each.position for each in in_hit(given) if each.task.purpose == "work"}
            services.release_hit(hit=given, actor=user)
    assert places == {1, 2, 3}


def test_gold_given_one_at_a_time_looks_like_work_too(
    people: Cast, project: Project, shelf: Shelf
) -> None:
    use_recipe(project, {"key": "text", "mode": "parallel", "gold_rate": 1.0})
    add_samples(project, 2)
    base = f"/api/v1/projects/{project.pk}/claim"
    client = client_of(people.ada)
    plain = client.post(base, {}, format="json").json()
    submit(Assignment.objects.get(pk=plain["assignment"]["id"]), {"text": "Work."})
    shelf.slots = known(project, 1)
    golden = client.post(base, {}, format="json").json()
    held = Assignment.objects.select_related("task").get(pk=golden["assignment"]["id"])
    assert held.task.purpose == "gold"
    assert shape(golden) == shape(plain)
    submit(held, {"text": "Gold."})
    shelf.slots = []
    assert claim(project, people.ada).task.purpose == "work"


def test_gold_is_not_given_where_there_is_no_work(
    people: Cast, project: Project, shelf: Shelf
) -> None:
    give_hits(project, gold_rate=1.0)
    shelf.slots = known(project, 3)
    assert why_nothing(project, people.ada) == "nothing_open"
    assert not Task.objects.filter(purpose="gold").exists()


def test_gold_counts_for_nothing(
    people: Cast, mixed: Project, shelf: Shelf, heard: list[int]
) -> None:
    hit = work_hit(mixed, people.ada)
    assert set(heard) == {each.pk for each in in_hit(hit)}, "who measures people hears of gold"
    made = Annotation.objects.filter(author=people.ada)
    assert sorted(made.values_list("purpose", flat=True)) == ["gold", "gold", "work"]
    assert selectors.countable().filter(author=people.ada).count() == 1
    assert sum(DailyStats.objects.values_list("submissions", flat=True)) == 1
    lead = client_of(people.owner)
    overview = lead.get(f"/api/v1/projects/{mixed.pk}/overview").json()
    [stage] = overview["progress"]["by_stage"]
    assert (stage["open"], stage["held"], stage["done"]) == (7, 0, 1)
    for slot in shelf.slots:
        assert stage_of(slot.sample)[0] == "done"
        assert open_tasks(slot.sample) == []


def test_gold_that_is_left_goes_to_nobody_else(people: Cast, mixed: Project, time: Clock) -> None:
    first = claim_hit(mixed, people.ada)
    services.release_hit(hit=first, actor=people.ada)
    second = claim_hit(mixed, people.ben)
    services.skip(
        assignment=fresh(next(each for each in in_hit(second) if each.task.purpose == "gold")),
        actor=people.ben,
        reason="other",
    )
    time.forward(hours=1)
    services.expire_leases()
    states = Task.objects.filter(purpose="gold").values_list("state", flat=True)
    assert set(states) == {"cancelled"}
    assert sum(DailyStats.objects.values_list("skips", flat=True)) == 0


def test_late_gold_counts_as_the_work_beside_it(people: Cast, mixed: Project, time: Clock) -> None:
    hit = claim_hit(mixed, people.ada)
    time.forward(minutes=MINUTES + 1)
    services.expire_leases()
    submit_hit(hit)
    assert {each.state for each in in_hit(hit)} == {"submitted"}


def test_nobody_gets_gold_on_an_image_they_know(people: Cast, mixed: Project, shelf: Shelf) -> None:
    seen: list[int] = []
    for _ in range(3):
        seen += [each.sample_id for each in in_hit(work_hit(mixed, people.ada))]
    assert len(seen) == len(set(seen))


def test_without_a_rate_nobody_is_asked_for_gold(
    people: Cast, project: Project, shelf: Shelf
) -> None:
    give_hits(project)
    add_samples(project, 3)
    claim_hit(project, people.ada)
    assert shelf.asked == []


def test_gold_votes_are_about_known_answers_and_settle_nothing(
    people: Cast, project: Project, shelf: Shelf, time: Clock
) -> None:
    vote = {
        "key": "vote",
        "kind": "vote.v1",
        "mode": "parallel",
        "about": "text",
        "settings": ONE_CRITERION,
        "hit": {"size": 2, "minutes": MINUTES},
        "gold_rate": 1.0,
    }
    use_recipe(project, {"key": "text", "mode": "parallel"}, vote)
    samples = add_samples(project, 2)
    for _ in samples:
        work(project, people.ada, {"text": "To be judged."}, "text")
    [slot] = known(project, 1)
    bad = Annotation.objects.create(
        project=project,
        sample=slot.sample,
        stage_key="text",
        index=1,
        kind="description.v1",
        origin="person",
        author=people.ben,
        value={"text": "Known to be bad."},
    )
    shelf.slots = [Slot(sample=slot.sample, about=bad)]
    hit = (
        client_of(people.cleo)
        .post(f"/api/v1/projects/{project.pk}/claim", {}, format="json")
        .json()["hit"]
    )
    assert {each["about"]["answer"]["text"] for each in hit["assignments"]} == {
        "To be judged.",
        "Known to be bad.",
    }
    given = Hit.objects.get(pk=hit["id"])
    submit_hit(given, answers_to(given, YES))
    assert list(Outcome.objects.values_list("annotation__author", flat=True)) == [people.ada.pk]
    assert sorted(stage_of(each)[0] for each in samples) == ["done", "open"]


def test_practice_and_tests_are_hits_of_their_own(
    people: Cast, project: Project, time: Clock
) -> None:
    give_hits(project)
    slots = known(project, 2)
    hit = services.start_hit(
        project=project,
        stage_key="text",
        annotator=people.ada,
        purpose=Purpose.TEST,
        slots=slots,
    )
    assert purposes(hit) == ["test", "test"]
    assert claim_hit(project, people.ada) == hit, "it is resumed like any other"
    assert client_of(people.ada).get(f"/api/v1/hits/{hit.pk}").json()["purpose"] == "test"
    with pytest.raises(errors.Conflict) as refused:
        services.start_hit(
            project=project,
            stage_key="text",
            annotator=people.ada,
            purpose=Purpose.PRACTICE,
            slots=slots,
        )
    assert code_of(refused.value) == "hit_held"
    submit_hit(hit)
    assert not DailyStats.objects.exists()
    again = services.start_hit(
        project=project, stage_key="text", annotator=people.ada, purpose=Purpose.TEST, slots=slots
    )
    assert again.pk != hit.pk
    draft(in_hit(again)[0], "Half", version=0)
    submit_hit(again)
    assert Annotation.objects.filter(purpose="test").count() == 4


def test_what_is_practised_starts_no_work_and_ends_none(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description", "rounds": 2})
    [sample] = add_samples(project, 1)
    hit = services.start_hit(
        project=project,
        stage_key="description",
        annotator=people.ada,
        purpose=Purpose.PRACTICE,
        slots=[Slot(sample=sample)],
    )
    submit_hit(hit)
    assert stage_of(sample) == ("open", "description", 1)
    held = claim(project, people.ben)
    assert (held.task.index, held.base) == (1, None)
    submit(held, {"text": "Work."})
    assert stage_of(sample) == ("open", "description", 2)
