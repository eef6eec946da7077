"""An answer becomes an annotation once, whole, and with its lineage."""

import uuid
from typing import Any

import pytest

from annotate.core import errors
from annotate.projects.models import Project
from annotate.workflow import answers, services
from annotate.workflow.models import Annotation, Assignment, Task, Transition
from tests.conftest import Cast, Clock, add_samples
from tests.workflow.acts import (
    GREEN,
    TREE,
    claim,
    code_of,
    describe,
    draft,
    fresh,
    mark,
    open_tasks,
    paths_of,
    seed,
    submit,
    thing,
    use_recipe,
)

pytestmark = pytest.mark.django_db
KEY = uuid.UUID("11111111-2222-4333-8444-555555555555")


@pytest.fixture
def held(people: Cast, project: Project, time: Clock) -> Assignment:
    use_recipe(project, {"key": "description", "rounds": 3})
    add_samples(project, 2)
    return claim(project, people.ada)


@pytest.fixture
def marking(people: Cast, project: Project) -> Assignment:
    add_samples(project, 1)
    return claim(project, people.ada)


def refused(assignment: Assignment, answer: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(errors.Invalid) as caught:
        submit(assignment, answer)
    assert fresh(assignment).state == "live"
    assert Annotation.objects.count() == 0
    return paths_of(caught.value)


@pytest.mark.parametrize("kind", ["objects.v1", "description.v1"])
def test_the_answer_at_hand_is_the_one_that_was_stored(
    people: Cast, project: Project, kind: str
) -> None:
    """Catches an answer whose parts still have the ids under which somebody saw them."""
    use_recipe(project, {"key": "only", "kind": kind, "rounds": 3})
    add_samples(project, 1)
    given: dict[str, Any] = {
        "objects.v1": [{"objects": [TREE]}, {"objects": [thing(derived_from=["tree1"])]}],
        "description.v1": [{"text": "A tree."}, {"text": "A tall tree."}],
    }
    for who, answer in zip((people.ada, people.ben), given[kind], strict=True):
        at_hand = submit(claim(project, who), answer).assignment.answer
        assert at_hand is not None
        stored = Annotation.objects.get(pk=at_hand.pk)
        assert answers.typed(at_hand) == answers.typed(stored)


def test_the_same_submission_twice_counts_once(held: Assignment) -> None:
    first = submit(held, {"text": GREEN}, key=KEY)
    second = submit(held, {"text": GREEN}, key=KEY)
    assert (first.repeated, second.repeated) == (False, True)
    assert second.assignment.ended_at == first.assignment.ended_at
    assert Annotation.objects.count() == 1
    assert Task.objects.filter(sample=held.sample).count() == 2, "one further round was opened"


def test_a_second_submission_with_another_key_is_refused(held: Assignment) -> None:
    submit(held, {"text": GREEN}, key=KEY)
    with pytest.raises(errors.Conflict) as caught:
        submit(held, {"text": "Something else."})
    assert code_of(caught.value) == "already_submitted"
    assert Annotation.objects.get().value == {"text": GREEN}


def test_a_key_used_for_another_task_is_refused(
    held: Assignment, people: Cast, project: Project
) -> None:
    submit(held, {"text": GREEN}, key=KEY)
    other = claim(project, people.ada)
    with pytest.raises(errors.Conflict) as caught:
        submit(other, {"text": GREEN}, key=KEY)
    assert code_of(caught.value) == "key_used"
    assert fresh(other).state == "live"


def test_the_annotation_says_who_wrote_what_when_from_what(
    people: Cast, project: Project, time: Clock
) -> None:
    use_recipe(project, {"key": "description", "rounds": 3, "seeded": True})
    [sample] = add_samples(project, 1)
    start = seed(sample, "A red kite")
    held = claim(project, people.ada)
    at = time.forward(seconds=90)
    submit(held, {"text": " A blue kite "}, seconds=80)
    made = Annotation.objects.get(origin="person")
    assert (made.author, made.parent, made.index) == (people.ada, start, 1)
    assert (made.created_at, made.active_seconds) == (at, 80)
    assert made.value == {"text": "A blue kite"}
    assert (made.from_scratch, made.scratch_reason, made.producer) == (False, "", "")
    assert fresh(held).answer_id == made.pk


def test_each_round_starts_from_the_one_before(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description", "rounds": 3, "seeded": True})
    [sample] = add_samples(project, 1)
    start = seed(sample, "A red kite")
    for user, text in [(people.ada, "One"), (people.ben, "Two"), (people.cleo, "Three")]:
        describe(project, user, text)
    rounds = list(Annotation.objects.filter(origin="person").order_by("index"))
    assert [row.parent_id for row in rounds] == [start.pk, rounds[0].pk, rounds[1].pk]


def test_starting_from_scratch_is_recorded_with_its_reason(
    held: Assignment, people: Cast, project: Project
) -> None:
    submit(held, {"text": GREEN}, scratch="It describes another picture.")
    made = Annotation.objects.get()
    assert made.from_scratch
    assert made.scratch_reason == "It describes another picture."


def test_starting_from_scratch_keeps_the_lineage(people: Cast, project: Project) -> None:
    """The reason is feedback on the text it replaces, so that text must be known."""
    use_recipe(project, {"key": "description", "seeded": True})
    [sample] = add_samples(project, 1)
    start = seed(sample, "A red kite")
    describe(project, people.ada, GREEN, scratch="Wrong")
    assert Annotation.objects.get(origin="person").parent == start


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"objects": [thing(label=" ")]}, ("objects[0].label", None)),
        ({"objects": [thing(description="")]}, ("objects[0].description", None)),
        ({"objects": [TREE, thing("b", box={"x": 390, "y": 0, "width": 20, "height": 9})]},
         ("objects[1].box", None)),
        ({"objects": [thing(box={"x": 0, "y": 0, "width": 0, "height": 9})]},
         ("objects[0].box", None)),
        ({"objects": [thing("a"), thing("a")]}, ("objects[1].id", None)),
        ({"objects": [thing(derived_from=["never"])]}, ("objects[0].derived_from", None)),
        ({"objects": [thing(description="x" * 4001)]}, ("objects[0].description", None)),
        ({"objects": "none"}, ("objects", "wrong_type")),
        ({}, ("objects", "missing")),
    ],
    ids=["blank label", "no description", "outside", "no size", "same id", "unknown source",
         "too long", "wrong type", "missing"],
)  # fmt: skip
def test_what_breaks_a_rule_is_refused_by_its_place(
    marking: Assignment, answer: dict[str, Any], expected: tuple[str, str | None]
) -> None:
    path, code = expected
    found = refused(marking, answer)
    assert [p for p, _ in found if p.startswith(path)], f"{path} is not among {found}"
    if code is not None:
        assert (path, code) in found


