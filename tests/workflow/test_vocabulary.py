"""What people of a project call things is offered to whoever types a label."""

from typing import Any

import pytest

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow import selectors, services
from annotate.workflow.models import Annotation, Assignment
from annotate.workflow.services.counters.labels import tails
from tests.conftest import Cast, NewProject, add_samples, client_of
from tests.workflow import aggregates
from tests.workflow.acts import claim, fresh, mark, submit, thing, use_recipe

pytestmark = pytest.mark.django_db


@pytest.fixture
def rounds(project: Project) -> Project:
    """Objects of an image in up to three rounds, by three people."""
    use_recipe(project, {"key": "objects", "kind": "objects.v1", "rounds": 3, "stop": None})
    add_samples(project, 4)
    return project


def call(project: Project, user: User, *names: str) -> Assignment:
    """Give the objects of the next image these labels."""
    things = [thing(f"thing{number}", label=name) for number, name in enumerate(names)]
    held = claim(project, user, "objects")
    submit(held, {"objects": things})
    return fresh(held)


def offered(held: Assignment, user: User, **asked: Any) -> list[tuple[str, int]]:
    found = client_of(user).get(f"/api/v1/assignments/{held.pk}/labels", asked)
    assert found.status_code == 200, found.content
    return [(each["label"], each["count"]) for each in found.json()["labels"]]


def test_the_most_used_labels_come_first(people: Cast, rounds: Project) -> None:
    call(rounds, people.ada, "tree", "lamp", "tree")
    call(rounds, people.ada, "tree", "bench")
    held = claim(rounds, people.ada)
    assert offered(held, people.ada) == [("tree", 3), ("bench", 1), ("lamp", 1)]
    assert offered(held, people.ada, limit=1) == [("tree", 3)]


def test_a_label_is_found_by_any_of_its_words_and_by_several(people: Cast, rounds: Project) -> None:
    held = call(rounds, people.ada, "Striped cat", "cat-flap", "scatter cushion")
    found = {label for label, _ in offered(held, people.ada, prefix="CA")}
    assert found == {"Striped cat", "cat-flap"}
    assert offered(held, people.ada, prefix="striped  c") == [("Striped cat", 1)]
    assert offered(held, people.ada, prefix="%") == []


def test_ways_of_writing_are_one_label_in_its_commonest_form(people: Cast, rounds: Project) -> None:
    held = call(rounds, people.ada, "street lamp", "Street Lamp", "street lamp")
    assert offered(held, people.ada, prefix="str") == [("street lamp", 3)]


def test_what_a_later_round_corrects_is_offered_no_more(people: Cast, rounds: Project) -> None:
    for _ in range(4):
        call(rounds, people.ada, "bicylce", "tree")
    held = call(rounds, people.ben, "bicycle", "tree")
    assert offered(held, people.ben) == [("tree", 4), ("bicylce", 3), ("bicycle", 1)]
    assert aggregates.that_differ(rounds) == []


def test_rejected_answers_are_no_vocabulary(people: Cast, rounds: Project) -> None:
    held = call(rounds, people.ada, "asdf")
    answer = Annotation.objects.get(assignment=held)
    for verdict, found in (("rejected", []), ("unreviewed", [("asdf", 1)])):
        services.set_verdict(
            annotation=answer, verdict=verdict, actor=people.owner, reason="No object."
        )
        assert offered(held, people.ada) == found
        assert aggregates.that_differ(rounds) == []


def test_what_a_model_calls_things_counts_once_a_person_has_kept_it(
    people: Cast, project: Project
) -> None:
    [sample] = add_samples(project, 1)
    services.add_seed(
        project=project,
        sample=sample,
        stage_key="objects",
        value={"objects": [thing("seed1", label="kite"), thing("seed2", label="blob")]},
        producer="classical 1",
    )
    held = claim(project, people.ada)
    assert offered(held, people.ada) == []
    submit(held, {"objects": [thing("seed1", label="kite", derived_from=["seed1"])]})
    assert offered(held, people.ada) == [("kite", 1)]


def test_another_projects_words_are_not_offered(
    people: Cast, project: Project, new_project: NewProject
) -> None:
    other = new_project(name="Another")
    for each in (project, other):
        add_samples(each, 1)
    mark(other, people.ada, thing(label="elsewhere"))
    assert offered(claim(project, people.ada), people.ada) == []


@pytest.mark.parametrize(
    ("asked", "path"),
    [({"limit": 0}, "limit"), ({"limit": 51}, "limit"), ({"prefix": "x" * 201}, "prefix")],
)
def test_what_cannot_be_asked_is_named(
    people: Cast, rounds: Project, asked: dict[str, Any], path: str
) -> None:
    held = claim(rounds, people.ada)
    found = client_of(people.ada).get(f"/api/v1/assignments/{held.pk}/labels", asked)
    assert found.status_code == 422
    assert [each["path"] for each in found.json()["error"]["fields"]] == [path]


def test_nothing_but_labels_and_counts_is_told(people: Cast, rounds: Project) -> None:
    held = call(rounds, people.ada, "tree")
    found = client_of(people.ada).get(f"/api/v1/assignments/{held.pk}/labels").json()
    assert found == {"labels": [{"label": "tree", "count": 1}]}


def test_a_label_of_many_words_is_found_by_the_first_eight() -> None:
    assert len(tails(" ".join(map(str, range(20))))) == 8


def test_what_was_superseded_and_then_rejected_is_taken_out_once(
    people: Cast, project: Project
) -> None:
    """And is no word again when what superseded it is taken back, until its own rejection is."""
    use_recipe(project, {"key": "objects", "kind": "objects.v1", "rounds": 3, "stop": None})
    add_samples(project, 1)
    first = call(project, people.ada, "tree")
    later = call(project, people.ben, "tree", "bench")
    for held, verdict, requeue, words in (
        (first, "rejected", True, {}),
        (later, "rejected", False, {}),
        (first, "unreviewed", False, {"tree": 1}),
        (later, "unreviewed", False, {"bench": 1, "tree": 1}),
    ):
        services.set_verdict(
            annotation=Annotation.objects.get(assignment=held),
            verdict=verdict,
            actor=people.owner,
            reason="No object.",
            requeue=requeue,
        )
        told = selectors.labels(project.pk, prefix="", limit=10).labels
        assert {each.label: each.count for each in told} == words
        assert aggregates.that_differ(project) == []
