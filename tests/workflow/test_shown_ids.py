"""Whoever is handed objects sees ids made for them; what is stored keeps the ids it had."""

from typing import Any

import pytest

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Sample
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.workflow.acts import claim, fresh, thing, use_recipe

pytestmark = pytest.mark.django_db


@pytest.fixture
def sample(project: Project, time: Clock) -> Sample:
    """One image in three rounds of objects, of which an import named two."""
    use_recipe(project, {"key": "objects", "kind": "objects.v1", "rounds": 3, "seeded": True})
    [sample] = add_samples(project, 1, opened=False)
    services.add_seed(
        project=project,
        sample=sample,
        stage_key="objects",
        value={"objects": [thing("m1"), thing("o2", label="boat")]},
        producer="model 1",
    )
    services.open_samples(project=project, samples=[sample])
    return sample


def seen(user: User, held: Assignment) -> list[dict[str, Any]]:
    answer = client_of(user).get(f"/api/v1/assignments/{held.pk}")
    objects: list[dict[str, Any]] = answer.json()["start"]["objects"]
    return objects


def hand_in(user: User, held: Assignment, objects: list[dict[str, Any]]) -> Any:
    body = {
        "key": f"11111111-2222-4333-8444-{user.pk:012}",
        "answer": {"objects": objects},
        "active_seconds": 0,
    }
    return client_of(user).post(f"/api/v1/assignments/{held.pk}/submit", body, format="json")


def newest() -> Annotation:
    annotation: Annotation = Annotation.objects.order_by("-pk")[0]
    return annotation


def test_every_hand_out_has_new_ids_and_keeps_them(
    people: Cast, project: Project, sample: Sample
) -> None:
    held = claim(project, people.ada)
    first = seen(people.ada, held)
    assert seen(people.ada, held) == first, "a reload shows the same"
    assert hand_in(people.ada, held, first).status_code == 200
    second = seen(people.ben, claim(project, people.ben))
    assert [item["label"] for item in second] == ["tree", "boat"]
    ids = {item["id"] for item in (*first, *second)}
    assert len(ids) == 4
    assert not ids & {"m1", "o2"}


def test_what_is_handed_in_is_stored_under_the_ids_it_had(
    people: Cast, project: Project, sample: Sample
) -> None:
    held = claim(project, people.ada)
    tree, boat = seen(people.ada, held)
    new = thing("0123456789ab", label="cloud")
    merged = thing("ba9876543210", label="fleet", derived_from=[tree["id"], boat["id"]])
    assert hand_in(people.ada, held, [tree | {"label": "oak"}, new, merged]).status_code == 200
    lineage = [(item["id"], item["derived_from"]) for item in newest().value["objects"]]
    assert lineage == [
        ("m1", ["m1"]),
        ("0123456789ab", []),
        ("ba9876543210", ["m1", "o2"]),
    ]
    changes = newest().measures["from_base"]
    fates = {name: changes[name] for name in ("kept", "edited", "added", "merged", "removed")}
    assert fates == {"kept": 0, "edited": 1, "added": 1, "merged": 1, "removed": 0}


def test_a_new_object_is_not_taken_for_an_old_one_of_its_name(
    people: Cast, project: Project, sample: Sample
) -> None:
    held = claim(project, people.ada)
    tree, boat = seen(people.ada, held)
    assert hand_in(people.ada, held, [tree, boat, thing("m1", label="cloud")]).status_code == 200
    ids = [item["id"] for item in newest().value["objects"]]
    assert ids[:2] == ["m1", "o2"]
    assert len(set(ids)) == 3


def test_a_stored_id_cannot_be_guessed(people: Cast, project: Project, sample: Sample) -> None:
    """An answer that knew `o2` would let somebody ask which objects came with an import."""
    held = claim(project, people.ada)
    refused = [
        hand_in(people.ada, held, [thing("aa", derived_from=[guess])]).json()["error"]["fields"]
        for guess in ("o2", "o3")
    ]
    assert [[field["code"] for field in fields] for fields in refused] == [
        ["unknown_derived_from"],
        ["unknown_derived_from"],
    ]


def test_who_comes_back_finds_the_ids_their_draft_names(
    people: Cast, project: Project, sample: Sample
) -> None:
    held = claim(project, people.ada)
    tree, boat = seen(people.ada, held)
    services.save_draft(
        assignment=fresh(held), version=0, answer={"objects": [boat]}, active_seconds=0
    )
    services.release(assignment=fresh(held), actor=people.ada)
    again = claim(project, people.ada)
    assert again.pk != held.pk
    assert again.draft == {"objects": [boat]}
    assert seen(people.ada, again) == [tree, boat]
    assert hand_in(people.ada, again, [boat]).status_code == 200
    assert [item["id"] for item in newest().value["objects"]] == ["o2"]


def test_what_was_handed_in_is_remembered_as_it_was_seen(
    people: Cast, project: Project, sample: Sample
) -> None:
    held = claim(project, people.ada)
    objects = seen(people.ada, held)
    hand_in(people.ada, held, objects)
    told = client_of(people.ada).get(f"/api/v1/history/{held.pk}").json()
    assert told["mine"]["objects"] == told["start"]["objects"] == objects
