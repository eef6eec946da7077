"""Samples are found by what they are called and say, and ordered by their figures."""

from typing import Any

import pytest

from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.quality.models import Flag
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Sample, SampleDocument
from annotate.workflow.services import documents
from tests.conftest import Cast, add_samples, client_of
from tests.workflow.acts import TREE, claim, describe, mark, seed, submit, use_recipe

pytestmark = pytest.mark.django_db


def page(project: Project, people: Cast, **query: Any) -> dict[str, Any]:
    answer = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/samples", query)
    assert answer.status_code == 200, answer.content
    body: dict[str, Any] = answer.json()
    return body


def ids(project: Project, people: Cast, **query: Any) -> list[int]:
    return [row["id"] for row in page(project, people, **query)["results"]]


@pytest.fixture
def described(people: Cast, project: Project) -> list[Sample]:
    """Three samples, the second of which somebody has described."""
    use_recipe(project, {"key": "description"})
    samples = add_samples(project, 3)
    held = claim(project, people.ada)
    submit(held, {"text": "A Straße with an old red-brick mill"})
    return sorted(samples, key=lambda sample: sample.pk != held.sample_id)


def test_words_of_a_text_are_found_in_any_case_and_as_they_begin(
    people: Cast, project: Project, described: list[Sample]
) -> None:
    first = described[0].pk
    assert ids(project, people, search="STRASSE mil") == [first]
    assert ids(project, people, search="brick red") == [first]
    assert ids(project, people, search="mill lake") == []
    assert ids(project, people, search="ill") == []
    assert ids(project, people, search="'&|!:*\"") == []


def test_what_was_found_is_shown_with_its_places(
    people: Cast, project: Project, described: list[Sample]
) -> None:
    [row] = page(project, people, search="mill")["results"]
    excerpt = row["found"]["excerpt"]
    assert [excerpt["text"][each["start"] : each["end"]] for each in excerpt["marks"]] == ["mill"]
    [named] = page(project, people, search=described[1].image.name)["results"]
    assert named["found"]["name"][0]["start"] == 0


def test_labels_of_objects_are_found(people: Cast, project: Project) -> None:
    [sample] = add_samples(project, 1)
    mark(project, people.ada, TREE)
    assert ids(project, people, search=TREE["label"]) == [sample.pk]


def test_a_rejected_answer_is_found_no_longer_until_it_stands_again(
    people: Cast, project: Project, described: list[Sample]
) -> None:
    answer = Annotation.objects.get(sample=described[0])
    services.set_verdict(annotation=answer, verdict="rejected", actor=people.owner, reason="x")
    assert ids(project, people, search="mill") == []
    services.set_verdict(annotation=answer, verdict="approved", actor=people.owner)
    assert ids(project, people, search="mill") == [described[0].pk]


def test_the_words_of_a_round_that_changed_them_are_gone(people: Cast, project: Project) -> None:
    [sample] = add_samples(project, 1)
    seed(sample, "A red kite")
    mark(project, people.ada, TREE)
    describe(project, people.ben, "A blue kite in the sky")
    assert ids(project, people, search="blue") == [sample.pk]
    describe(project, people.cleo, "A green kite in the sky")
    assert ids(project, people, search="blue") == []
    assert ids(project, people, search="green") == [sample.pk]
    sample.refresh_from_db()
    assert (sample.answers, sample.tokens) == (3, 6)
    assert sample.similarity is not None
    assert 0 < sample.similarity < 1


def test_a_deleted_sample_leaves_nothing_to_find(
    people: Cast, project: Project, described: list[Sample]
) -> None:
    described[1].delete()
    assert not SampleDocument.objects.filter(pk=described[1].pk).exists()
    assert ids(project, people, search=described[1].image.name) == []


def test_a_rebuild_writes_the_documents_that_are_there_already(
    people: Cast, project: Project, described: list[Sample]
) -> None:
    before = list(SampleDocument.objects.order_by("pk").values())
    figures = list(Sample.objects.order_by("pk").values("answers", "tokens", "seconds"))
    Sample.objects.update(answers=9, tokens=None, seconds=1)
    SampleDocument.objects.all().delete()
    assert documents.rebuild(project) == 3
    assert list(SampleDocument.objects.order_by("pk").values()) == before
    assert list(Sample.objects.order_by("pk").values("answers", "tokens", "seconds")) == figures


def test_every_filter_narrows_the_list(
    people: Cast, project: Project, described: list[Sample]
) -> None:
    first, second, third = (sample.pk for sample in described)
    Sample.objects.filter(pk=first).update(similarity=0.5, seconds=60, round=2, producer="cap:2")
    Image.objects.filter(pk=described[1].image_id).update(metadata={"Art style": "Cubism"})
    held = Assignment.objects.get(answer__sample=first)
    Flag.objects.create(
        project=project,
        assignment=held,
        annotator=people.ada,
        stage_key="description",
        code="slow",
        numbers={},
    )

    def only(**query: Any) -> list[int]:
        return ids(project, people, **query)

    for query in (
        {"similarity_from": 0.4, "similarity_to": 0.6},
        {"length_from": 2},
        {"seconds_from": 59.5, "seconds_to": 60},
        {"round": 2},
        {"seed": "cap:2"},
        {"person": people.ada.pk},
        {"flag": "slow"},
    ):
        assert only(**query) == [first], query
    assert only(field="Art style", value="Cubism") == [second]
    assert only(field="Art' style", value="Cubism") == []
    assert only(person=people.ben.pk) == only(flag="other") == only(length_to=1) == []
    assert only(state="open", person=people.ada.pk) in ([first], [])
    assert sorted(only()) == sorted([first, second, third])


@pytest.mark.parametrize(
    "query", ["state=lost", "order=secret", "similarity_from=2", "length_from=5&length_to=4", "x=1"]
)
def test_what_no_list_knows_is_refused(people: Cast, project: Project, query: str) -> None:
    url = f"/api/v1/projects/{project.pk}/samples?{query}"
    assert client_of(people.owner).get(url).status_code == 422


@pytest.mark.parametrize(
    "order", ["number", "added", "changed", "answers", "similarity", "length", "time", "name"]
)
def test_each_order_is_kept_over_pages_in_both_directions(
    people: Cast, project: Project, order: str
) -> None:
    for place, sample in enumerate(add_samples(project, 5)):
        Sample.objects.filter(pk=sample.pk).update(
            similarity=None if place == 2 else place / 10, tokens=place % 3 or None, seconds=place
        )

    def all_pages(order: str) -> list[int]:
        read, cursor = [], ""
        for _ in range(6):
            part = page(project, people, order=order, page_size=2, cursor=cursor)
            read += [row["id"] for row in part["results"]]
            assert (part["total"], part["total_is_exact"]) == (5, True)
            cursor = part["next"]
            if cursor is None:
                break
        return read

    upwards = all_pages(order)
    assert len(set(upwards)) == 5
    assert all_pages(f"-{order}") == upwards[::-1]


def test_the_choices_are_those_of_the_project(
    people: Cast, project: Project, described: list[Sample]
) -> None:
    Image.objects.filter(pk=described[1].image_id).update(metadata={"Title": "Mill"})
    Sample.objects.filter(pk=described[2].pk).update(producer="cap:1")
    chosen = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/samples/choices").json()
    assert chosen["fields"] == ["Title"]
    assert chosen["seeds"] == ["cap:1"]
    assert [person["username"] for person in chosen["people"]] == ["ada"]
    assert chosen["flags"] == []