def test_every_wrong_place_is_named_at_once(marking: Assignment) -> None:
    found = refused(marking, {"objects": [thing("a", label=""), thing("b", description="")]})
    assert {path.split(".")[0] for path, _ in found} == {"objects[0]", "objects[1]"}


def test_an_empty_description_is_refused(held: Assignment) -> None:
    assert refused(held, {"text": " \n "}) == [("text", "text_missing")]


def test_a_refused_submission_leaves_the_draft(held: Assignment) -> None:
    draft(held, "A draft", version=0)
    refused(held, {"text": ""})
    assert fresh(held).draft == {"text": "A draft"}


@pytest.mark.parametrize("end", ["released", "skipped"])
def test_what_was_given_up_cannot_be_submitted(held: Assignment, people: Cast, end: str) -> None:
    if end == "released":
        services.release(assignment=fresh(held), actor=people.ada)
    else:
        services.skip(assignment=fresh(held), actor=people.ada, reason="other")
    with pytest.raises(errors.Conflict) as caught:
        submit(held, {"text": GREEN})
    assert code_of(caught.value) == "not_held"
    assert open_tasks(held.sample) == [("description", 1)]


def test_active_time_is_bounded_by_the_time_that_passed(held: Assignment, time: Clock) -> None:
    time.forward(seconds=30)
    submit(held, {"text": GREEN}, seconds=9_999)
    assert Annotation.objects.get().active_seconds == 30


def test_time_noted_before_is_not_lost_when_the_browser_forgets_it(
    held: Assignment, time: Clock
) -> None:
    time.forward(seconds=100)
    services.heartbeat(assignment=fresh(held), active_seconds=60)
    submit(held, {"text": GREEN}, seconds=0)
    assert Annotation.objects.get().active_seconds == 60


def test_a_fault_half_way_leaves_nothing_behind(
    held: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything a submission writes is one transaction."""
    monkeypatch.setattr("annotate.workflow.services.counters.daily_stats.SUMS", ("no_such_column",))
    before = Transition.objects.count()
    with pytest.raises(Exception, match="no_such_column"):
        submit(held, {"text": GREEN})
    assert fresh(held).state == "live"
    assert fresh(held).task.state == "held"
    assert Annotation.objects.count() == 0
    assert Transition.objects.count() == before


def test_objects_of_task_1_go_on_to_task_2(people: Cast, project: Project) -> None:
    [sample] = add_samples(project, 1)
    mark(project, people.ada, TREE)
    assert open_tasks(sample) == [("description", 1)]
    assert claim(project, people.ben).base is None
